import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type ApiClient, type ReadOptions, useApi } from '#app/api/api-client.ts';
import { ApiError, conflictOf, retryUntilLoaded } from '#app/api/api-error.ts';
import { byCursor, PAGE_LIMIT, useNextPage } from '#app/api/pages.ts';
import { pagesOf, queryKeyOf, readAll } from '#app/api/queries.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import { endpoints, extensions } from '#contract/endpoints.ts';
import { livePolling } from '#contract/live-polling.ts';
import { type ReceivedAppointment, type ReceivedPage, receivedAppointmentSchema } from '#contract/received.ts';

export interface AppointmentPage extends ReceivedPage<ReceivedAppointment> {
  /** When it was asked for, in this computer's milliseconds since 1970; its answer may have come much later. */
  askedAt?: number;
}

/**
 * The time as of which a list is known: when the first of its pages was asked for, not when the last one arrived. In milliseconds
 * since 1970; 0 without a list.
 */
export function readAtOf(pages: readonly AppointmentPage[] | undefined, dataUpdatedAt: number): number {
  return pages?.reduce((oldest, { askedAt = dataUpdatedAt }) => Math.min(oldest, askedAt), dataUpdatedAt) ?? 0;
}

/** The span of a day view: `from` is in it, `to` is not; both instants in UTC, `2026-03-29T07:30:00.000Z`. */
export interface AppointmentDay {
  companyId: string;
  /** Empty for every store in reach. */
  storeIds: readonly string[];
  from: string;
  to: string;
}

/** Selects the appointments of a pet, or of all pets of a client. */
export type PatientId = { petId: string } | { clientId: string };

/** Whether an appointment belongs to the pet or the client; checked since an implementation may ignore the filter. */
export function isOf(patient: PatientId, { petId, clientId }: ReceivedAppointment): boolean {
  return 'petId' in patient ? patient.petId === petId : patient.clientId === clientId;
}

export const appointmentQueries = {
  /** All lists of appointments that are loaded page by page (`InfiniteData`). */
  all: () => queryKeyOf(endpoints.searchAppointments, 'pages'),
  days: () => [...appointmentQueries.all(), 'day'],
  /**
   * Every appointment that overlaps the span: it starts in it (whatever its end), or started before and ends after
   * `from`. Pages are loaded by `useDayPages`; `purpose` `poll` prefetches with the lowest priority.
   */
  day: (api: ApiClient, day: AppointmentDay, purpose?: 'poll') => {
    const storeIds = [...day.storeIds].sort();
    return infiniteQueryOptions({
      queryKey: [...appointmentQueries.days(), { ...day, storeIds }],
      queryFn: ({ pageParam, signal }) =>
        searchAppointments(
          api,
          { ...daySearch({ ...day, storeIds }), cursor: pageParam },
          {
            signal,
            ...(purpose ? { purpose } : {}),
          },
        ),
      ...byCursor,
      // Polling keeps every loaded day up to date; only deleted records need a reload.
      staleTime: livePolling.refetchEveryMs,
      // Structural sharing is off: records move between pages as others are booked, and the board reuses unchanged ones
      // by id.
      structuralSharing: false,
    });
  },
  /** The results of the list of all appointments (`features/finder`). */
  found: () => [...appointmentQueries.all(), 'finder'],
  ofPatients: (companyId: string) => [...appointmentQueries.all(), 'patient', { companyId }],
  /** The appointments of a pet or a client at all times and stores, newest created first, page by page. */
  ofPatient: (api: ApiClient, companyId: string, patient: PatientId) => {
    const queryKey: QueryKey = [...appointmentQueries.ofPatients(companyId), patient];
    const filter = 'petId' in patient ? { petId: { eq: patient.petId } } : { clientId: { eq: patient.clientId } };
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        searchAppointments(api, { companyId, limit: PAGE_LIMIT, cursor: pageParam, filter }, { signal }),
      ...byCursor,
      staleTime: 60_000,
    });
  },
  /** The appointments that need what is being blocked: a plain array, hence a key outside `all`. */
  blocked: (companyId: string) => queryKeyOf(endpoints.searchAppointments, 'blocked', { companyId }),
};

