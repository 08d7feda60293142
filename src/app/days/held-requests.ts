import { type QueryClient, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { type ApiClient, useApi } from '#app/api/api-client.ts';
import { RETRY_INTERVAL_MS } from '#app/api/api-error.ts';
import { onlineRequestQueries } from '#app/api/online-requests.ts';
import { appointmentTypeQueries } from '#app/api/reference.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { instantOf } from '#contract/date-time.ts';
import { livePolling } from '#contract/live-polling.ts';
import { deriveRequestStatus } from '#contract/online-request-rules.ts';
import type { ReceivedAppointmentType } from '#contract/received.ts';
import type { ReceivedOnlineRequest } from '#contract/received-online-booking.ts';
import type { HeldRequest } from '#scheduling/bookable.ts';
import { LiveContext } from './live-state.ts';

/** The requests from the web site whose time is held, as far as they are loaded. */
export interface HeldRequests {
  /**
   * `none`: the practice system has no such requests, or the person may not read them. `loading` and `failed`: no time
   * may be called free. `known`: all requests are loaded, at all accessible stores.
   */
  readonly state: 'none' | 'loading' | 'failed' | 'known';
  /** Empty until the requests are loaded. */
  readonly held: readonly HeldRequest[];
  /** The number of requests that could not be read. They may take up any time. */
  readonly unreadable: number;
}

const NO_HELD_REQUESTS = { held: [], unreadable: 0 };

/** Converts the loaded requests that are still open to held requests. */
function toHeldRequests(
  records: readonly ReceivedOnlineRequest[],
  types: readonly Pick<ReceivedAppointmentType, 'id' | 'category'>[],
  now: number,
): HeldRequest[] {
  return records
    .filter((request) => deriveRequestStatus(request, now) === 'open')
    .map(({ id, storeId, visitTypeId, start, end, firstName, lastName, petName }) => ({
      ...{ id, storeId, start: instantOf(start), end: instantOf(end) },
      visitTypeCategory: types.find((type) => type.id === visitTypeId)?.category ?? '',
      name: petName.trim() || `${firstName} ${lastName}`.trim(),
    }));
}

interface HeldRequestsOptions {
  /** The time from which responses count as current, as in `DayFreshness`. */
  currentSince: number;
  /** Whether the requests may be loaded now. Requests that are already loaded are used in any case. */
  enabled: boolean;
}

/**
 * The requests from the web site whose time is held. All screens share one list, which is reloaded after events of the
 * practice system and otherwise at the polling interval. Expired requests are left out.
 */
export function useHeldRequests({ currentSince, enabled }: HeldRequestsOptions): HeldRequests & { retry: () => void } {
  const { company, hasOnlineRequests } = useDesk();
  const api = useApi();
  const now = useMinute();
  const everyMs = use(LiveContext)?.everyMs ?? livePolling.everyMs;
  const isCutOff = currentSince === Number.POSITIVE_INFINITY;
  const isEnabled = enabled && hasOnlineRequests;
  const requests = useQuery({
    ...onlineRequestQueries.open(api, company.id),
    enabled: isEnabled,
    staleTime: ({ state }) => (isCutOff || state.dataUpdatedAt >= currentSince ? livePolling.refetchEveryMs : 0),
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_INTERVAL_MS : everyMs),
  });
  const types = useQuery({ ...appointmentTypeQueries.ofCompany(api, company.id), enabled: isEnabled });
  const retry = () => {
    for (const { isError, refetch } of [requests, types]) if (isError) void refetch();
  };
  if (!hasOnlineRequests) return { ...NO_HELD_REQUESTS, state: 'none', retry };
  const isTypeNeeded = requests.data === undefined || requests.data.records.length > 0;
  const lists = isTypeNeeded ? [requests, types] : [requests];
  const isCurrent = requests.dataUpdatedAt >= currentSince;
  if (isCutOff || (requests.isError && !isCurrent) || lists.some(({ isError, data }) => isError && data === undefined))
    return { ...NO_HELD_REQUESTS, state: 'failed', retry };
  if (!isCurrent || requests.data === undefined || (isTypeNeeded && types.data === undefined))
    return { ...NO_HELD_REQUESTS, state: 'loading', retry };
  const { records, unresolvedIds } = requests.data;
  return {
    state: 'known',
    held: toHeldRequests(records, types.data?.records ?? [], now),
    unreadable: unresolvedIds.length,
    retry,
  };
}

/** The parameters for loading held requests outside components. */
export interface HeldRequestsSource {
  api: ApiClient;
  queryClient: QueryClient;
  companyId: string;
  /** Whether the practice system has requests from the web site that the person may read. */
  hasOnlineRequests: boolean;
}

/** The held requests that are already loaded; null until they are loaded. */
export function getCachedHeldRequests(
  { api, queryClient, companyId, hasOnlineRequests }: HeldRequestsSource,
  now: number,
): readonly HeldRequest[] | null {
  if (!hasOnlineRequests) return [];
  const requests = queryClient.getQueryData(onlineRequestQueries.open(api, companyId).queryKey);
  const types = queryClient.getQueryData(appointmentTypeQueries.ofCompany(api, companyId).queryKey);
  if (!requests || (requests.records.length > 0 && !types)) return null;
  return toHeldRequests(requests.records, types?.records ?? [], now);
}

/**
 * Returns all held requests and the number of requests that could not be read, after loading them if they are missing or
 * out of date. With `isReread` they are requested in any case, for example just before a booking.
 *
 * @throws ApiError
 */
export async function loadHeldRequests(
  { api, queryClient, companyId, hasOnlineRequests }: HeldRequestsSource,
  now: number,
  { isReread = false } = {},
): Promise<Pick<HeldRequests, 'held' | 'unreadable'>> {
  if (!hasOnlineRequests) return NO_HELD_REQUESTS;
  const { records, unresolvedIds } = await queryClient.fetchQuery({
    ...onlineRequestQueries.open(api, companyId),
    // Events and polls keep a loaded list current, so it is not requested again for each change.
    staleTime: isReread ? 0 : livePolling.refetchEveryMs,
  });
  const types = records.length === 0 ? [] : await loadVisitTypes(api, queryClient, companyId);
  return { held: toHeldRequests(records, types, now), unreadable: unresolvedIds.length };
}

async function loadVisitTypes(api: ApiClient, queryClient: QueryClient, companyId: string) {
  return (await queryClient.ensureQueryData(appointmentTypeQueries.ofCompany(api, companyId))).records;
}
