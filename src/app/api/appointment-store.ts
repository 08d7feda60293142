import { type Query, type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AppointmentRecords,
  type AppointmentResponse,
  addResponse,
  createListContent,
  type ListContent,
  type ListPage,
  oldestPageRequestTime,
} from '#app/api/appointment-records.ts';
import { queryKeyOf } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import { isRecordedIn } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

// All loaded appointments of a company are stored here. A cached list holds only ids, and shows those of the stored
// appointments that belong to it.

/** The appointments of a day view: those that overlap the span, in these stores. */
export interface AppointmentDay extends Span {
  companyId: string;
  /** Empty for all accessible stores. */
  storeIds: readonly string[];
}

/**
 * An interval from `from` (inclusive) to `to` (exclusive), both instants in UTC, for example
 * `2026-03-29T07:30:00.000Z`.
 */
export interface Span {
  from: string;
  to: string;
}

/** Several spans of time, in all accessible stores. */
export interface SpanList {
  companyId: string;
  spans: readonly Span[];
}

/**
 * The appointments of a list: those of a day; of several spans in all accessible stores; those booked together with a
 * given one; those of a pet, a client or several pets at all times and stores; or requests that start at or after an
 * instant.
 */
export type AppointmentList =
  | AppointmentDay
  | SpanList
  | { companyId: string; seriesOf: string }
  | { companyId: string; petId: string }
  | { companyId: string; clientId: string }
  | { companyId: string; petIds: string[] }
  | { companyId: string; requestedFrom: string };

const REQUESTED_STATUS: AppointmentStatus = 'requested';

type AppointmentTest = (appointment: ReceivedAppointment) => boolean;

function overlapsSpan({ from, to }: Span): AppointmentTest {
  const interval = { start: Date.parse(from), end: Date.parse(to) };
  return ({ start, end }) => isRecordedIn({ start: Date.parse(start), end: Date.parse(end) }, interval);
}

/**
 * Whether an appointment belongs on a list. This is checked here because a practice system may ignore the filter of a
 * search. Appointments that were booked together can only be recognised from the pages.
 */
export function listMembership(list: AppointmentList, pages: readonly ListPage[] = []): AppointmentTest {
  if ('seriesOf' in list) {
    const ids = new Set(pages.flatMap((page) => page.ids));
    return ({ id }) => ids.has(id);
  }
  if ('spans' in list) {
    const spans = list.spans.map(overlapsSpan);
    return (appointment) => spans.some((belongs) => belongs(appointment));
  }
  if ('petIds' in list) return ({ petId }) => petId !== null && list.petIds.includes(petId);
  if ('petId' in list) return ({ petId }) => petId === list.petId;
  if ('clientId' in list) return ({ clientId }) => clientId === list.clientId;
  if ('requestedFrom' in list) {
    const since = Date.parse(list.requestedFrom);
    return ({ status, start }) => status === REQUESTED_STATUS && Date.parse(start) >= since;
  }
  const isInSpan = overlapsSpan(list);
  return (appointment) =>
    (list.storeIds.length === 0 || list.storeIds.includes(appointment.storeId ?? '')) && isInSpan(appointment);
}

const operationKey = (...parts: unknown[]) => queryKeyOf(calls.searchAppointments, ...parts);

/** The query key of a list, with the list itself as the last element. */
type ListKey = readonly [...string[], AppointmentList];

export const listKeys = {
  /** The prefix of the query keys of all lists. */
  all: () => operationKey('lists'),
  /** The prefix of the query keys of the lists of days and of spans. */
  days: () => [...listKeys.all(), 'day'],
  of: (list: AppointmentList) =>
    'storeIds' in list
      ? [...listKeys.days(), { ...list, storeIds: [...list.storeIds].sort() }]
      : [...('spans' in list ? listKeys.days() : listKeys.all()), list],
};

/** Whether a query key belongs to a list of appointments. */
export const isListKey = (key: readonly unknown[]): key is ListKey => key[1] === listKeys.all()[1];

function listIn(key: ListKey): AppointmentList | null {
  const list = key.at(-1);
  return typeof list === 'object' ? list : null;
}

const NO_RECORDS: AppointmentRecords = new Map();

