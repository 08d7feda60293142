import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { listKeys } from '#app/api/appointment-store.ts';
import { createBudgetAndClock } from '#app/api/budget-and-clock.ts';
import type { DeskListener } from '#app/api/desk-events.ts';
import { createQueryClient } from '#app/query-client.ts';
import { deskHeaders } from '#contract/desk.ts';
import { livePolling } from '#contract/live-polling.ts';
import { startPolling } from './polling.ts';

const HOUR = 3_600_000;
const { everyMs, streamEveryMs, overlapMs } = livePolling;

let queryClient: QueryClient;
let failing: boolean;
/** The `updatedSince` of each poll, in milliseconds since 1970. */
let polledSince: number[];
/** The purpose that each poll states; null for none. */
let purposes: (string | null)[];

const api = createApiClient({
  baseUrl: 'http://desk.test',
  fetch: async (input, init) => {
    purposes.push(new Headers(init?.headers).get(deskHeaders.purpose));
    polledSince.push(Date.parse(new URL(String(input)).searchParams.get('updatedSince') ?? ''));
    if (failing) throw new TypeError('no network');
    return Response.json({ data: [], nextCursor: null, hasMore: false, totalCount: 0 });
  },
});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-02T09:00:00Z') });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }));
  vi.stubGlobal('window', new EventTarget());
  queryClient = createQueryClient();
  failing = false;
  polledSince = [];
  purposes = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A day that was read this long ago. */
function cacheDay(ageMs: number) {
  const day = { companyId: 'c', storeIds: [], from: '2026-06-02T00:00:00Z', to: '2026-06-03T00:00:00Z' };
  const requestedAt = Date.now() - ageMs;
  const page = { ids: [], unresolvedIds: ['a'], nextCursor: null, totalCount: 0, requestedAt };
  queryClient.setQueryData(listKeys.of(day), { pages: [page], pageParams: [null] });
}

function start(signals = createBudgetAndClock(Date.now)) {
  const outcomes: unknown[] = [];
  const polling = startPolling({
    api,
    queryClient,
    signals,
    companyId: 'c',
    onChanged: () => undefined,
    hasEvents: false,
    onState: ({ error }) => outcomes.push(error),
  });
  return { ...polling, outcomes };
}

test('the first poll starts immediately, covers the time since a cached day was read, and is retried until it succeeds', async () => {
  cacheDay(HOUR);
  const readAt = Date.now() - HOUR;
  failing = true;
  const { outcomes, stop } = start();
  await vi.advanceTimersByTimeAsync(0);
  failing = false;
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  stop();
  expect(outcomes[0]).toBeInstanceOf(Error);
  expect(outcomes.slice(1)).toEqual([null, null]);
  for (const since of polledSince.slice(0, 2)) {
    expect(since).toBeLessThanOrEqual(readAt - overlapMs);
    expect(since).toBeGreaterThan(readAt - overlapMs - everyMs);
  }
  expect(polledSince[2]).toBeGreaterThan(Date.now() - overlapMs - 2 * everyMs);
});

test('after failed polls, the next one covers the time since the last success', async () => {
  const { outcomes, stop } = start();
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  const succeeded = Date.now();
  failing = true;
  await vi.advanceTimersByTimeAsync(5 * overlapMs);
  failing = false;
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  stop();
  expect(outcomes.at(-1)).toBeNull();
  const next = polledSince[outcomes.findLastIndex((outcome) => outcome !== null) + 1] ?? Number.NaN;
  expect(next).toBeLessThanOrEqual(succeeded - overlapMs);
});

test('uses the clock of the practice', async () => {
  cacheDay(HOUR);
  const ahead = 10 * 60_000;
  const signals = createBudgetAndClock(Date.now);
  signals.observe({
    path: '/api/ping',
    status: 200,
    messageKey: null,
    headers: new Headers({ 'x-frontdesk-clock': String(Date.now() + ahead) }),
    sentAt: Date.now(),
  });
  const { stop } = start(signals);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  expect(Math.abs((polledSince[0] ?? 0) - (Date.now() - HOUR + ahead - overlapMs))).toBeLessThan(everyMs);
});

test('if the practice’s clock turns out to be behind, the first poll is repeated immediately', async () => {
  cacheDay(HOUR);
  const behind = 2 * 60_000;
  const observed = createBudgetAndClock(Date.now);
  const headers = new Headers({ 'x-frontdesk-clock': String(Date.now() - behind) });
  observed.observe({ path: '/api/ping', status: 200, messageKey: null, headers, sentAt: Date.now() });
  // The first answer reveals it.
  const { outcomes, stop } = start({
    ...observed,
    clock: () => (polledSince.length === 0 ? Date.now() : observed.clock()),
  });
  await vi.advanceTimersByTimeAsync(0);
  stop();
  expect(outcomes).toEqual([null]);
  expect(polledSince).toHaveLength(2);
  expect(polledSince[1]).toBeLessThanOrEqual(Date.now() - HOUR - behind - overlapMs);
});

test('a day that was just read is polled in step with all other boards', async () => {
  cacheDay(1_000);
  const { stop } = start();
  await vi.advanceTimersByTimeAsync(0);
  expect(polledSince).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  stop();
  expect(polledSince.map((since) => (since + overlapMs) % everyMs)).toEqual([0, 0]);
});

test('“online” and “offline” events of the browser trigger a poll immediately', async () => {
  const { outcomes, stop } = start();
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes).toEqual([null]);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes).toEqual([null, null]);
  stop();
});

/** Starts polling with a stream of events, and returns what the stream reports to. */
function startWithStream() {
  const stream: { listener?: DeskListener } = {};
  const { stop } = startPolling({
    ...{ api, queryClient, companyId: 'c', signals: createBudgetAndClock(Date.now), hasEvents: true },
    onChanged: () => undefined,
    onState: () => undefined,
    listen: (_companyId, to) => {
      stream.listener = to;
      return () => undefined;
    },
  });
  return { stop, report: (id: string) => stream.listener?.onChanged?.({ appointments: [id] }) };
}

test('a change reported by the stream is read immediately, and not as a background read', async () => {
  const { stop, report } = startWithStream();
  await vi.advanceTimersByTimeAsync(everyMs);
  const before = purposes.length;
  expect(new Set(purposes)).toEqual(new Set(['poll']));
  report('a');
  await vi.advanceTimersByTimeAsync(1);
  expect(purposes.slice(before)).toEqual([null]);
  stop();
});

test('a reported appointment that is gone leaves its day, even if the first read after the report failed', async () => {
  cacheDay(1_000);
  const { stop, report } = startWithStream();
  await vi.advanceTimersByTimeAsync(everyMs);
  const isOld = () => queryClient.getQueryCache().findAll({ queryKey: listKeys.days() })[0]?.state.isInvalidated;
  failing = true;
  report('a');
  await vi.advanceTimersByTimeAsync(1);
  failing = false;
  expect(isOld()).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * streamEveryMs);
  expect(isOld()).toBe(true);
  stop();
});
