import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import { createQueryClient } from '#app/query-client.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { appointment } from '#testing/changing-practice.ts';
import {
  type AppointmentList,
  cacheAppointment,
  cacheResponse,
  filterVisibleIds,
  findLoadedAppointment,
  listKeys,
  loadedAppointments,
  loadedContent,
  loadedIntervals,
  nextTimestamp,
  oldestReadTime,
  reloadListsOfAppointments,
  removeAppointment,
} from './appointment-store.ts';
import { appointmentQueries, readListPage } from './appointments.ts';

/** The searches that are pending; each is answered with records and, if there are more, a cursor. */
let answers: ((records: ReceivedAppointment[], nextCursor?: string) => void)[];
const api = createApiClient({
  baseUrl: 'http://desk.test',
  fetch: () =>
    new Promise((resolve) => {
      answers.push((records, nextCursor) =>
        resolve(Response.json({ data: records, nextCursor: nextCursor ?? null, hasMore: !!nextCursor, totalCount: 0 })),
      );
    }),
});
const day = {
  ...{ companyId: 'c', storeIds: [] },
  ...{ from: '2026-06-02T00:00:00.000Z', to: '2026-06-03T00:00:00.000Z' },
};
const before = { start: '2026-06-02T09:00:00.000Z', updatedAt: '2026-06-01T08:00:00.000Z' };
const after = { start: '2026-06-02T10:00:00.000Z', updatedAt: '2026-06-01T09:00:00.000Z' };
const away = { start: '2026-06-05T10:00:00.000Z', end: '2026-06-05T10:30:00.000Z', updatedAt: after.updatedAt };

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = createQueryClient();
  answers = [];
});

const idsOn = (list: AppointmentList = day) =>
  loadedContent(queryClient, list)?.appointments.map(({ id, start }) => `${id} ${start.slice(8, 13)}`) ?? null;
const receive = (...records: ReceivedAppointment[]) => {
  for (const record of records) cacheAppointment(queryClient, 'c', record);
};
async function load(...records: ReceivedAppointment[]) {
  const loading = queryClient.fetchInfiniteQuery({ ...appointmentQueries.day(api, day), staleTime: 0 });
  await vi.waitFor(() => expect(answers).not.toHaveLength(0));
  answers.shift()?.(records);
  await loading;
}

