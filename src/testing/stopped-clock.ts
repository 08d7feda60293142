import { onTestFinished, vi } from 'vitest';

/** From now on until the end of the test, time passes only with `pass` and `later`. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets seconds pass immediately. */
export const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Lets seconds pass until a check succeeds; `atMost` limits their number. */
export function later(check: () => void, atMost = Number.POSITIVE_INFINITY) {
  let passed = 0;
  return vi.waitFor(
    async () => {
      if (passed < atMost) await pass(1);
      passed += 1;
      // The results are drawn first, however long a busy machine takes.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      check();
    },
    // The seconds follow one another quickly, for as long as a busy machine may take to load a part of the app.
    { timeout: 15_000, interval: 10 },
  );
}
