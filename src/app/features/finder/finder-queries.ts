import { infiniteQueryOptions } from '@tanstack/react-query';
import { PAGE_LIMIT } from '#app/api/all-pages.ts';
import { type AppointmentPage, appointmentQueries } from '#app/api/appointment-queries.ts';
import type { ApiClient, RequestOptions } from '#app/api/client.ts';
import { receivedAppointmentSchema, receivedPageSchema } from '#contract/received.ts';
import type { FinderRequest } from './finder-request.ts';

const pageSchema = receivedPageSchema(receivedAppointmentSchema);

/** A request that the API can answer. */
export type AnswerableRequest = Exclude<FinderRequest, { kind: 'refused' }>;

/** One page of the answer. */
export function finderPage(
  api: ApiClient,
  request: AnswerableRequest,
  cursor: string | null,
  options: Pick<RequestOptions, 'signal' | 'purpose'>,
): Promise<AppointmentPage> {
  return request.kind === 'search'
    ? api.post('/api/v1/appointments/search', { ...request.body, limit: PAGE_LIMIT, cursor }, pageSchema, options)
    : api.get('/api/v1/appointments', pageSchema, {
        ...options,
        query: { ...request.query, limit: PAGE_LIMIT, cursor },
      });
}

export const finderQueries = {
  all: () => [...appointmentQueries.all(), 'finder'] as const,
  /** The answer page by page, each read once: a list that refreshed itself would read all of its pages again. */
  pages: (api: ApiClient, request: AnswerableRequest) =>
    infiniteQueryOptions({
      queryKey: [...finderQueries.all(), request] as const,
      queryFn: ({ pageParam, signal }) => finderPage(api, request, pageParam, { signal }),
      initialPageParam: null as string | null,
      // A cursor that leads to itself would never end.
      getNextPageParam: (page, _pages, cursor) => (page.nextCursor === cursor ? null : page.nextCursor),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
      // Comparing tens of thousands of records with each page that comes costs more than it saves.
      structuralSharing: false,
    }),
};
