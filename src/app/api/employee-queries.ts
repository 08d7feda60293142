import { queryOptions } from '@tanstack/react-query';
import { loadAllPages, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient } from '#app/api/client.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';
import { receivedEmployeeSchema, receivedPageSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedEmployeeSchema);

/** The company's staff, inactive ones included: old appointments name them. */
export const employeeQueries = {
  all: () => ['employees'] as const,
  ofCompany: (api: ApiClient, companyId: string) =>
    queryOptions({
      queryKey: [...employeeQueries.all(), { companyId }] as const,
      queryFn: ({ signal }) =>
        loadAllPages((cursor) =>
          api.get('/api/v1/employees', pageSchema, { query: { companyId, limit: PAGE_LIMIT, cursor }, signal }),
        ),
      staleTime: 10 * 60_000,
      ...retryUntilLoaded,
    }),
};
