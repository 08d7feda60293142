import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoaded } from '#app/api/api-error.ts';
import { useListContent } from '#app/api/appointment-store.ts';
import { appointmentQueries, type PatientId } from '#app/api/appointments.ts';
import { contactById } from '#app/api/clients.ts';
import { failureKind, useLastError } from '#app/api/failures.tsx';
import { petById, petQueries } from '#app/api/pets.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { ReceivedAppointment, ReceivedClient, ReceivedPet } from '#contract/received.ts';

/** The state of a query. */
type Progress = 'loading' | 'failed' | 'known';

interface Read {
  status: 'pending' | 'error' | 'success';
  error: unknown;
  failureReason: unknown;
  data: unknown;
}

/** The state of a query that is retried until it succeeds. */
interface LoadState {
  progress: Progress;
  /** The last error; it stays during a retry. */
  error: unknown;
  /** The error after which loading is delayed; null where it is not. */
  delay: unknown;
}

/** @param of a key of what the query loads; null where there is nothing to load */
function useLoadState({ status, error, failureReason, data }: Read, of: string | null): LoadState {
  const lastError = useLastError({ status, error }, of ?? '');
  if (of === null || data !== undefined) return { progress: 'known', error: null, delay: null };
  const delay = failureKind(failureReason) === 'waiting' ? failureReason : null;
  return { progress: lastError === null || delay !== null ? 'loading' : 'failed', error: lastError, delay };
}

/** A pet by its id. */
export function usePet(companyId: string, petId: string): LoadState & { pet: ReceivedPet | null; retry: () => void } {
  const query = useQuery({ ...petById(useApi(), { companyId, petId }), ...retryUntilLoaded });
  return { ...useLoadState(query, petId), pet: query.data ?? null, retry: () => void query.refetch() };
}

const NONE: readonly ReceivedAppointment[] = [];

interface PatientOptions {
  companyId: string;
  /** While false nothing is requested; cached data is returned. */
  enabled: boolean;
}

/** The appointments of a pet or a client, and how many of them are loaded. */
export function useAppointmentsOf({ companyId, patient, enabled }: PatientOptions & { patient: PatientId }) {
  const query = useInfiniteQuery({
    ...appointmentQueries.ofPatient(useApi(), companyId, patient),
    ...retryUntilLoaded,
    enabled,
  });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const content = useListContent({ companyId, ...patient }, data?.pages);
  return {
    ...useLoadState(query, JSON.stringify(patient)),
    appointments: content?.appointments ?? NONE,
    /** Unresolved records; they may be of any pet. */
    unreadable: content?.unresolvedIds.length ?? 0,
    /** Whether these are all. */
    whole: content?.complete === true,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

export interface Contact extends LoadState {
  /** Null where the client could not be found. */
  client: ReceivedClient | null;
  retry: () => void;
}

/** A client's phone and e-mail. */
export function useContact(options: PatientOptions & { clientId: string | null; name: string }): Contact {
  const { companyId, clientId, name } = options;
  const query = useQuery({
    ...contactById(useApi(), { companyId, clientId: clientId ?? '', name }),
    ...retryUntilLoaded,
    enabled: options.enabled && clientId !== null,
  });
  return {
    ...useLoadState(query, clientId),
    client: query.data ?? null,
    retry: () => void query.refetch(),
  };
}

/** The pets of a client, by name. */
export function usePetsOf({ companyId, clientId, enabled }: PatientOptions & { clientId: string | null }) {
  const query = useQuery({
    ...petQueries.ofClient(useApi(), { companyId, clientId: clientId ?? '' }),
    ...retryUntilLoaded,
    enabled: enabled && clientId !== null,
  });
  return {
    ...useLoadState(query, clientId),
    pets: [...(query.data?.pets ?? [])].sort((a, b) => a.name.localeCompare(b.name, shownLocale)),
    /** Whether these are all. */
    whole: query.data?.whole ?? clientId === null,
    retry: () => void query.refetch(),
  };
}
