import { queryOptions } from '@tanstack/react-query';
import { loadAllPages, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient } from '#app/api/client.ts';
import { type DeskCompany, storesSeenOn } from '#app/api/directory.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';
import {
  type ReceivedCompany,
  receivedAppointmentSchema,
  receivedCompanySchema,
  receivedPageSchema,
} from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedCompanySchema);
const appointmentsSchema = receivedPageSchema(receivedAppointmentSchema);

/** The companies in reach, with their stores and rooms. */
export const companyQueries = {
  all: () => ['companies'] as const,
  list: (api: ApiClient) =>
    queryOptions({
      queryKey: [...companyQueries.all(), 'list'] as const,
      queryFn: async ({ signal }) => {
        const { records, unresolvedIds } = await loadAllPages((cursor) =>
          api.get('/api/v1/companies', pageSchema, { query: { limit: PAGE_LIMIT, cursor }, signal }),
        );
        return {
          records: await Promise.all(records.map((company) => withStores(api, company, signal))),
          unresolvedIds,
        };
      },
      staleTime: 10 * 60_000,
      ...retryUntilLoaded,
    }),
};

/** Where a company lists no stores, they are taken from its newest appointments, if any. */
async function withStores(api: ApiClient, company: ReceivedCompany, signal: AbortSignal): Promise<DeskCompany> {
  if (company.stores.length > 0) return { ...company, storesListed: true };
  const newest = await api
    .get('/api/v1/appointments', appointmentsSchema, { query: { companyId: company.id, limit: PAGE_LIMIT }, signal })
    .catch(() => null);
  return { ...company, stores: storesSeenOn(newest?.records ?? []), storesListed: false };
}
