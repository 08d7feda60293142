import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { type AppointmentPage, appointmentQueries, searchAppointments } from '#app/api/appointments.ts';
import { createQueryClient } from '#app/query-client.ts';
import { type ReceivedAppointment, receivedAppointmentSchema } from '#contract/received.ts';
import { applyChanges, oldestReading } from './apply-changes.ts';

const api = createApiClient({
  baseUrl: 'http://desk.test',
  fetch: () => Promise.reject(new Error('nothing is asked')),
});

function appointment(id: string, more: Partial<ReceivedAppointment> = {}): ReceivedAppointment {
  const start = '2026-03-10T14:00:00.000Z';
  return { ...receivedAppointmentSchema.parse({ id, petId: 'bella', clientId: 'maria', start, end: start }), ...more };
}

test('a change reaches the visits of its pet and its client, and nobody else’s', () => {
  const queryClient = new QueryClient();
  const keys = {
    bella: appointmentQueries.ofPatient(api, 'c', { petId: 'bella' }).queryKey,
    maria: appointmentQueries.ofPatient(api, 'c', { clientId: 'maria' }).queryKey,
    rex: appointmentQueries.ofPatient(api, 'c', { petId: 'rex' }).queryKey,
    elsewhere: appointmentQueries.ofPatient(api, 'other', { petId: 'bella' }).queryKey,
  };
  const page: AppointmentPage = { records: [appointment('known')], unresolvedIds: [], nextCursor: null, totalCount: 1 };
  for (const queryKey of Object.values(keys)) queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] });
  const idsOf = (queryKey: readonly unknown[]) =>
    queryClient
      .getQueryData<{ pages: AppointmentPage[] }>(queryKey)
      ?.pages.flatMap(({ records }) => records.map(({ id }) => id));

  const records = [appointment('new'), appointment('known', { petId: 'rex', clientId: 'tom' })];
  applyChanges(queryClient, 'c', { records, unresolvedIds: [] });
  expect(idsOf(keys.bella)).toEqual(['new']);
  expect(idsOf(keys.maria)).toEqual(['new']);
  expect(idsOf(keys.rex)).toEqual(['known']);
  expect(idsOf(keys.elsewhere)).toEqual(['known']);
});

test('what has moved to another day does not come back by an answer that was overtaken', () => {
  const queryClient = new QueryClient();
  const day = { companyId: 'c', storeIds: [], from: '2026-03-10T00:00:00.000Z', to: '2026-03-11T00:00:00.000Z' };
  const { queryKey } = appointmentQueries.day(api, day);
  const before = appointment('a', { updatedAt: '2026-03-09T08:00:00.000Z' });
  const page: AppointmentPage = { records: [before], unresolvedIds: [], nextCursor: null, totalCount: 1 };
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [null] });
  const shown = () => queryClient.getQueryData(queryKey)?.pages.flatMap(({ records }) => records.map(({ id }) => id));
  const [start, end] = ['2026-03-12T15:00:00.000Z', '2026-03-12T15:30:00.000Z'];
  const moved = appointment('a', { start, end, updatedAt: '2026-03-09T09:00:00.000Z' });
  applyChanges(queryClient, 'c', { records: [moved], unresolvedIds: [] });
  expect(shown()).toEqual([]);
  expect(applyChanges(queryClient, 'c', { records: [before], unresolvedIds: [] })).toEqual([]);
  expect(shown()).toEqual([]);
  const back = { ...before, updatedAt: '2026-03-09T10:00:00.000Z' };
  applyChanges(queryClient, 'c', { records: [back], unresolvedIds: [] });
  expect(shown()).toEqual(['a']);
});

test('a list is as old as the oldest of its pages, since that was asked for', () => {
  const queryClient = new QueryClient();
  const { queryKey } = appointmentQueries.ofPatient(api, 'c', { petId: 'bella' });
  const page: AppointmentPage = { records: [], unresolvedIds: [], nextCursor: null, totalCount: 0 };
  expect(oldestReading(queryClient, 'c')).toBeNull();
  const pages = [{ ...page, askedAt: 1_000 }, { ...page, askedAt: 70_000 }, page];
  queryClient.setQueryData(queryKey, { pages, pageParams: [] }, { updatedAt: 90_000 });
  expect(oldestReading(queryClient, 'c')).toBe(1_000);
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [] }, { updatedAt: 90_000 });
  expect(oldestReading(queryClient, 'c')).toBe(90_000);
});

