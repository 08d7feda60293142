// With VITE_RANDOM_DELAYS=1 the responses of the practice in memory and the browser's frames arrive at random times, as on a
// busy machine, so that a test or a screen that depends on their order is found within a few runs.

const isOn = import.meta.env['VITE_RANDOM_DELAYS'] === '1';
const { setTimeout, clearTimeout } = globalThis;
const MAX_FRAME_MS = 80;
const MAX_ANSWER_MS = 120;
const MAX_LATE_ANSWER_MS = 900;

/** Waits for a random time, except while a test has stopped the clock, whose seconds pass within milliseconds. */
export async function delayAnswer(): Promise<void> {
  if (!isOn || globalThis.setTimeout !== setTimeout) return;
  const most = Math.random() < 0.15 ? MAX_LATE_ANSWER_MS : MAX_ANSWER_MS;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
}

function delayFrames() {
  const { requestAnimationFrame, cancelAnimationFrame, ResizeObserver } = window;
  const waiting = new Map<number, number>();
  window.requestAnimationFrame = (callback) => {
    const id = requestAnimationFrame(() => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        callback(performance.now());
      }, Math.random() * MAX_FRAME_MS);
      waiting.set(id, Number(timer));
    });
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    cancelAnimationFrame(id);
    clearTimeout(waiting.get(id));
  };
  window.ResizeObserver = class extends ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      const watched = new Set<Element>();
      super((entries, observer) => {
        setTimeout(() => {
          const still = entries.filter(({ target }) => watched.has(target));
          if (still.length > 0) callback(still, observer);
        }, Math.random() * MAX_FRAME_MS);
      });
      const { observe, unobserve, disconnect } = this;
      this.observe = (target, options) => {
        watched.add(target);
        observe.call(this, target, options);
      };
      this.unobserve = (target) => {
        watched.delete(target);
        unobserve.call(this, target);
      };
      this.disconnect = () => {
        watched.clear();
        disconnect.call(this);
      };
    }
  };
}

if (isOn && 'window' in globalThis) delayFrames();
