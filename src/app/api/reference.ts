import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ApiClient, RequestOptions } from '#app/api/api-client.ts';
import { retryUntilLoaded } from '#app/api/api-error.ts';
import { type DeskCompany, storesSeenOn } from '#app/api/directory.ts';
import { loadAllPages, PAGE_LIMIT } from '#app/api/pages.ts';
import {
  type ReceivedCompany,
  receivedAppointmentSchema,
  receivedAppointmentTypeSchema,
  receivedCompanySchema,
  receivedEmployeeSchema,
  receivedEnumsSchema,
  receivedPageSchema,
} from '#contract/received.ts';

// The data that every screen takes its names from. It changes rarely, and is short enough to be loaded completely. `purpose` `poll` reads
// it with the lowest priority.

const seldom = { staleTime: 10 * 60_000, ...retryUntilLoaded } as const;

const appointmentsSchema = receivedPageSchema(receivedAppointmentSchema);
const companiesSchema = receivedPageSchema(receivedCompanySchema);

/** The companies in reach, with their stores and rooms. */
export const companyQueries = {
  list: (api: ApiClient, purpose?: 'poll') =>
    queryOptions({
      queryKey: ['companies', 'list'] as const,
      queryFn: async ({ signal }) => {
        const options = { signal, ...(purpose && { purpose }) };
        const { records, unresolvedIds } = await loadAllPages((cursor) =>
          api.get('/api/v1/companies', companiesSchema, { query: { limit: PAGE_LIMIT, cursor }, ...options }),
        );
        return {
          records: await Promise.all(records.map((company) => withStores(api, company, options))),
          unresolvedIds,
        };
      },
      ...seldom,
    }),
};

/** Where a company lists no stores, they are taken from its newest appointments, if any. */
async function withStores(
  api: ApiClient,
  company: ReceivedCompany,
  options: Pick<RequestOptions, 'signal' | 'purpose'>,
): Promise<DeskCompany> {
  if (company.stores.length > 0) return { ...company, storesListed: true };
  const newest = await api
    .get('/api/v1/appointments', appointmentsSchema, {
      query: { companyId: company.id, limit: PAGE_LIMIT },
      ...options,
    })
    .catch(() => null);
  return { ...company, stores: storesSeenOn(newest?.records ?? []), storesListed: false };
}

/** The whole of a list of a company. */
function listQueries<Key extends string, Item extends z.ZodMiniType>(key: Key, itemSchema: Item) {
  const pageSchema = receivedPageSchema(itemSchema);
  return {
    ofCompany: (api: ApiClient, companyId: string, purpose?: 'poll') =>
      queryOptions({
        queryKey: [key, { companyId }] as const,
        queryFn: ({ signal }) =>
          loadAllPages((cursor) =>
            api.get(`/api/v1/${key}`, pageSchema, {
              query: { companyId, limit: PAGE_LIMIT, cursor },
              signal,
              ...(purpose && { purpose }),
            }),
          ),
        ...seldom,
      }),
  };
}

/** The company's staff, inactive ones included: old appointments name them. */
export const employeeQueries = listQueries('employees', receivedEmployeeSchema);

/** The company's visit types, inactive ones included. */
export const appointmentTypeQueries = listQueries('appointment-types', receivedAppointmentTypeSchema);

/** The allowed values with their labels and colours, which are defined here only (section 1). */
export const enumQueries = {
  ofCompany: (api: ApiClient, companyId: string) =>
    queryOptions({
      queryKey: ['enums', { companyId }] as const,
      queryFn: ({ signal }) => api.get('/api/v1/enums', receivedEnumsSchema, { query: { companyId }, signal }),
      ...seldom,
    }),
};
