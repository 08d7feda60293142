import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { livePolling } from '#contract/live-polling.ts';
import { msUntilNextTick } from './availability.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 * livePolling.everyMs });
  // TanStack Query sets no timers on a server, so it has to take this for a browser.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => true);
});

test('the plan is read once per tick, however often its screen renders', async () => {
  const queryFn = vi.fn(() => new Promise((resolve) => setTimeout(() => resolve(queryFn.mock.calls.length), 40)));
  const optionsOf = () => ({
    queryKey: ['plan'],
    queryFn,
    refetchInterval: msUntilNextTick(Date.now, 600, livePolling.everyMs),
  });
  const observer = new QueryObserver(new QueryClient(), optionsOf());
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(300);
  for (let tick = 1; tick <= 3; tick += 1) {
    // The board is rendered again and again between two reads, which must not postpone the next one.
    for (let part = 0; part < livePolling.everyMs; part += 100) {
      observer.setOptions(optionsOf());
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(queryFn).toHaveBeenCalledTimes(1 + tick);
  }
  unsubscribe();
});
