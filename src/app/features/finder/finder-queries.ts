import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient, RequestOptions } from '#app/api/api-client.ts';
import { retryUntilLoaded } from '#app/api/api-error.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { byCursor, PAGE_LIMIT } from '#app/api/pages.ts';
import { receivedAppointmentSchema, receivedPageSchema } from '#contract/received.ts';
import { type FinderPage, filterPage } from './finder-page.ts';
import type { AnswerableRequest } from './finder-request.ts';

const pageSchema = receivedPageSchema(receivedAppointmentSchema);

/** How long the result is cached for going back from an appointment, in milliseconds. */
const KEPT_MS = 30 * 60_000;

/** Loads one page of the result. */
export async function finderPage(
  api: ApiClient,
  request: AnswerableRequest,
  cursor: string | null,
  options: Pick<RequestOptions, 'signal' | 'purpose'>,
): Promise<FinderPage> {
  const page = await (request.kind === 'search'
    ? api.post('/api/v1/appointments/search', { ...request.body, limit: PAGE_LIMIT, cursor }, pageSchema, options)
    : api.get('/api/v1/appointments', pageSchema, {
        ...options,
        query: { ...request.query, limit: PAGE_LIMIT, cursor },
      }));
  return filterPage(page, request);
}

export const finderQueries = {
  all: () => [...appointmentQueries.all(), 'finder'] as const,
  /**
   * The result page by page, without automatic refetches, which would load all pages again. All but the first page
   * wait behind requests of other desks.
   */
  pages: (api: ApiClient, request: AnswerableRequest) =>
    infiniteQueryOptions({
      queryKey: [...finderQueries.all(), request] as const,
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
