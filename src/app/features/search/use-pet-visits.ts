import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import {
  type AppointmentPage,
  appointmentQueries,
  loadedAppointments,
  searchAppointments,
} from '#app/api/appointments.ts';
import { byId } from '#app/api/directory.ts';
import { byCursor, PAGE_LIMIT } from '#app/api/pages.ts';
import { useDebounced } from '#app/browser/use-debounced.ts';
import { takingPlace, visitsAt } from '#app/scheduling/pet-visits.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The visits that tell a pet from others of its name. */
export interface PetVisits {
  last: ReceivedAppointment | null;
  /** The next one, or the one that is under way. */
  next: ReceivedAppointment | null;
  isHereNow: boolean;
  /** Whether there are no others, so that a missing one does not exist. */
  whole: boolean;
}

const fewPetsQueries = {
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

const SETTLE_MS = 300;

/**
 * The last and the next visits of a few pets: from the days that are loaded at once, the others by one request for all of
 * them, once they no longer change.
 */
export function usePetVisits(
  companyId: string,
  petIds: readonly string[],
  now: number,
): ReadonlyMap<string, PetVisits> {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = [...petIds].sort().join();
  const settled = useDebounced(key, SETTLE_MS);
  const wanted = useMemo(() => (key === '' ? [] : key.split(',')), [key]);
  /** The ids of an earlier request that has the answer for these, too, as when a name is typed on. */
  const covering = useMemo(() => {
    const lists = queryClient.getQueriesData<InfiniteData<AppointmentPage>>({
      queryKey: fewPetsQueries.all(companyId),
    });
    return (
      lists
        .filter(([, data]) => data !== undefined)
        .map(([queryKey]) => idsOf(queryKey.at(-1)))
        .find((ids) => wanted.every((id) => ids.includes(id))) ?? null
    );
  }, [queryClient, companyId, wanted]);
  const asked = covering ?? wanted;
  const { data } = useInfiniteQuery({
    ...fewPetsQueries.visits(api, companyId, asked),
    enabled: asked.length > 0 && (covering !== null || settled === key),
  });
  return useMemo(() => {
    const page = data?.pages[0];
    const read = page?.records ?? [];
    // An implementation that ignores the filter answers with the visits of others, and not with all of these.
    const whole =
      page !== undefined &&
      page.nextCursor === null &&
      page.unresolvedIds.length === 0 &&
      read.every(({ petId }) => petId !== null && asked.includes(petId));
    const all = [...byId([...read, ...loadedAppointments(queryClient, companyId)]).values()];
    return new Map(
      wanted.map((petId) => {
        const { underWay, toCome, past } = visitsAt(
          all.filter((appointment) => appointment.petId === petId),
          now,
        );
        const next = underWay[0] ?? takingPlace(toCome)[0] ?? null;
        return [petId, { last: takingPlace(past)[0] ?? null, next, isHereNow: underWay.length > 0, whole }];
      }),
    );
  }, [data, asked, wanted, queryClient, companyId, now]);
}

function idsOf(part: unknown): readonly string[] {
  return Array.isArray(part) ? part.map(String) : [];
}
