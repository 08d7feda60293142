import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitUntilIdle } from './wait-until-idle.ts';

let isBusy = false;
beforeEach(() => {
  vi.useFakeTimers();
  isBusy = false;
  vi.stubGlobal('document', { querySelector: () => (isBusy ? {} : null) });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Starts to wait. Returns a function that tells whether the page has counted as idle since then. */
function waitForIdle(): () => boolean {
  let isIdle = false;
  void waitUntilIdle().then(() => {
    isIdle = true;
  });
  return () => isIdle;
}

test('a page without anything busy is idle as soon as the browser has nothing to do', async () => {
  const isIdle = waitForIdle();
  expect(isIdle()).toBe(false);
  await passes(1);
  expect(isIdle()).toBe(true);
});

test('is not idle until the first screen is drawn', async () => {
  isBusy = true;
  const isIdle = waitForIdle();
  await passes(4_000);
  expect(isIdle()).toBe(false);
  isBusy = false;
  await passes(100);
  expect(isIdle()).toBe(true);
});

test('a first screen that is never drawn delays idleness for some seconds at most', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(20_001);
  isBusy = true;
  const isIdle = waitForIdle();
  await passes(1);
  expect(isIdle()).toBe(true);
});
