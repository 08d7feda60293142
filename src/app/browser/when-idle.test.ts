import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { busyUntil, keepBusy, whenIdle } from './when-idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Whether the browser has counted as idle since. */
function waitForIdle(): () => boolean {
  let isIdle = false;
  void whenIdle().then(() => {
    isIdle = true;
  });
  return () => isIdle;
}

test('a browser that nothing keeps busy is idle as soon as it has nothing to do', async () => {
  const isIdle = waitForIdle();
  expect(isIdle()).toBe(false);
  await passes(1);
  expect(isIdle()).toBe(true);
});

test('it is not idle while anything keeps it busy, and is once the last of that is over or failed', async () => {
  const [first, second] = [keepBusy(), keepBusy()];
  const isIdle = waitForIdle();
  await passes(1_000);
  first();
  first();
  await passes(1_000);
  expect(isIdle()).toBe(false);
  busyUntil(Promise.reject(new Error('lost')));
  second();
  await passes(10);
  expect(isIdle()).toBe(true);
});

test('what does not end holds nothing back for longer than some seconds', async () => {
  const end = keepBusy();
  const isIdle = waitForIdle();
  await passes(4_900);
  expect(isIdle()).toBe(false);
  await passes(200);
  expect(isIdle()).toBe(true);
  end();
});
