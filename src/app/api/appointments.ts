import {
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type ApiClient, type ReadOptions, useApi } from '#app/api/api-client.ts';
import { ApiError, createConflictReader, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { type ListPage, oldestPageRequestTime } from '#app/api/appointment-records.ts';
import {
  type AppointmentDay,
  type AppointmentList,
  cacheAppointment,
  cacheResponse,
  listKeys,
  nextTimestamp,
  type Span,
  type SpanList,
  useListContent,
} from '#app/api/appointment-store.ts';
import { useBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { cursorPaging, PAGE_LIMIT, useNextPage, walkPages } from '#app/api/pages.ts';
import { invalidate, pagedListQuery, queryKeyOf, readAll } from '#app/api/queries.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import { calls } from '#contract/calls.ts';
import { createDaySearch, searchBounds } from '#contract/day-search.ts';
import { livePolling, msToNextRefetch } from '#contract/live-polling.ts';
import { messageCalls } from '#contract/message-calls.ts';
import { type ReceivedAppointment, type ReceivedPage, receivedAppointmentSchema } from '#contract/received.ts';

export type AppointmentPage = ReceivedPage<ReceivedAppointment>;

/** Selects the appointments of a pet, or of all pets of a client. */
export type PetOrClientId = { petId: string } | { clientId: string };

interface ListSearch {
  api: ApiClient;
  list: AppointmentList;
  search: AppointmentSearchInput;
  purpose?: ReadOptions['purpose'];
}

/** The query that loads a list page by page: the pages contain ids, and the appointments go into the store. */
function listQuery({ api, list, search, purpose }: ListSearch) {
  return infiniteQueryOptions({
    queryKey: listKeys.of(list),
    queryFn: ({ pageParam, signal, client }) =>
      readListPage(api, client, { ...search, cursor: pageParam }, { signal, ...(purpose && { purpose }) }),
    ...cursorPaging,
    staleTime: 60_000,
  });
}

/** The query of a list that is loaded completely, with the same data shape as one that is loaded page by page. */
export function wholeListQuery(
  list: AppointmentList,
  readPage: (page: { cursor: string | null }, queryClient: QueryClient, signal: AbortSignal) => Promise<ListPage>,
) {
  return queryOptions({
    queryKey: listKeys.of(list),
    queryFn: async ({ signal, client }) => {
      const pages: ListPage[] = [];
      for await (const page of walkPages((cursor) => readPage({ cursor }, client, signal))) pages.push(page);
      return { pages };
    },
    staleTime: 60_000,
  });
}

/** Reads a page of a search into the store. */
export function readListPage(
  api: ApiClient,
  queryClient: QueryClient,
  search: AppointmentSearchInput,
  options: ReadOptions,
): Promise<ListPage> {
  return cacheListPage(queryClient, search.companyId, options, () => searchAppointments(api, search, options));
}

/** Reads a page of a list into the store. */
export async function cacheListPage(
  queryClient: QueryClient,
  companyId: string,
  { signal }: Pick<ReadOptions, 'signal'>,
  read: () => Promise<AppointmentPage>,
): Promise<ListPage> {
  const requestedAt = nextTimestamp(queryClient);
  const { records, ...page } = await read();
  // After an abort, for example because someone else signed in, the response must not be stored.
  signal?.throwIfAborted();
  const { unresolvedIds } = page;
  cacheResponse(queryClient, companyId, {
    ...{ records, unresolvedIds, requestedAt },
    receivedAt: nextTimestamp(queryClient),
  });
  return { ...page, ids: records.map(({ id }) => id), requestedAt };
}

export const appointmentQueries = {
  /**
   * Every appointment that overlaps the span: it starts within it, or started earlier and ends after `from`. `useDay`
   * and `useDays` load its pages; with the purpose `poll`, it is prefetched with the lowest priority.
   */
  day: (api: ApiClient, day: AppointmentDay, purpose?: 'poll') => ({
    ...listQuery({ api, list: day, search: createDaySearch(day), ...(purpose && { purpose }) }),
    // Polling keeps every loaded day up to date; only deleted appointments require a reload.
    staleTime: livePolling.refetchEveryMs,
  }),
  /** The query key of the results of the list of all appointments (`features/appointments`). */
  found: () => queryKeyOf(calls.searchAppointments, 'pages', 'found'),
  /** The appointments of a pet or a client at all times and stores, newest created first, page by page. */
  ofPatient: (api: ApiClient, companyId: string, patient: PetOrClientId) => {
    const filter = 'petId' in patient ? { petId: { eq: patient.petId } } : { clientId: { eq: patient.clientId } };
    return listQuery({ api, list: { companyId, ...patient }, search: { companyId, limit: PAGE_LIMIT, filter } });
  },
  /** The appointments of a few pets at all times and stores, newest created first, with low priority. */
  ofPets: (api: ApiClient, companyId: string, petIds: readonly string[]) => {
    const sorted = [...petIds].sort();
    return listQuery({
      ...{ api, list: { companyId, petIds: sorted }, purpose: 'poll' },
      search: { companyId, limit: PAGE_LIMIT, filter: { petId: { in: sorted } } },
    });
  },
  /**
   * All appointments that overlap a day, or any of at most {@link MAX_SPANS} spans in all accessible stores. A day is
   * the same query as {@link appointmentQueries.day}.
   */
  days: (api: ApiClient, list: AppointmentDay | SpanList) =>
    'spans' in list
      ? listQuery({ api, list, search: spansSearch(list.companyId, list.spans) })
      : appointmentQueries.day(api, list),
  /** The requests that start at or after an instant, newest created first, with low priority. */
  requests: (api: ApiClient, list: { companyId: string; requestedFrom: string }) => {
    const { companyId, requestedFrom } = list;
    const filter = { status: { eq: 'requested' as const }, start: { gte: requestedFrom } };
    return listQuery({ api, list, search: { companyId, limit: PAGE_LIMIT, filter }, purpose: 'poll' });
  },
  /**
   * The query key of the appointments that overlap the time being blocked, which are cached as a plain array of ids.
   */
  blocked: (companyId: string) => queryKeyOf(calls.searchAppointments, 'blocked', { companyId }),
};

/** The maximum number of spans in one search. */
export const MAX_SPANS = searchBounds.or.max;

/**
 * The resource that is blocked: a room, an employee, both, a store, or everything (all null). With both a room and an
 * employee, the search filters by neither, because an appointment of either one conflicts.
 */
interface BlockedResource {
  storeId: string | null;
  roomId: string | null;
  employeeId: string | null;
}

/**
 * The search for the appointments that overlap any of the spans, in all accessible stores. There may be at most
 * {@link MAX_SPANS} spans.
 */
export function spansSearch(
  companyId: string,
  spans: readonly Span[],
  { storeId, roomId, employeeId }: BlockedResource = { storeId: null, roomId: null, employeeId: null },
): AppointmentSearchInput {
  return {
    companyId,
    ...(storeId === null ? {} : { storeIds: [storeId] }),
    limit: PAGE_LIMIT,
    filter: {
      // An appointment without a length may end where a span starts.
      or: spans.map(({ from, to }) => ({ start: { lt: to }, end: { gte: from } })),
      // If both are blocked, an appointment of either one conflicts, so neither is a filter.
      ...(employeeId !== null && roomId === null ? { employeeId: { eq: employeeId } } : {}),
      ...(roomId !== null && employeeId === null ? { roomId: { eq: roomId } } : {}),
    },
  };
}

/** One page of a search (section 4.4 of the specification). */
export function searchAppointments(
  api: ApiClient,
  search: AppointmentSearchInput,
  options: ReadOptions = {},
): Promise<AppointmentPage> {
  return api.call(calls.searchAppointments, search, options);
}

/** Loads every page of a day on the screen, one after the other. If a page fails, the loaded ones remain. */
export function useDay(day: AppointmentDay) {
  const { clock } = useBudgetAndClock();
  const query = useInfiniteQuery({
    ...appointmentQueries.day(useApi(), day),
    ...retryUntilLoadedOptions,
    refetchInterval: msUntilReread(clock),
  });
  useNextPage(query, true);
  return { query, content: useListContent(day, query.data?.pages), readAt: oldestPageRequestTime(query.data?.pages) };
}

/**
 * Returns how many milliseconds remain until a day on the screen is read again. It is read again because polls do not
 * report deleted appointments.
 */
export const msUntilReread =
  (clock: () => number) =>
  (query: Pick<Query, 'state' | 'queryHash'>): number => {
    const retry = retryUntilLoadedOptions.refetchInterval(query);
    if (retry !== false) return retry;
    const wait = msToNextRefetch({ clock: clock(), view: query.queryHash });
    // A request that is running is the one that is due now, because a timer may fire a millisecond early.
    return query.state.fetchStatus === 'fetching' ? wait + livePolling.refetchEveryMs : wait;
  };

export interface UpdatedAppointments {
  records: ReceivedAppointment[];
  unresolvedIds: string[];
}

interface ChangesQuery {
  companyId: string;
  /** An instant in UTC, identical on all boards so that the gateway can share one request among them. */
  updatedSince: string;
}

/**
 * All appointments of the company that were updated after an instant, oldest created first (section 4.2 of the
 * specification).
 *
 * @throws ApiError when a page fails; then nothing is returned
 */
export function readChanges(
  api: ApiClient,
  { companyId, updatedSince }: ChangesQuery,
  options: ReadOptions,
): Promise<UpdatedAppointments> {
  return readAll(api, calls.listAppointments, { companyId, updatedSince, direction: 'asc' }, options);
}

/**
 * Drops the outdated lists of appointments that are not open. An open list is only reloaded when the user asks for it.
 */
export function dropOutdatedLists(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: appointmentQueries.found(), type: 'inactive' });
}

