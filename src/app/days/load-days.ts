import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { loadedContent } from '#app/api/appointment-store.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import type { Directory } from '#app/api/directory.ts';
import { loadPlan } from '#app/days/availability.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { HeldRequest } from '#scheduling/bookable.ts';
import { zoneOfStore } from '#scheduling/calendar-day.ts';
import { type PlanEntries, weeksToLoad } from '#scheduling/plan.ts';
import { loadHeldRequests } from './held-requests.ts';

interface DaysToLoad extends Interval {
  /** By default all accessible stores. */
  storeIds?: readonly string[];
}

interface LoadedDays {
  appointments: readonly ReceivedAppointment[];
  /** All requests from the web site whose time is held. */
  held: readonly HeldRequest[];
  plan: PlanEntries;
  /** Whether these are all appointments and all held requests of the days. */
  isComplete: boolean;
}

/** The parameters for loading days outside components. */
export interface DaysSource {
  api: ApiClient;
  queryClient: QueryClient;
  directory: Directory;
  hasPlan: boolean;
  hasOnlineRequests: boolean;
}

/**
 * Loads the first page of whole days at some stores, the plan of their weeks, and the requests from the web site.
 * Cached data is not requested again.
 *
 * @throws ApiError
 */
export async function loadDays(
  { api, queryClient, directory, hasPlan, hasOnlineRequests }: DaysSource,
  { storeIds, ...span }: DaysToLoad,
): Promise<LoadedDays> {
  const { company, fallbackZone } = directory;
  const day = {
    companyId: company.id,
    storeIds: storeIds ?? (company.storesListed ? company.stores.map(({ id }) => id) : []),
    from: new Date(span.start).toISOString(),
    to: new Date(span.end).toISOString(),
  };
  const zones = new Set(company.stores.map((store) => zoneOfStore(store, fallbackZone)));
  const [plan, { held, unreadable }] = await Promise.all([
    loadPlan(api, queryClient, { companyId: company.id, mondays: hasPlan ? weeksToLoad([...zones], span) : [] }),
    loadHeldRequests({ api, queryClient, companyId: company.id, hasOnlineRequests }, Date.now()),
    // A failure is reported at once instead of being retried.
    queryClient.fetchInfiniteQuery({ ...appointmentQueries.day(api, day), retry: false }),
  ]);
  const content = loadedContent(queryClient, day);
  return {
    appointments: content?.appointments ?? [],
    held,
    plan,
    isComplete: content?.isComplete === true && content.unresolvedIds.length === 0 && unreadable === 0,
  };
}
