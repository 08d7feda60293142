import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { findLoadedAppointment, listKeys } from '#app/api/appointment-store.ts';
import { createBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { clientQueries } from '#app/api/clients.ts';
import type { DeskListener } from '#app/api/desk-events.ts';
import { petQueries } from '#app/api/pets.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { employeeQueries } from '#app/api/reference.ts';
import { availabilityQueries } from '#app/days/availability.ts';
import type { PollState } from '#app/days/live-state.ts';
import { createQueryClient } from '#app/query-client.ts';
import { calls } from '#contract/calls.ts';
import type { DeskChangedEvent } from '#contract/desk-events.ts';
import { livePolling } from '#contract/live-polling.ts';
import { messageCalls } from '#contract/message-calls.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { rounds } from '#testing/rounds.ts';
import { MIN_READ_INTERVAL_MS } from './follow-events.ts';
import { startPolling } from './polling.ts';

const { everyMs, streamEveryMs, settleMs, spreadMs } = livePolling;
/** The longest time that interval polling leaves a change unseen. */
const within = (interval: number) => interval + settleMs + spreadMs + 100;
const LATENCY_MS = 20;

/** A practice, its event stream, and a board that shows it; the test controls the clock. */
function createDesk() {
  const queryClient = createQueryClient();
  const records = new Map<string, { record: ReceivedAppointment; committedAt: number }>();
  const polls: number[] = [];
  const highlighted: string[] = [];
  const faults = { polls: false, stream: false };
  let listener: DeskListener = {};
  let pollState: PollState | null = null;

  const api = createApiClient({
    baseUrl: 'http://desk.test',
    async fetch(input) {
      const since = Date.parse(new URL(String(input)).searchParams.get('updatedSince') ?? '');
      polls.push(Date.now());
      const found = [...records.values()].flatMap(({ record }) =>
        Date.parse(record.updatedAt ?? '') > since ? [record] : [],
      );
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      if (faults.polls) throw new TypeError('no network');
      return Response.json({ data: found, nextCursor: null, hasMore: false, totalCount: found.length });
    },
  });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  const day = { companyId: 'c', storeIds: [], from: '2026-06-02T00:00:00Z', to: '2026-06-03T00:00:00Z' };
  const dayKey = listKeys.of(day);
  queryClient.setQueryData(dayKey, {
    pages: [{ ids: [], unresolvedIds: [], nextCursor: null, totalCount: 0, requestedAt: Date.now() }],
    pageParams: [null],
  });

  const polling = startPolling({
    api,
    queryClient,
    signals: createBudgetAndClock(Date.now),
    companyId: 'c',
    hasEvents: true,
    listen(_, joining) {
      listener = joining;
      return () => {
        listener = {};
      };
    },
    onChanged: (ids) => highlighted.push(...ids),
    onState: (state) => {
      pollState = state;
    },
  });

  /** Like the gateway: every five seconds, while a stream is open and visible. */
  const isOpen = () => faults.stream && page.visibilityState === 'visible';
  const sign = () => isOpen() && listener.onState?.({ live: true });
  const ticking = setInterval(sign, 5_000);

  const desk = {
    ...{ queryClient, api, dayKey, polls, highlighted, faults },
    known: () => pollState,
    interval: () => pollState?.everyMs,
    ageMs: () => Date.now() - (pollState?.upToDateAt ?? 0),
    version: (id: string) => findLoadedAppointment(queryClient, 'c', id)?.updatedAt ?? null,
    committed: () => [...records.values()],
    open() {
      faults.stream = true;
      sign();
    },
    cut() {
      faults.stream = false;
      listener.onState?.(null);
    },
    reset: () => isOpen() && listener.onReset?.(),
    tell: (changed: DeskChangedEvent) => isOpen() && listener.onChanged?.(changed),
    show(visibilityState: 'visible' | 'hidden') {
      page.visibilityState = visibilityState;
      if (visibilityState === 'hidden') listener.onState?.(null);
      page.dispatchEvent(new Event('visibilitychange'));
      sign();
    },
    /** Another desk changes an appointment; the change is stamped some time before it is committed. */
    change(id: string, how: 'reported' | 'left out' = 'reported', stampedMs = 0) {
      const { companyId: _c, storeIds: _s, ...span } = day;
      const times = { start: span.from, end: '2026-06-02T01:00:00Z' };
      const grown = Date.parse(records.get(id)?.record.updatedAt ?? '') + 1;
      const stamped = Math.max(Date.now() - stampedMs, grown || 0);
      const record = { id, ...times, updatedAt: new Date(stamped).toISOString() } as ReceivedAppointment;
      records.set(id, { record, committedAt: Date.now() });
      if (how === 'reported') desk.tell({ appointments: [id] });
      return record.updatedAt;
    },
    /** Another desk removes a booking. */
    remove(id: string) {
      records.delete(id);
      desk.tell({ appointments: [id] });
    },
    async live() {
      await vi.advanceTimersByTimeAsync(0);
      desk.open();
      await vi.advanceTimersByTimeAsync(spreadMs + LATENCY_MS);
      expect(desk.interval()).toBe(streamEveryMs);
    },
    leave() {
      clearInterval(ticking);
      polling.stop();
    },
  };
  return desk;
}

let desk: ReturnType<typeof createDesk>;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-02T09:00:00Z') });
  desk = createDesk();
});
afterEach(() => {
  desk.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a board whose practice system reports changes', () => {
  test('reads reported changes immediately, is polled once a minute, and is current as of the last poll', async () => {
    await desk.live();
    await pass(10_000);
    const before = desk.polls.length;
    expect(desk.version('a')).toBeNull();
    const version = desk.change('a');
    await pass(LATENCY_MS);
    expect(desk.version('a')).toBe(version);
    expect(desk.highlighted).toEqual(['a']);
    for (let second = 0; second < 600; second += 1) {
      await pass(1_000);
      expect(desk.ageMs()).toBeLessThanOrEqual(within(streamEveryMs));
    }
    expect(desk.polls.length - before).toBeLessThanOrEqual(Math.ceil(600_000 / streamEveryMs) + 1);
    expect(desk.polls.length - before).toBeGreaterThanOrEqual(Math.floor(600_000 / streamEveryMs));
  });

  test('is polled for missed changes when the stream starts, and at the usual rate whenever it is lost', async () => {
    await pass(3 * everyMs);
    expect(desk.polls).toHaveLength(3);
    desk.change('before');
    desk.open();
    await pass(spreadMs + LATENCY_MS);
    expect(desk.version('before')).not.toBeNull();
    expect(desk.interval()).toBe(streamEveryMs);
    await pass(30_000);
    const before = desk.polls.length;
    desk.cut();
    expect(desk.interval()).toBe(everyMs);
    await pass(LATENCY_MS);
    expect(desk.polls.length).toBe(before + 1);
    await pass(5 * everyMs);
    expect(desk.polls.length).toBe(before + 6);
  });

  test('reads reported changes immediately, then at most every two seconds, and never misses the last', async () => {
    await desk.live();
    await pass(20_000);
    const before = desk.polls.length;
    for (let change = 0; change < 40; change += 1) {
      desk.change(`${change}`);
      await pass(100);
    }
    const last = desk.change('last');
    await pass(1_000);
    // Current only as of the time before the unread change.
    expect(desk.version('last')).toBeNull();
    expect(desk.ageMs()).toBeGreaterThanOrEqual(1_000);
    await pass(MIN_READ_INTERVAL_MS);
    expect(desk.version('last')).toBe(last);
    expect(desk.polls.length - before).toBeLessThanOrEqual(4);
  });

  test('a pending poll does not count as having read changes reported meanwhile', async () => {
    await desk.live();
    await pass(20_000);
    desk.change('a');
    await pass(LATENCY_MS / 2);
    desk.change('a');
    const second = Date.now();
    await pass(LATENCY_MS);
    desk.open();
    expect(desk.known()?.upToDateAt).toBeLessThanOrEqual(second);
    await pass(2 * MIN_READ_INTERVAL_MS);
    expect(desk.known()?.upToDateAt).toBeGreaterThan(second);

    await pass(20_000);
    desk.change('b');
    await pass(LATENCY_MS / 2);
    desk.change('missed', 'left out');
    desk.reset();
    await pass(LATENCY_MS + 2 * MIN_READ_INTERVAL_MS + spreadMs);
    expect(desk.version('missed')).not.toBeNull();
    expect(desk.interval()).toBe(streamEveryMs);
  });

  test('a change without an event is read by the next poll, and events without a change cost a poll every two seconds', async () => {
    await desk.live();
    await pass(20_000);
    const version = desk.change('missing', 'left out');
    await pass(within(streamEveryMs));
    expect(desk.version('missing')).toBe(version);
    const before = desk.polls.length;
    for (let second = 0; second < 60; second += 1) {
      desk.tell({ appointments: ['nothing'] });
      await pass(1_000);
    }
    expect(desk.polls.length - before).toBeLessThanOrEqual(60_000 / MIN_READ_INTERVAL_MS + 2);
    expect(desk.interval()).toBe(streamEveryMs);
  });

  test('after a failed poll it is polled as without a stream, and current as of the previous poll', async () => {
    await desk.live();
    desk.faults.polls = true;
    while (desk.known()?.failures === 0) await pass(1_000);
    expect(desk.known()).toMatchObject({ everyMs, failures: 1 });
    await pass(2 * everyMs);
    expect(desk.known()).toMatchObject({ everyMs, failures: 3 });
    expect(desk.ageMs()).toBeGreaterThan(2 * everyMs);
    desk.faults.polls = false;
    await pass(within(everyMs));
    expect(desk.known()).toMatchObject({ everyMs: streamEveryMs, failures: 0 });
  });

  test('a hidden page is polled rarely, and is not live again until it has polled', async () => {
    await desk.live();
    desk.show('hidden');
    await pass(10 * streamEveryMs);
    expect(desk.polls.length).toBeLessThanOrEqual(13);
    await pass(20_000);
    const version = desk.change('meanwhile');
    desk.show('visible');
    expect(desk.known()).toMatchObject({ isWaking: true });
    await pass(LATENCY_MS);
    expect(desk.known()).toMatchObject({ isWaking: false });
    expect(desk.version('meanwhile')).toBe(version);
  });

  test('a deleted appointment leaves the day', async () => {
    await desk.live();
    desk.change('a');
    await pass(LATENCY_MS);
    const isStale = () => desk.queryClient.getQueryState(desk.dayKey)?.isInvalidated;
    expect(isStale()).toBe(false);
    desk.tell({ appointments: ['elsewhere'] });
    await pass(MIN_READ_INTERVAL_MS * 2);
    expect(isStale()).toBe(false);
    desk.remove('a');
    await pass(MIN_READ_INTERVAL_MS * 4);
    expect(isStale()).toBe(true);
  });

  test('loaded clients and pets are reloaded when one changes, but not a long list of all', async () => {
    await desk.live();
    await pass(10_000);
    const names = petQueries.names(desk.api, { companyId: 'c' }).queryKey;
    const lookup = clientQueries.lookup(desk.api, { companyId: 'c', text: 'bo' }).queryKey;
    const page = { records: [], unresolvedIds: [], nextCursor: null, totalCount: 0 };
    const load = (pages: number) => {
      desk.queryClient.setQueryData(names, { pages: Array(pages).fill(page), pageParams: Array(pages).fill(null) });
      desk.queryClient.setQueryData(lookup, { pages: [page], pageParams: [null] });
    };
    const stale = () => [names, lookup].map((key) => desk.queryClient.getQueryState(key)?.isInvalidated);
    load(1);
    desk.tell({ availability: true });
    expect(stale()).toEqual([false, false]);
    desk.tell({ clients: ['x'] });
    expect(stale()).toEqual([true, true]);
    await pass(MIN_READ_INTERVAL_MS);
    load(30);
    desk.tell({ pets: true });
    expect(stale()).toEqual([false, true]);
  });

  test('the plan, lists and practice are reloaded when they change, at a limited rate, and the last change is never missed', async () => {
    await desk.live();
    await pass(10_000);
    const plan = availabilityQueries.week(desk.api, { companyId: 'c', monday: '2026-06-01' }).queryKey;
    const waiting = queryKeyOf(calls.listWaitingList, 'all');
    const staff = employeeQueries.ofCompany(desk.api, 'c').queryKey;
    const requests = queryKeyOf(messageCalls.listOnlineRequests, 'all');
    const recalls = queryKeyOf(messageCalls.listRecalls, 'all');
    const nothing = { records: [], unresolvedIds: [] };
    const all = [plan, waiting, requests, recalls, staff];
    const stale = () => all.map((key) => desk.queryClient.getQueryState(key)?.isInvalidated);
    const load = () => {
      for (const key of all) desk.queryClient.setQueryData(key, nothing);
    };
    load();
    desk.tell({ availability: true });
    expect(stale()).toEqual([true, false, false, false, false]);
    load();
    desk.tell({ availability: true, practice: true });
    expect(stale()).toEqual([false, false, false, false, true]);
    desk.tell({ waitingList: true });
    expect(stale()).toEqual([false, true, false, false, true]);
    desk.tell({ onlineRequests: true });
    expect(stale()).toEqual([false, true, true, false, true]);
    desk.tell({ recalls: true });
    expect(stale()).toEqual([false, true, true, true, true]);
    await pass(MIN_READ_INTERVAL_MS);
    expect(stale()).toEqual([true, true, true, true, true]);
    load();
    await pass(everyMs);
    expect(stale()).toEqual([false, false, false, false, false]);
    desk.tell({ appointments: ['a'] });
    expect(stale()).toEqual([false, false, false, true, false]);
    desk.reset();
    await pass(MIN_READ_INTERVAL_MS);
    expect(stale()).toEqual([true, true, true, true, true]);
    load();
    desk.cut();
    desk.open();
    await pass(MIN_READ_INTERVAL_MS);
    expect(stale()).toEqual([true, true, true, true, false]);
  });

  test('whatever happens to stream and network, no change is missed and no outdated time counts as current', async () => {
    const change = fc.record({
      kind: fc.constant('change' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      how: fc.constantFrom('reported' as const, 'reported' as const, 'left out' as const),
      stampedMs: fc.constantFrom(0, 0, 5_000, 20_000),
    });
    const other = fc.record({
      kind: fc.constantFrom('open' as const, 'cut' as const, 'reset' as const, 'fail' as const, 'work' as const),
    });
    const visibility = fc.record({
      kind: fc.constant('show' as const),
      to: fc.constantFrom('visible' as const, 'hidden' as const),
    });
    const step = fc.record({
      ms: fc.constantFrom(0, 10, 400, 3_000, 20_000, 90_000),
      act: fc.oneof({ weight: 3, arbitrary: change }, other, visibility),
    });
    const script = fc.array(step, { minLength: 5, maxLength: 25 });

    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        desk.leave();
        desk = createDesk();
        await pass(0);
        let worksSince = Date.now();
        let seenSince = Date.now();
        let pace = { everyMs: desk.known()?.everyMs, since: Date.now() };
        const check = () => {
          const [now, shown] = [Date.now(), desk.known()];
          // Changes committed while the stream was relied on are read at the rate without it from then on.
          if (shown?.everyMs !== pace.everyMs) pace = { everyMs: shown?.everyMs, since: now };
          for (const { record, committedAt } of desk.committed()) {
            if (desk.version(record.id) === record.updatedAt) continue;
            const isClaimed = (shown?.upToDateAt ?? 0) > committedAt;
            expect(isClaimed, `${record.id} of ${committedAt} at ${now}`).toBe(false);
            const patience = now - Math.max(committedAt, worksSince, seenSince, pace.since);
            if (worksSince > 0 && shown) expect(patience).toBeLessThanOrEqual(within(shown.everyMs));
          }
        };
        for (const { ms, act } of steps) {
          if (act.kind === 'change') desk.change(act.id, act.how, act.stampedMs);
          else if (act.kind === 'show') {
            desk.show(act.to);
            seenSince = Date.now();
          } else if (act.kind === 'fail') desk.faults.polls = true;
          else if (act.kind === 'work') {
            desk.faults.polls = false;
            worksSince = Date.now();
          } else desk[act.kind]();
          if (desk.faults.polls) worksSince = Number.POSITIVE_INFINITY;
          for (let remaining = ms; remaining > 0; remaining -= 1_000) {
            await pass(Math.min(remaining, 1_000));
            check();
          }
        }
        desk.faults.polls = false;
        await pass(within(streamEveryMs));
        for (const { record } of desk.committed()) expect(desk.version(record.id)).toBe(record.updatedAt);
      }),
      {
        numRuns: rounds({ few: 15, ci: 60, many: 600 }),
        examples: [
          [
            [
              { ms: 0, act: { kind: 'open' as const } },
              { ms: 90_000, act: { kind: 'change' as const, id: 'a', how: 'reported' as const, stampedMs: 0 } },
              { ms: 20_000, act: { kind: 'change' as const, id: 'a', how: 'left out' as const, stampedMs: 0 } },
              { ms: 10, act: { kind: 'cut' as const } },
            ],
          ],
        ],
      },
    );
  });
});