test('a page knows when it was asked for, however late it comes', async () => {
  vi.useFakeTimers({ now: 5_000 });
  onTestFinished(() => void vi.useRealTimers());
  const late = createApiClient({
    baseUrl: 'http://desk.test',
    async fetch() {
      vi.setSystemTime(65_000);
      return Response.json({ data: [], nextCursor: null, hasMore: false, totalCount: 0 });
    },
  });
  expect((await searchAppointments(late, { companyId: 'c' })).askedAt).toBe(5_000);
});

describe('a list that is loaded while something changes', () => {
  const day = { companyId: 'c', storeIds: [], from: '2026-03-10T00:00:00.000Z', to: '2026-03-11T00:00:00.000Z' };
  const before = { start: '2026-03-10T14:00:00.000Z', updatedAt: '2026-03-09T08:00:00.000Z' };
  const after = { start: '2026-03-10T15:00:00.000Z', updatedAt: '2026-03-09T09:00:00.000Z' };
  const pageOf = (records: ReceivedAppointment[], nextCursor: string | null = null): AppointmentPage => ({
    records,
    unresolvedIds: [],
    nextCursor,
    totalCount: records.length,
  });
  let queryClient: QueryClient;
  /** Answers the request that is under way. */
  let answer: (page: AppointmentPage) => void;
  const query = {
    ...appointmentQueries.day(api, day),
    queryFn: () =>
      new Promise<AppointmentPage>((resolve) => {
        answer = resolve;
      }),
  };
  const startsOf = () => {
    const { pages = [] } = queryClient.getQueryData<InfiniteData<AppointmentPage>>(query.queryKey) ?? {};
    return pages.flatMap(({ records }) => records).map(({ id, start }) => `${id} ${start.slice(8, 13)}`);
  };

  beforeEach(() => {
    queryClient = createQueryClient();
  });

  test.each([
    ['moved', [appointment('a', after)], ['a 10T15']],
    [
      'moved away',
      [appointment('a', { ...after, start: '2026-03-12T15:00:00.000Z', end: '2026-03-12T15:30:00.000Z' })],
      [],
    ],
    ['booked', [appointment('a', before), appointment('b', after)], ['b 10T15', 'a 10T14']],
  ])('shows what was %s meanwhile, though its answer is older', async (_, records, shown) => {
    queryClient.setQueryData(query.queryKey, { pages: [pageOf([appointment('a', before)])], pageParams: [null] });
    const loaded = queryClient.fetchInfiniteQuery({ ...query, staleTime: 0 });
    applyChanges(queryClient, 'c', { records, unresolvedIds: [] });
    answer(pageOf([appointment('a', before)]));
    await loaded;
    expect(startsOf()).toEqual(shown);
    const again = queryClient.fetchInfiniteQuery({ ...query, staleTime: 0 });
    answer(pageOf([appointment('a', before)]));
    await again;
    expect(startsOf()).toEqual(['a 10T14']);
  });

  test('brings nothing back by a later answer where the loading was broken off', async () => {
    queryClient.setQueryData(query.queryKey, { pages: [pageOf([appointment('a', before)])], pageParams: [null] });
    const loaded = queryClient.fetchInfiniteQuery({ ...query, staleTime: 0 });
    applyChanges(queryClient, 'c', { records: [appointment('a', after)], unresolvedIds: [] });
    await queryClient.cancelQueries({ queryKey: query.queryKey });
    await loaded.catch(() => null);
    expect(startsOf()).toEqual(['a 10T15']);
    const again = queryClient.fetchInfiniteQuery({ ...query, staleTime: 0 });
    answer(pageOf([]));
    await again;
    expect(startsOf()).toEqual([]);
  });

  test('shows it when it is loaded for the first time, and when a further page joins', async () => {
    const observer = new InfiniteQueryObserver(queryClient, query);
    const leave = observer.subscribe(() => undefined);
    applyChanges(queryClient, 'c', { records: [appointment('a', after)], unresolvedIds: [] });
    answer(pageOf([appointment('a', before), appointment('b', before)], 'more'));
    await vi.waitFor(() => expect(startsOf()).toEqual(['a 10T15', 'b 10T14']));
    const further = observer.fetchNextPage();
    applyChanges(queryClient, 'c', { records: [appointment('b', after), appointment('d', after)], unresolvedIds: [] });
    answer(pageOf([appointment('c', before), appointment('d', before)]));
    await further;
    expect(startsOf()).toEqual(['a 10T15', 'b 10T15', 'c 10T14', 'd 10T15']);
    leave();
  });
});