/** The search (section 4.4) for the appointments that overlap a span. */
export function daySearch({ companyId, storeIds, from, to }: AppointmentDay): AppointmentSearchInput {
  return {
    companyId,
    ...(storeIds.length > 0 ? { storeIds: [...storeIds] } : {}),
    limit: PAGE_LIMIT,
    filter: { or: [{ start: { gte: from, lt: to } }, { start: { lt: from }, end: { gt: from } }] },
  };
}

/** One page of a search (section 4.4). */
export async function searchAppointments(
  api: ApiClient,
  search: AppointmentSearchInput,
  options: ReadOptions = {},
): Promise<AppointmentPage> {
  const askedAt = Date.now();
  const page = await api.call(endpoints.searchAppointments, search, options);
  return { ...page, askedAt };
}

/**
 * Loads every page of a day, one after the other. After a failed page the loaded ones stay: `isFetchNextPageError`
 * says that the day is incomplete, and `fetchNextPage` resumes. While not `enabled` nothing is requested, but cached
 * pages are returned. A `needed` day is retried until it is loaded; `maxPages` limits the pages. With `refetch` a cached
 * day is loaded again, for where no polling keeps it up to date.
 */
export function useDayPages(
  day: AppointmentDay,
  { enabled = true, needed = false, refetch = false, maxPages = Number.POSITIVE_INFINITY } = {},
) {
  const query = useInfiniteQuery({
    ...appointmentQueries.day(useApi(), day),
    enabled,
    ...(needed ? retryUntilLoaded : {}),
    ...(refetch ? { staleTime: 0 } : {}),
  });
  useNextPage(query, enabled && (query.data?.pages.length ?? 0) < maxPages);
  return query;
}

/** What polling knows of the days that are loaded. */
export interface DayFreshness {
  /**
   * A day that was loaded before this may have changed unnoticed; milliseconds since 1970-01-01T00:00Z. Infinity while
   * the practice system cannot be reached.
   */
  currentSince: number;
  /** Tries to reach it again. */
  onRetry?: () => void;
}

interface CurrentDay {
  companyId: string;
  stores: readonly { id: string }[];
  /** The span in milliseconds since 1970-01-01T00:00Z; null for none, which loads nothing. */
  span: { start: number; end: number } | null;
}

/**
 * Loads every page of a day. An old day is `loading` until a poll has confirmed it, and `failed` while none can: what
 * it leaves free is unknown.
 */
export function useCurrentDay(
  { companyId, stores, span }: CurrentDay,
  { currentSince, onRetry }: DayFreshness,
  { enabled = true, ...options }: Parameters<typeof useDayPages>[1] = {},
) {
  const query = useDayPages(
    {
      companyId,
      storeIds: stores.map(({ id }) => id),
      from: span ? new Date(span.start).toISOString() : '',
      to: span ? new Date(span.end).toISOString() : '',
    },
    { ...options, enabled: enabled && span !== null },
  );
  const isCutOff = currentSince === Number.POSITIVE_INFINITY;
  const isLost = query.isError || query.isFetchNextPageError;
  const isCurrent = query.isSuccess && readAtOf(query.data.pages, query.dataUpdatedAt) >= currentSince;
  return {
    state: isCutOff || isLost ? 'failed' : !isCurrent ? 'loading' : query.hasNextPage ? 'part' : 'complete',
    /** The pages so far, also old ones. */
    pages: query.data?.pages ?? null,
    retry() {
      if (isCutOff) onRetry?.();
      void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
    },
  } as const;
}

export interface UpdatedAppointments {
  records: ReceivedAppointment[];
  unresolvedIds: string[];
}

interface ChangesSince {
  companyId: string;
  /** An instant in UTC, the same on all boards so that the gateway sends one request for all of them. */
  updatedSince: string;
}

/**
 * All appointments of the company updated after an instant, oldest created first (section 4.2).
 *
 * @throws ApiError when a page fails; then nothing is returned
 */