const recordsQuery = (companyId: string) =>
  queryOptions<AppointmentRecords>({
    queryKey: operationKey('records', { companyId }),
    queryFn: skipToken,
    initialData: NO_RECORDS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

const lastTimestamps = new WeakMap<QueryClient, number>();

/**
 * The current time in milliseconds since 1970; later than every time returned before, if only by a fraction of a
 * millisecond.
 */
export function nextTimestamp(queryClient: QueryClient): number {
  const moment = Math.max(Date.now(), (lastTimestamps.get(queryClient) ?? 0) + 0.001);
  lastTimestamps.set(queryClient, moment);
  return moment;
}

function storedRecords(queryClient: QueryClient, companyId: string): AppointmentRecords {
  return queryClient.getQueryData(recordsQuery(companyId).queryKey) ?? NO_RECORDS;
}

function setRecords(queryClient: QueryClient, companyId: string, records: AppointmentRecords): void {
  // The query is created with its options, so that it stays cached without an observer.
  queryClient.getQueryCache().build(queryClient, queryClient.defaultQueryOptions(recordsQuery(companyId)));
  queryClient.setQueryData(recordsQuery(companyId).queryKey, records);
}

/** Adds a response to the store. Returns the ids of appointments that are new or changed. */
export function cacheResponse(queryClient: QueryClient, companyId: string, answer: AppointmentResponse): string[] {
  const before = storedRecords(queryClient, companyId);
  const after = addResponse(before, answer);
  if (after === before) return [];
  setRecords(queryClient, companyId, after);
  return [...answer.records.map(({ id }) => id), ...answer.unresolvedIds].filter((id) => {
    const [now, then] = [after.get(id), before.get(id)];
    return now?.appointment !== then?.appointment || (now?.unreadableAt === null) !== (then?.unreadableAt === null);
  });
}

/** Adds an appointment that the practice system has just returned. */
export function cacheAppointment(queryClient: QueryClient, companyId: string, appointment: ReceivedAppointment): void {
  const at = nextTimestamp(queryClient);
  cacheResponse(queryClient, companyId, { records: [appointment], unresolvedIds: [], requestedAt: at, receivedAt: at });
}

/** Removes an appointment that no longer exists in the practice system. */
export function removeAppointment(queryClient: QueryClient, companyId: string, id: string): void {
  // The lists are reloaded, since a pending request may still return the appointment.
  reloadListsOfAppointments(queryClient, companyId, new Set([id]));
  const records = new Map(storedRecords(queryClient, companyId));
  if (records.delete(id)) setRecords(queryClient, companyId, records);
}

interface LoadedList {
  query: Query;
  list: AppointmentList;
  belongs: AppointmentTest;
  pages: readonly ListPage[];
}

/** The lists of a company with at least one cached page. */
export function loadedLists(queryClient: QueryClient, companyId: string): LoadedList[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: listKeys.all() })
    .flatMap((query) => {
      const list = isListKey(query.queryKey) ? listIn(query.queryKey) : null;
      const pages = queryClient.getQueryData<{ pages: ListPage[] }>(query.queryKey)?.pages;
      return pages && list?.companyId === companyId
        ? [{ query, list, belongs: listMembership(list, pages), pages }]
        : [];
    });
}

/** The time when the oldest cached list of a company was requested; null if none is cached. */
export function oldestReadTime(queryClient: QueryClient, companyId: string): number | null {
  const times = loadedLists(queryClient, companyId).map(({ pages }) => oldestPageRequestTime(pages));
  return times.length === 0 ? null : Math.min(...times);
}

/** The intervals for which all appointments of a store are loaded, in milliseconds since 1970-01-01T00:00Z. */
export function loadedIntervals(queryClient: QueryClient, companyId: string, storeId: string | null) {
  return loadedLists(queryClient, companyId).flatMap(({ list, pages }) => {
    if (!('storeIds' in list || 'spans' in list) || pages.at(-1)?.nextCursor !== null) return [];
    const storeIds = 'storeIds' in list ? list.storeIds : [];
    const isOfStore = storeIds.length === 0 || (storeId !== null && storeIds.includes(storeId));
    const spans = 'spans' in list ? list.spans : [list];
    return isOfStore ? spans.map(({ from, to }) => ({ start: Date.parse(from), end: Date.parse(to) })) : [];
  });
}