test('a removed appointment leaves every list immediately, and pending requests do not bring it back', async () => {
  const observer = new InfiniteQueryObserver(queryClient, appointmentQueries.day(api, day));
  onTestFinished(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers.shift()?.([appointment('a', before), appointment('b', before)]);
  await vi.waitFor(() => expect(idsOn()).toHaveLength(2));
  void queryClient.refetchQueries();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  removeAppointment(queryClient, 'c', 'a');
  expect(idsOn()).toEqual(['b 02T09']);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers.shift()?.([appointment('a', before), appointment('b', before)]);
  answers.shift()?.([appointment('b', before)]);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(idsOn()).toEqual(['b 02T09']);
});

test('a change reaches only the lists of its day, pet and client', async () => {
  const own = { petId: 'bella', clientId: 'maria' };
  const lists = [
    { companyId: 'c', petId: 'bella' },
    { companyId: 'c', clientId: 'maria' },
    { companyId: 'c', petIds: ['bella', 'tom'] },
    day,
    { companyId: 'c', petId: 'rex' },
    { companyId: 'other', petId: 'bella' },
  ];
  for (const list of lists) {
    const page = {
      ids: [],
      unresolvedIds: [],
      nextCursor: null,
      totalCount: 0,
      requestedAt: nextTimestamp(queryClient),
    };
    queryClient.setQueryData(listKeys.of(list), { pages: [page], pageParams: [null] });
  }
  receive(appointment('a', own));
  expect(lists.map((list) => idsOn(list)?.length)).toEqual([1, 1, 1, 1, 0, 0]);
  expect(loadedAppointments(queryClient, 'c')).toHaveLength(1);
  receive(appointment('a', { petId: 'rex', clientId: 'tom', updatedAt: after.updatedAt }));
  expect(lists.map((list) => idsOn(list)?.length)).toEqual([0, 0, 0, 1, 1, 0]);
});

describe('a day that is loading while something changes', () => {
  test.each([
    ['moved', [appointment('a', after)], ['a 02T10']],
    ['moved away', [appointment('a', away)], []],
    ['booked', [appointment('a', before), appointment('b', after)], ['a 02T09', 'b 02T10']],
  ])('shows the appointment that was %s meanwhile, although the answer is older', async (_, records, expected) => {
    await load(appointment('a', before));
    const loading = load(appointment('a', before));
    receive(...records);
    await loading;
    expect(idsOn()).toEqual(expected);
  });

  test('shows it on first load, and when a further page arrives', async () => {
    const observer = new InfiniteQueryObserver(queryClient, appointmentQueries.day(api, day));
    onTestFinished(observer.subscribe(() => undefined));
    receive(appointment('a', after));
    answers.shift()?.([appointment('a', before), appointment('b', before)], 'more');
    await vi.waitFor(() => expect(idsOn()).toEqual(['a 02T10', 'b 02T09']));
    const further = observer.fetchNextPage();
    receive(appointment('b', after), appointment('d', after));
    await vi.waitFor(() => expect(answers).not.toHaveLength(0));
    answers.shift()?.([appointment('c', before), appointment('d', before)]);
    await further;
    expect(idsOn()).toEqual(['a 02T10', 'b 02T10', 'd 02T10', 'c 02T09']);
  });
});

test('a list that is read again without an appointment no longer shows it, wherever the appointment went', async () => {
  await load(appointment('a', before), appointment('b', before));
  await load(appointment('b', before));
  expect(idsOn()).toEqual(['b 02T09']);
  expect(findLoadedAppointment(queryClient, 'c', 'a')).toBeNull();
});

test('an answer reports the ids of new and changed versions', async () => {
  await load(appointment('a', before), appointment('b', before));
  const at = nextTimestamp(queryClient);
  const records = [appointment('a', before), appointment('b', after), appointment('c', after)];
  const changed = cacheResponse(queryClient, 'c', { records, unresolvedIds: ['x'], requestedAt: at, receivedAt: at });
  expect(changed).toEqual(['b', 'c']);
});

test('a list is as old as the request for its first page, however late its pages arrived', async () => {
  vi.useFakeTimers({ now: 5_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(oldestReadTime(queryClient, 'c')).toBeNull();
  const loading = queryClient.fetchInfiniteQuery({ ...appointmentQueries.day(api, day), pages: 2 });
  await vi.advanceTimersByTimeAsync(60_000);
  answers.shift()?.([], 'more');
  await vi.advanceTimersByTimeAsync(1);
  answers.shift()?.([]);
  await loading;
  expect(oldestReadTime(queryClient, 'c')).toBeCloseTo(5_000, 0);
});

test('only lists that show the appointment are read again', async () => {
  await load(appointment('a', before));
  const isOld = () => queryClient.getQueryState(listKeys.of(day))?.isInvalidated;
  reloadListsOfAppointments(queryClient, 'c', new Set(['b']));
  expect(isOld()).toBe(false);
  reloadListsOfAppointments(queryClient, 'c', new Set(['a']));
  expect(isOld()).toBe(true);
});

test('only complete days count as loaded times', async () => {
  const page = { ids: [], unresolvedIds: [], nextCursor: 'more', totalCount: 0, requestedAt: 1 };
  queryClient.setQueryData(listKeys.of(day), { pages: [page], pageParams: [null] });
  expect(loadedIntervals(queryClient, 'c', 's')).toEqual([]);
  await load();
  expect(loadedIntervals(queryClient, 'c', 's')).toEqual([{ start: Date.parse(day.from), end: Date.parse(day.to) }]);
});

test('appointments that no list shows are dropped some time after their last list', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await load(appointment('a', before));
  const other = { ...day, from: day.to, to: '2026-06-04T00:00:00.000Z' };
  const page = { ids: [], unresolvedIds: [], nextCursor: null, totalCount: 0, requestedAt: nextTimestamp(queryClient) };
  queryClient.setQueryData(listKeys.of(other), { pages: [page], pageParams: [null] });
  const isStored = () => {
    queryClient.setQueryData(listKeys.of(day), { pages: [{ ...page, ids: ['a'] }], pageParams: [null] });
    return idsOn()?.length === 1;
  };
  queryClient.removeQueries({ queryKey: listKeys.of(day) });
  expect(isStored()).toBe(true);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  queryClient.removeQueries({ queryKey: listKeys.of(other) });
  expect(isStored()).toBe(true);
  queryClient.removeQueries({ queryKey: listKeys.of(day) });
  expect(isStored()).toBe(false);
});

test('a reset by another person clears the store', async () => {
  await load(appointment('a', before));
  await queryClient.resetQueries();
  expect(idsOn()).toBeNull();
  await load();
  expect(idsOn()).toEqual([]);
});

test('an aborted read leaves nothing behind, and only lists on the screen report changes', async () => {
  await load(appointment('a', before), appointment('b', away));
  expect(filterVisibleIds(queryClient, 'c', ['a'])).toEqual([]);
  onTestFinished(new InfiniteQueryObserver(queryClient, appointmentQueries.day(api, day)).subscribe(() => undefined));
  expect(filterVisibleIds(queryClient, 'c', ['a', 'b', 'unknown'])).toEqual(['a']);
  const abortController = new AbortController();
  const search = { companyId: 'c', filter: {} };
  const reading = readListPage(api, queryClient, search, { signal: abortController.signal });
  abortController.abort();
  answers.shift()?.([appointment('c', before)]);
  await expect(reading).rejects.toThrow();
  expect(idsOn()).toEqual(['a 02T09']);
});
