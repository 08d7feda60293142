import { onTestFinished, vi } from 'vitest';

/** From now on and until the test ends, time passes only by `pass` and `later`. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets seconds pass at once. */
export const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Lets seconds pass until a check passes; `atMost` so many, where it must not come late. */
export function later(check: () => void, atMost = Number.POSITIVE_INFINITY) {
  let passed = 0;
  return vi.waitFor(
    async () => {
      if (passed < atMost) await pass(1);
      passed += 1;
      // What became of it is drawn first, however long a busy machine takes.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      check();
    },
    // The seconds follow one another closely, for as long as a busy machine may take to load a part of the app.
    { timeout: 15_000, interval: 10 },
  );
}