/** The content of a cached list; null if nothing of it is loaded. */
export function loadedContent(queryClient: QueryClient, list: AppointmentList): ListContent | null {
  const pages = queryClient.getQueryData<{ pages: ListPage[] }>(listKeys.of(list))?.pages;
  return pages
    ? createListContent(storedRecords(queryClient, list.companyId), pages, listMembership(list, pages))
    : null;
}

/** Every appointment on the cached lists of a company. */
export function loadedAppointments(queryClient: QueryClient, companyId: string): ReceivedAppointment[] {
  const records = storedRecords(queryClient, companyId);
  const found = loadedLists(queryClient, companyId).flatMap(
    ({ pages, belongs }) => createListContent(records, pages, belongs).appointments,
  );
  return [...new Set(found)];
}

/** {@link loadedAppointments} for a component, read on every render. */
export function useLoadedAppointments(companyId: string): ReceivedAppointment[] {
  'use no memo';
  return loadedAppointments(useQueryClient(), companyId);
}

/** Those of the given ids whose appointments belong to a list on the screen. */
export function filterVisibleIds(queryClient: QueryClient, companyId: string, ids: readonly string[]): string[] {
  const records = storedRecords(queryClient, companyId);
  const lists = loadedLists(queryClient, companyId).filter(({ query }) => query.isActive());
  return ids.filter((id) => {
    const appointment = records.get(id)?.appointment;
    return appointment !== undefined && lists.some(({ belongs }) => belongs(appointment));
  });
}

/** The appointment with this id on any cached list; null if none has it. */
export function findLoadedAppointment(
  queryClient: QueryClient,
  companyId: string,
  id: string,
): ReceivedAppointment | null {
  return loadedAppointments(queryClient, companyId).find((appointment) => appointment.id === id) ?? null;
}

/**
 * Reloads the lists that show any of these appointments, because polls do not report appointments that were deleted or
 * that the desk can no longer access.
 */
export function reloadListsOfAppointments(queryClient: QueryClient, companyId: string, ids: ReadonlySet<string>): void {
  const records = storedRecords(queryClient, companyId);
  for (const { query, pages, belongs } of loadedLists(queryClient, companyId)) {
    const { appointments, unresolvedIds } = createListContent(records, pages, belongs);
    if ([...unresolvedIds, ...appointments.map(({ id }) => id)].some((id) => ids.has(id)))
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/**
 * How long, in milliseconds, to retain an appointment that no list shows: if it were dropped at once, a late response
 * could bring back an old version.
 */
const RETENTION_MS = 10 * 60_000;

/** Watches the cache: whenever a list leaves it, the appointments that no other list shows are dropped. */
export function dropUnlistedAppointments(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || !isListKey(query.queryKey)) return;
    const companyId = listIn(query.queryKey)?.companyId;
    if (companyId === undefined) return;
    const lists = loadedLists(queryClient, companyId);
    const since = Date.now() - RETENTION_MS;
    const records = [...storedRecords(queryClient, companyId)];
    const listed = records.filter(
      ([, { appointment, confirmedAt }]) => confirmedAt > since || lists.some(({ belongs }) => belongs(appointment)),
    );
    if (listed.length < records.length) setRecords(queryClient, companyId, new Map(listed));
  });
}

/** The appointments on the loaded pages of a list; null if no page is loaded. */
export function useListContent(list: AppointmentList, pages: readonly ListPage[] | undefined): ListContent | null {
  return useListContents(list.companyId, [{ list, pages }])[0] ?? null;
}

/** The contents of several lists of a company, as in {@link useListContent}. */
export function useListContents(
  companyId: string,
  lists: readonly { list: AppointmentList; pages: readonly ListPage[] | undefined }[],
): readonly (ListContent | null)[] {
  const select = (records: AppointmentRecords) =>
    lists.map(({ list, pages }) => (pages ? createListContent(records, pages, listMembership(list, pages)) : null));
  return useQuery({ ...recordsQuery(companyId), select }).data ?? [];
}

const NO_APPOINTMENTS: readonly ReceivedAppointment[] = [];

/** The appointments with these ids that are in the store. Passing the same array of ids returns the same result. */
export function useAppointmentsById(companyId: string, ids: readonly string[]): readonly ReceivedAppointment[] {
  const select = (records: AppointmentRecords) => ids.flatMap((id) => records.get(id)?.appointment ?? []);
  return useQuery({ ...recordsQuery(companyId), select }).data ?? NO_APPOINTMENTS;
}
