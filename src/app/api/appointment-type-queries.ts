import { queryOptions } from '@tanstack/react-query';
import { loadAllPages, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient } from '#app/api/client.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';
import { receivedAppointmentTypeSchema, receivedPageSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedAppointmentTypeSchema);

/** The company's visit types, inactive ones included. */
export const appointmentTypeQueries = {
  all: () => ['appointment-types'] as const,
  ofCompany: (api: ApiClient, companyId: string) =>
    queryOptions({
      queryKey: [...appointmentTypeQueries.all(), { companyId }] as const,
      queryFn: ({ signal }) =>
        loadAllPages((cursor) =>
          api.get('/api/v1/appointment-types', pageSchema, { query: { companyId, limit: PAGE_LIMIT, cursor }, signal }),
        ),
      staleTime: 10 * 60_000,
      ...retryUntilLoaded,
    }),
};
