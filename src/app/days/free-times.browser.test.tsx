import '#app/zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Temporal } from 'temporal-polyfill';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { ApiContext, createApiClient } from '#app/api/api-client.ts';
import { BudgetAndClockContext, createBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { createQueryClient } from '#app/query-client.ts';
import { buildDesk, DeskContext } from '#app/session/use-desk.ts';
import { createUnnamedStore } from '#contract/received.ts';
import { dayInterval } from '#scheduling/calendar-day.ts';
import { sharedSession } from '#testing/desk-sessions.ts';
import { sharedCapabilities } from '#testing/practice-extensions.ts';
import { waitUntil } from '#testing/wait-until.ts';
import { type FreeTimes, useFreeTimes } from './free-times.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [companyId, storeId, roomId] = [id(1), id(2), id(3)] as const;
const HOUR = 3_600_000;
const zone = 'Europe/Berlin';
const store = {
  ...{ ...createUnnamedStore(storeId), companyId, name: 'North', timeZone: zone },
  openingHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '10:00' })),
  rooms: [{ id: roomId, name: 'Room 1', categories: [] }],
};
/** 1 June 2026 is a Monday. */
const DAY = '2026-06-01';
const monday = dayInterval(zone, DAY);
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

/** An appointment that takes up the only room while the store is open. */
const taken = (number: number, day: string) => ({
  ...{ id: id(number), companyId, storeId, roomId, petId: id(9), title: 'Milo', status: 'confirmed', employees: [] },
  ...{ start: `${day}T06:00:00.000Z`, end: `${day}T08:00:00.000Z` },
});
type Taken = ReturnType<typeof taken>;

/** A request from the web site for the same time, which needs the only room. */
const requestAt = (number: number, day: string) => ({
  ...{
    id: id(number),
    storeId,
    visitTypeId: id(8),
    petName: 'Bella',
    status: 'open',
    createdAt: `${day}T00:00:00.000Z`,
  },
  ...{ start: `${day}T06:00:00.000Z`, end: `${day}T08:00:00.000Z`, updatedAt: `${day}T00:00:00.000Z` },
});
const types = [{ id: id(8), name: 'Consultation', category: 'consult', durationMinutes: 30, isActive: true }];

interface Practice {
  appointments?: readonly Taken[];
  /** The ids of records that cannot be read. */
  unreadable?: readonly string[];
  /** Whether reading fails for days from a date on. */
  failsFrom?: string;
  /** The number of pages in every list; one by default. */
  pages?: number;
  /** The open requests from the web site; without them the practice system has none. */
  requests?: readonly ReturnType<typeof requestAt>[];
}

const searchSchema = z.object({ filter: z.unknown(), cursor: z.optional(z.nullable(z.string())) });

/** A practice system that answers searches, and the requests it received. */
function practiceOf({ appointments = [], unreadable = [], failsFrom, pages = 1, requests = [] }: Practice) {
  const bodies: string[] = [];
  const api = createApiClient({
    baseUrl: '',
    fetch: async (path, init) => {
      const listed = String(path).includes('/v1/online-requests')
        ? requests
        : String(path).includes('/v1/appointment-types')
          ? types
          : null;
      if (listed) return Response.json({ data: listed, nextCursor: null, totalCount: listed.length });
      const { filter, cursor } = searchSchema.parse(JSON.parse(String(init?.body)));
      const body = JSON.stringify(filter);
      bodies.push(body);
      const page = Number(cursor ?? 1);
      if (page < pages) return Response.json({ data: [], nextCursor: String(page + 1), totalCount: 1 });
      const days = [...body.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([text]) => text).sort();
      const [from = '', to = ''] = [days[0], days.at(-1)];
      if (failsFrom !== undefined && to > failsFrom) return new Response('', { status: 400 });
      const data = appointments.filter(({ start, end }) => end > from && start < to);
      const records = [...data, ...unreadable.map((of) => ({ id: of }))];
      return Response.json({ data: records, nextCursor: null, totalCount: records.length });
    },
  });
  return { api, bodies };
}

interface SearchProps {
  changes: Partial<Parameters<typeof useFreeTimes>[0]>;
  onFound: (found: FreeTimes) => void;
}

/** The free times of one hour from that Monday on. */
function Search({ changes, onFound }: SearchProps) {
  const found = useFreeTimes({
    ...{ store, stores: [store], employees: [], rooms: store.rooms, staff: null, petId: null },
    ...{ length: HOUR, from: monday.start, count: 1, now: 0, firstDay: monday, ahead: true },
    freshness: { currentSince: 0 },
    ...changes,
  });
  useEffect(() => onFound(found));
  return null;
}

const company = { id: companyId, name: 'Elm', stores: [store], storesListed: true };