/**
 * Stores an appointment that the practice system returned, and drops or reloads lists that are now out of date. Without
 * an appointment (null), the days on the screen are reloaded.
 */
export function cacheReturnedAppointment(
  queryClient: QueryClient,
  companyId: string,
  appointment: ReceivedAppointment | null,
): void {
  dropOutdatedLists(queryClient);
  reloadRecalls(queryClient);
  if (appointment) cacheAppointment(queryClient, companyId, appointment);
  else void queryClient.invalidateQueries({ queryKey: listKeys.days() });
}

/**
 * Reloads the recalls, since a recall counts as booked while its pet has an appointment, and ends when the appointment
 * is completed.
 */
export function reloadRecalls(queryClient: QueryClient): void {
  void invalidate(queryClient, messageCalls.listRecalls);
}

/**
 * The changes to an appointment. Absent fields stay as they are. A status is sent as spelled in the enum, instants are
 * ISO 8601 in UTC, and null empties a field.
 */
export interface FieldChanges {
  status?: string;
  start?: string;
  end?: string;
  roomId?: string | null;
  /** The main employee. */
  employeeId?: string | null;
  notes?: string | null;
  visitTypeId?: string;
}

interface AppointmentReference {
  companyId: string;
  id: string;
}

/** The current version of the appointment, from the error of a conflict. */
export const readCurrentAppointment = createConflictReader(receivedAppointmentSchema);

/**
 * Reads one appointment.
 *
 * @throws ApiError, and the `AbortError` of the signal
 */
export async function readAppointment(
  api: ApiClient,
  target: AppointmentReference,
  signal: AbortSignal,
): Promise<ReceivedAppointment> {
  const record = await api.call(calls.getAppointment, target, { purpose: 'recheck', signal });
  if (record.id !== target.id) throw new ApiError({ kind: 'invalid', status: 200 });
  return record;
}

export const historyQueries = {
  /**
   * The history of an appointment, newest first, page by page. `updatedAt` is part of the key, so that a changed
   * appointment loads it again.
   */
  ofAppointment(api: ApiClient, { companyId, id }: AppointmentReference, updatedAt: string | null) {
    const pages = pagedListQuery(api, calls.listAppointmentHistory, { companyId, id, limit: 50 });
    return infiniteQueryOptions({ ...pages, queryKey: [...pages.queryKey, updatedAt] });
  },
};
