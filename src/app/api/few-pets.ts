import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { appointmentQueries, searchAppointments } from '#app/api/appointments.ts';
import { byCursor, PAGE_LIMIT } from '#app/api/pages.ts';

export const fewPetsQueries = {
  all: (companyId: string) => [...appointmentQueries.all(), 'few-pets', { companyId }] as const,
  /** The appointments of a few pets at all times and stores in one page, newest created first, with low priority. */
  visits: (api: ApiClient, companyId: string, petIds: readonly string[]) => {
    const sorted = [...petIds].sort();
    return infiniteQueryOptions({
      queryKey: [...fewPetsQueries.all(companyId), sorted] as const,
      queryFn: ({ pageParam, signal }) =>
        searchAppointments(
          api,
          { companyId, limit: PAGE_LIMIT, cursor: pageParam, filter: { petId: { in: sorted } } },
          { signal, purpose: 'poll' },
        ),
      ...byCursor,
      staleTime: 60_000,
    });
  },
};
