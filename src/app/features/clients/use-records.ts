import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { failureKind, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { useListContent } from '#app/api/appointment-store.ts';
import { appointmentQueries, type PetOrClientId } from '#app/api/appointments.ts';
import { contactByIdQuery } from '#app/api/clients.ts';
import { petByIdQuery, petQueries } from '#app/api/pets.ts';
import { useLastError } from '#app/api/use-failure.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { ReceivedAppointment, ReceivedClient, ReceivedPet } from '#contract/received.ts';

interface QueryState {
  status: 'pending' | 'error' | 'success';
  error: unknown;
  failureReason: unknown;
  data: unknown;
  refetch: () => unknown;
}

/** The state of loading something that is retried until it succeeds. */
export interface LoadState {
  progress: 'loading' | 'failed' | 'known';
  /** The last error, also during a retry. */
  error: unknown;
  /** The error that delays loading; null if loading is not delayed. */
  delay: unknown;
  /** Tries to load again, without waiting for the next retry. */
  retry: () => void;
}

/**
 * Derives the state of loading from a query.
 *
 * @param of identifies what the query loads; null if there is nothing to load
 */
function useLoadState({ status, error, failureReason, data, refetch }: QueryState, of: string | null): LoadState {
  const lastError = useLastError({ status, error }, of ?? '');
  const retry = () => void refetch();
  if (of === null || data !== undefined) return { progress: 'known', error: null, delay: null, retry };
  const delay = failureKind(failureReason) === 'waiting' ? failureReason : null;
  return { progress: lastError === null || delay !== null ? 'loading' : 'failed', error: lastError, delay, retry };
}

/** Loads a pet. `pet` is null while it is loading, or if it was not found. */
export function usePet(companyId: string, petId: string): LoadState & { pet: ReceivedPet | null } {
  const query = useQuery({ ...petByIdQuery(useApi(), { companyId, petId }), ...retryUntilLoadedOptions });
  return { ...useLoadState(query, petId), pet: query.data ?? null };
}

const NO_APPOINTMENTS: readonly ReceivedAppointment[] = [];

interface RecordOptions {
  companyId: string;
  /** If false, nothing is requested, but cached data is returned. */
  enabled: boolean;
}

/** Loads the appointments of a pet or client, page by page. */
export function usePatientAppointments({ companyId, patient, enabled }: RecordOptions & { patient: PetOrClientId }) {
  const query = useInfiniteQuery({
    ...appointmentQueries.ofPatient(useApi(), companyId, patient),
    ...retryUntilLoadedOptions,
    enabled,
  });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const content = useListContent({ companyId, ...patient }, data?.pages);
  return {
    ...useLoadState(query, JSON.stringify(patient)),
    appointments: content?.appointments ?? NO_APPOINTMENTS,
    /** The number of unreadable records, which may belong to any pet. */
    unreadable: content?.unresolvedIds.length ?? 0,
    /** Whether all appointments are loaded. */
    whole: content?.isComplete === true,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore: () => void fetchNextPage(),
  };
}

export interface Contact extends LoadState {
  /** Null if the client could not be found. */
  client: ReceivedClient | null;
}

/** Loads a client's contact details. */
export function useContact(options: RecordOptions & { clientId: string | null; name: string }): Contact {
  const { companyId, clientId, name } = options;
  const query = useQuery({
    ...contactByIdQuery(useApi(), { companyId, clientId: clientId ?? '', name }),
    ...retryUntilLoadedOptions,
    enabled: options.enabled && clientId !== null,
  });
  return {
    ...useLoadState(query, clientId),
    client: query.data ?? null,
  };
}

/** Loads the pets of a client, sorted by name. */
export function useClientPets({ companyId, clientId, enabled }: RecordOptions & { clientId: string | null }) {
  const query = useQuery({
    ...petQueries.ofClient(useApi(), { companyId, clientId: clientId ?? '' }),
    ...retryUntilLoadedOptions,
    enabled: enabled && clientId !== null,
  });
  return {
    ...useLoadState(query, clientId),
    pets: [...(query.data?.pets ?? [])].sort((a, b) => a.name.localeCompare(b.name, shownLocale)),
    /** Whether all of the client's pets are loaded. */
    whole: query.data?.isComplete ?? clientId === null,
  };
}
