import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { busyUntil, markBusy, whenIdle } from './when-idle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Whether the browser has counted as idle since then. */
function waitForIdle(): () => boolean {
  let isIdle = false;
  void whenIdle().then(() => {
    isIdle = true;
  });
  return () => isIdle;
}

test('an unoccupied browser is idle as soon as it has nothing to do', async () => {
  const isIdle = waitForIdle();
  expect(isIdle()).toBe(false);
  await passes(1);
  expect(isIdle()).toBe(true);
});

test('is not idle while work is in progress, and idle once the last of it has succeeded or failed', async () => {
  const [first, second] = [markBusy(), markBusy()];
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

test('endless work delays idleness for a few seconds at most', async () => {
  const end = markBusy();
  const isIdle = waitForIdle();
  await passes(4_900);
  expect(isIdle()).toBe(false);
  await passes(200);
  expect(isIdle()).toBe(true);
  end();
});