export function readChanges(
  api: ApiClient,
  { companyId, updatedSince }: ChangesSince,
  options: ReadOptions,
): Promise<UpdatedAppointments> {
  return readAll(api, endpoints.listAppointments, { companyId, updatedSince, direction: 'asc' }, options);
}

/** The appointment with an id in any cached list, of any day; null where none has it. */
export function findLoaded(queryClient: QueryClient, id: string): ReceivedAppointment | null {
  const lists = queryClient.getQueriesData<InfiniteData<AppointmentPage>>({ queryKey: appointmentQueries.all() });
  for (const [, list] of lists) {
    const found = list?.pages.flatMap(({ records }) => records).find((record) => record.id === id);
    if (found) return found;
  }
  return null;
}

/** The day of a query key; null for a key of another kind. */
export function dayOfKey(key: QueryKey): AppointmentDay | null {
  const part = key.at(-1);
  if (typeof part !== 'object' || part === null) return null;
  if (!('companyId' in part && 'storeIds' in part && 'from' in part && 'to' in part)) return null;
  const { companyId, storeIds, from, to } = part;
  if (typeof companyId !== 'string' || typeof from !== 'string' || typeof to !== 'string') return null;
  return Array.isArray(storeIds) ? { companyId, storeIds: storeIds.map(String), from, to } : null;
}

/** The days of a company that are cached, also partly. */
function loadedDays(queryClient: QueryClient, companyId: string) {
  const lists = queryClient.getQueriesData<InfiniteData<AppointmentPage>>({ queryKey: appointmentQueries.days() });
  return lists.flatMap(([queryKey, list]) => {
    const day = dayOfKey(queryKey);
    return list && day?.companyId === companyId ? [{ day, pages: list.pages }] : [];
  });
}

/** The times for which all appointments of a store are loaded, in milliseconds since 1970-01-01T00:00Z. */
export function loadedTimes(queryClient: QueryClient, companyId: string, storeId: string | null) {
  return loadedDays(queryClient, companyId)
    .filter(({ day, pages }) => {
      const isOfStore = day.storeIds.length === 0 || (storeId !== null && day.storeIds.includes(storeId));
      return isOfStore && pages.at(-1)?.nextCursor === null;
    })
    .map(({ day: { from, to } }) => ({ start: Date.parse(from), end: Date.parse(to) }));
}

/** Every appointment of a company on the cached days, each in its latest version. */
export function loadedAppointments(queryClient: QueryClient, companyId: string): ReceivedAppointment[] {
  const records = new Map<string, ReceivedAppointment>();
  for (const { pages } of loadedDays(queryClient, companyId)) {
    for (const record of pages.flatMap((page) => page.records)) {
      const known = records.get(record.id);
      if (!known || Date.parse(known.updatedAt ?? '') < Date.parse(record.updatedAt ?? ''))
        records.set(record.id, record);
    }
  }
  return [...records.values()];
}

/**
 * The changes of an appointment; absent fields stay as they are. A status is sent as the enum spells it, instants are
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
}

interface OneAppointment {
  companyId: string;
  id: string;
}

/** The appointment as it is now, where somebody else changed it first. */
export const currentInConflict = conflictOf(receivedAppointmentSchema);

/**
 * Reads one appointment.
 *
 * @throws ApiError, and the `AbortError` of the signal
 */
export async function readAppointment(
  api: ApiClient,
  wanted: OneAppointment,
  signal: AbortSignal,
): Promise<ReceivedAppointment> {
  const record = await api.call(extensions.getAppointment, wanted, { purpose: 'recheck', signal });
  if (record.id !== wanted.id) throw new ApiError({ kind: 'invalid', status: 200 });
  return record;
}

export const historyQueries = {
  /**
   * The history of an appointment, newest first, page by page. `updatedAt` is part of the key, so that a changed
   * appointment loads it again.
   */
  ofAppointment(api: ApiClient, { companyId, id }: OneAppointment, updatedAt: string | null) {
    const pages = pagesOf(api, extensions.listAppointmentHistory, { companyId, id, limit: 50 });
    return infiniteQueryOptions({ ...pages, queryKey: [...pages.queryKey, updatedAt] });
  },
};
