import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient, ReadOptions } from '#app/api/api-client.ts';
import { retryUntilLoaded } from '#app/api/api-error.ts';
import { type AppointmentPage, appointmentQueries } from '#app/api/appointments.ts';
import { byCursor, PAGE_LIMIT } from '#app/api/pages.ts';
import { instantOf } from '#contract/date-time.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { matchesWords } from '#reading/text.ts';
import type { AnswerableRequest, ListQuery } from './finder-request.ts';

/** Longer results are not loaded completely to be sorted by date. */
export const MAX_SORTED_BY_DATE = 2000;

/** How long the result is cached for going back from an appointment, in milliseconds. */
const KEPT_MS = 30 * 60_000;

/** Loads one page of the result. */
export async function finderPage(
  api: ApiClient,
  request: AnswerableRequest,
  cursor: string | null,
  options: ReadOptions,
): Promise<FinderPage> {
  const page = await (request.kind === 'search'
    ? api.call(endpoints.searchAppointments, { ...request.body, limit: PAGE_LIMIT, cursor }, options)
    : api.call(endpoints.listAppointments, { ...request.query, limit: PAGE_LIMIT, cursor }, options));
  return filterPage(page, request);
}

export const finderQueries = {
  /**
   * The result page by page, without automatic refetches, which would load all pages again. All but the first page
   * wait behind requests of other desks.
   */
  pages: (api: ApiClient, request: AnswerableRequest) =>
    infiniteQueryOptions({
      queryKey: [...appointmentQueries.found(), request],
      queryFn: ({ pageParam, signal }) =>
        finderPage(api, request, pageParam, { signal, ...(pageParam === null ? {} : { purpose: 'poll' }) }),
      ...byCursor,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: KEPT_MS,
      retry: retryUntilLoaded.retry,
      // A list without any page is retried; a failed further page is loaded on demand.
      refetchInterval: (query) => (query.state.data === undefined ? retryUntilLoaded.refetchInterval(query) : false),
      refetchOnReconnect: false,
      // Structural sharing over tens of thousands of records costs more than it saves.
      structuralSharing: false,
    }),
};

/** A part of a request that an implementation of the API ignored. */
export type IgnoredFilter = 'titles' | 'stores';

/** A page of the result, without the records that do not match the request. */
export interface FinderPage extends AppointmentPage {
  /** How many records were received. */
  received: number;
  ignoredFilters: readonly IgnoredFilter[];
  /** How many records were left out because they lie exactly on a bound of the list, which the service counts in. */
  excludedAtBounds: number;
}

/**
 * Filters on the client what the document leaves to the implementation. A record that contradicts the text or the
 * stores shows that these were ignored: the total is then wrong, and left out. The bounds of the list are sent for a
 * service that excludes them; from one that includes them, records at the next midnight are left out here.
 */
export function filterPage(page: AppointmentPage, request: AnswerableRequest): FinderPage {
  const text = request.kind === 'search' ? (request.body.query ?? '') : '';
  const { storeIds } = request.kind === 'search' ? request.body : request.query;
  const stores = new Set(storeIds?.map(lower));
  const hasText = (record: ReceivedAppointment) => matchesWords([record.title], text);
  const elsewhere = ({ storeId }: ReceivedAppointment) => storeId !== null && !stores.has(storeId.toLowerCase());

  const ignoredFilters: IgnoredFilter[] = [];
  let records = page.records;
  if (text !== '' && !records.every(hasText)) {
    ignoredFilters.push('titles');
    records = records.filter(hasText);
  }
  if (stores.size > 0 && page.records.some(elsewhere)) {
    ignoredFilters.push('stores');
    records = records.filter((record) => record.storeId !== null && !elsewhere(record));
  }
  const inBounds =
    request.kind === 'list' ? records.filter((record) => isBetweenBounds(record, request.query)) : records;
  return {
    ...page,
    records: inBounds,
    totalCount: ignoredFilters.length > 0 ? null : page.totalCount,
    received: page.records.length + page.unresolvedIds.length,
    ignoredFilters,
    excludedAtBounds: records.length - inBounds.length,
  };
}

const lower = (text: string) => text.toLowerCase();

const BOUNDS = [
  ['start', 'startDate', 'endDate'],
  ['createdAt', 'createdSince', 'createdBefore'],
  ['updatedAt', 'updatedSince', 'updatedBefore'],
] as const;

function isBetweenBounds(record: ReceivedAppointment, query: ListQuery): boolean {
  return BOUNDS.every(([field, after, before]) => {
    const at = record[field];
    if (at === null) return true;
    const [first, last] = [query[after], query[before]];
    return (
      (typeof first !== 'string' || instantOf(at) > instantOf(first)) &&
      (typeof last !== 'string' || instantOf(at) < instantOf(last))
    );
  });
}
