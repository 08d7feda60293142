import { queryOptions } from '@tanstack/react-query';
import type { ApiClient, ReadOptions } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { collectStores, type DeskCompany } from '#app/api/directory.ts';
import { PAGE_LIMIT } from '#app/api/pages.ts';
import { endpointQuery, fullListQuery, queryKeyOf, readAll } from '#app/api/queries.ts';
import { calls } from '#contract/calls.ts';
import type { ReceivedCompany } from '#contract/received.ts';

// The data from which every screen takes its names. It changes rarely, and is short enough to load completely.

const rarelyChangingOptions = { staleTime: 10 * 60_000, ...retryUntilLoadedOptions } as const;

/** The companies that the person can access, with their stores and rooms. */
export const companyQueries = {
  list: (api: ApiClient) =>
    queryOptions({
      queryKey: queryKeyOf(calls.listCompanies),
      queryFn: async ({ signal }) => {
        const { records, unresolvedIds } = await readAll(api, calls.listCompanies, {}, { signal });
        return {
          records: await Promise.all(records.map((company) => addMissingStores(api, company, { signal }))),
          unresolvedIds,
        };
      },
      ...rarelyChangingOptions,
    }),
};

/** If a company lists no stores, they are taken from its newest appointments, if any. */
async function addMissingStores(api: ApiClient, company: ReceivedCompany, options: ReadOptions): Promise<DeskCompany> {
  if (company.stores.length > 0) return { ...company, storesListed: true };
  const newest = await api
    .call(calls.listAppointments, { companyId: company.id, limit: PAGE_LIMIT }, options)
    .catch(() => null);
  return { ...company, stores: collectStores(newest?.records ?? []), storesListed: false };
}

/** The company's staff, including inactive people, since old appointments name them. */
export const employeeQueries = {
  ofCompany: (api: ApiClient, companyId: string) => ({
    ...fullListQuery(api, calls.listEmployees, { companyId }),
    ...rarelyChangingOptions,
  }),
};

/** The company's visit types, including inactive ones. */
export const appointmentTypeQueries = {
  ofCompany: (api: ApiClient, companyId: string) => ({
    ...fullListQuery(api, calls.listAppointmentTypes, { companyId }),
    ...rarelyChangingOptions,
  }),
};

/** The allowed values with their labels and colours, which only the service defines (section 1 of the specification). */
export const enumQueries = {
  ofCompany: (api: ApiClient, companyId: string) => ({
    ...endpointQuery(api, calls.listEnums, { companyId }),
    ...rarelyChangingOptions,
  }),
};