/** The latest results of a search, and the number of requests. */
async function search(practice: Practice, changes: SearchProps['changes'] = {}) {
  const { api, bodies } = practiceOf(practice);
  const { listOnlineRequests } = sharedCapabilities;
  const capabilities = practice.requests && listOnlineRequests ? { listOnlineRequests } : {};
  const session = { ...sharedSession, capabilities };
  const queryClient = createQueryClient();
  onTestFinished(() => queryClient.clear());
  let latest: FreeTimes | null = null;
  const onFound = (found: FreeTimes) => {
    latest = found;
  };
  await render(
    <ApiContext value={api}>
      <BudgetAndClockContext value={createBudgetAndClock(Date.now)}>
        <QueryClientProvider client={queryClient}>
          <DeskContext value={buildDesk(session, [company], company)}>
            <Search changes={changes} onFound={onFound} />
          </DeskContext>
        </QueryClientProvider>
      </BudgetAndClockContext>
    </ApiContext>,
  );
  return (): FreeTimes & { requests: number } => {
    if (latest === null) throw new Error('Nothing was rendered.');
    return { ...latest, requests: bodies.length };
  };
}

/** The results of a search, once it has ended. */
async function searched(...args: Parameters<typeof search>) {
  const found = await search(...args);
  return waitUntil(() => {
    expect(found().state).not.toBe('loading');
    return found();
  });
}

const week = ['2026-06-01', '2026-06-02'];
const full = week.map((day, index) => taken(20 + index, day));

test('the first day with a free time ends the search', async () => {
  const { state, starts, requests } = await searched({});
  expect({ state, requests }).toEqual({ state: 'enough', requests: 1 });
  expect(starts).toEqual([{ start: at('2026-06-01T06:00Z'), employeeId: null, roomId }]);
});

test('a first day on the screen is loaded completely, any other in six requests at most', async () => {
  const { state, starts, requests } = await searched({ pages: 8 }, { isFirstShown: true });
  expect({ state, starts: starts.length, requests }).toEqual({ state: 'enough', starts: 1, requests: 8 });
  const limited = await searched({ pages: 8 });
  expect({ state: limited.state, requests: limited.requests }).toEqual({ state: 'ended', requests: 6 });
});

test('fully booked days are skipped', async () => {
  const { state, starts, span, requests } = await searched({ appointments: full });
  expect({ state, requests }).toEqual({ state: 'enough', requests: 2 });
  expect(starts.map(({ start }) => start)).toEqual([at('2026-06-03T06:00Z')]);
  expect(span.start).toBe(monday.start);
});

test('the time of the appointment being moved counts as free', async () => {
  const { starts, appointments } = await searched({ appointments: full }, { without: new Set([full[0]?.id ?? '']) });
  expect(starts.map(({ start }) => start)).toEqual([at('2026-06-01T06:00Z')]);
  expect(appointments).toEqual([]);
});

test('the time of a request from the web site is held, but not from the booking of that request', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('2026-06-01T00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const requests = [requestAt(40, '2026-06-01')];
  const { starts, held } = await searched({ requests });
  expect(starts.map(({ start }) => start)).toEqual([at('2026-06-02T06:00Z')]);
  expect(held).toMatchObject([{ id: id(40), name: 'Bella', visitTypeCategory: 'consult' }]);
  const own = await searched({ requests }, { without: new Set([id(40)]) });
  expect(own.starts.map(({ start }) => start)).toEqual([at('2026-06-01T06:00Z')]);
});

test('if no start is wanted, only the first day is loaded', async () => {
  const { state, starts, span, appointments, requests } = await searched({ appointments: full }, { count: 0 });
  expect({ state, starts, span, requests }).toEqual({ state: 'enough', starts: [], span: monday, requests: 1 });
  expect(appointments.map((one) => one.id)).toEqual([full[0]?.id]);
});

test('a day that fails to load ends the search, and earlier results stay', async () => {
  const first = await searched({ failsFrom: '2026-05-01' });
  expect(first).toMatchObject({ state: 'failed', starts: [], span: { start: monday.start, end: monday.start } });
  const later = await searched({ appointments: full, failsFrom: '2026-06-02' });
  expect(later).toMatchObject({ state: 'failed', starts: [], span: monday });
  expect(later.appointments).toHaveLength(1);
});

test('a day that may have changed unnoticed counts as not loaded', async () => {
  const stale = await searched({}, { freshness: { currentSince: Number.POSITIVE_INFINITY } });
  expect(stale).toMatchObject({ state: 'failed', starts: [] });
});

test('nothing is requested before it is allowed', async () => {
  const first = await search({}, { begin: false });
  await waitUntil(() => expect(first()).toMatchObject({ state: 'loading', requests: 0 }));
  const later = await search({ appointments: full }, { ahead: false });
  await waitUntil(() => expect(later()).toMatchObject({ state: 'loading', span: monday, requests: 1 }));
});

test('unreadable records are counted', async () => {
  expect((await searched({ unreadable: [id(7), id(8)] })).unreadable).toBe(2);
});
