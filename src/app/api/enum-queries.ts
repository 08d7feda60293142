import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/client.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';
import { receivedEnumsSchema } from '#contract/received.ts';

/** The allowed values with their labels and colours, which are defined here only (section 1). */
export const enumQueries = {
  all: () => ['enums'] as const,
  ofCompany: (api: ApiClient, companyId: string) =>
    queryOptions({
      queryKey: [...enumQueries.all(), { companyId }] as const,
      queryFn: ({ signal }) => api.get('/api/v1/enums', receivedEnumsSchema, { query: { companyId }, signal }),
      staleTime: 10 * 60_000,
      ...retryUntilLoaded,
    }),
};
