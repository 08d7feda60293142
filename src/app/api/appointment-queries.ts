import { type InfiniteData, infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { nextCursorOf, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient, RequestOptions } from '#app/api/client.ts';
import type { AppointmentSearchInput } from '#contract/appointment-search.ts';
import { livePolling } from '#contract/live-polling.ts';
import {
  type ReceivedAppointment,
  type ReceivedPage,
  receivedAppointmentSchema,
  receivedPageSchema,
} from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedAppointmentSchema);

export type AppointmentPage = ReceivedPage<ReceivedAppointment>;

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
  all: () => ['appointments'] as const,
  days: () => [...appointmentQueries.all(), 'day'] as const,
  /**
   * Every appointment that overlaps the span: it starts in it (whatever its end), or started before and ends after
   * `from`. Pages are loaded by `useDayPages`; `purpose` `poll` prefetches with the lowest priority.
   */
  day: (api: ApiClient, day: AppointmentDay, purpose?: 'poll') => {
    const storeIds = [...day.storeIds].sort();
    return infiniteQueryOptions({
      queryKey: [...appointmentQueries.days(), { ...day, storeIds }] as const,
      queryFn: ({ pageParam, signal }) =>
        searchAppointments(
          api,
          { ...daySearch({ ...day, storeIds }), cursor: pageParam },
          {
            signal,
            ...(purpose ? { purpose } : {}),
          },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, cursors) => nextCursorOf(page, cursors),
      // Polling keeps every loaded day up to date; only deleted records need a reload.
      staleTime: livePolling.rereadEveryMs,
      // Structural sharing is off: records move between pages as others are booked, and the board reuses unchanged ones
      // by id.
      structuralSharing: false,
    });
  },
  ofPatients: (companyId: string) => [...appointmentQueries.all(), 'patient', { companyId }] as const,
  /** The appointments of a pet or a client at all times and stores, newest created first, page by page. */
  ofPatient: (api: ApiClient, companyId: string, patient: PatientId) => {
    const queryKey: QueryKey = [...appointmentQueries.ofPatients(companyId), patient];
    const filter = 'petId' in patient ? { petId: { eq: patient.petId } } : { clientId: { eq: patient.clientId } };
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        searchAppointments(api, { companyId, limit: PAGE_LIMIT, cursor: pageParam, filter }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, cursors) => nextCursorOf(page, cursors),
      staleTime: 60_000,
    });
  },
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
export function searchAppointments(
  api: ApiClient,
  search: AppointmentSearchInput,
  options: Pick<RequestOptions, 'signal' | 'purpose'> = {},
): Promise<AppointmentPage> {
  return api.post('/api/v1/appointments/search', search, pageSchema, options);
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
