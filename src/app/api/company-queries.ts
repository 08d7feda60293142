import { queryOptions } from '@tanstack/react-query';
import { loadAllPages, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient } from '#app/api/client.ts';
import { receivedCompanySchema, receivedPageSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedCompanySchema);

/** The companies in reach, with their stores and rooms. */
export const companyQueries = {
  all: () => ['companies'] as const,
  list: (api: ApiClient) =>
    queryOptions({
      queryKey: [...companyQueries.all(), 'list'] as const,
      queryFn: ({ signal }) =>
        loadAllPages((cursor) =>
          api.get('/api/v1/companies', pageSchema, { query: { limit: PAGE_LIMIT, cursor }, signal }),
        ),
      staleTime: 10 * 60_000,
    }),
};
