import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { appointmentQueries, isOf, type PatientId } from '#app/api/appointment-queries.ts';
import { contactById } from '#app/api/by-id.ts';
import { byId } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import type { ReceivedClient } from '#contract/received.ts';

/** How far an answer has come. */
export type Progress = 'loading' | 'failed' | 'known';

interface Asked {
  companyId: string;
  /** Nothing is asked for while it is not; what is known already is there all the same. */
  enabled: boolean;
}

/** The appointments of a pet or a client, and how much of them is known. */
export function useAppointmentsOf({ companyId, patient, enabled }: Asked & { patient: PatientId }) {
  const query = useInfiniteQuery({ ...appointmentQueries.ofPatient(useApi(), companyId, patient), enabled });
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const key = JSON.stringify(patient);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the patient is.
  const { appointments, unreadable } = useMemo(() => {
    const pages = data?.pages ?? [];
    const records = pages.flatMap((page) => page.records).filter((record) => isOf(patient, record));
    return {
      // What is booked meanwhile pushes records on to the next page.
      appointments: [...byId(records).values()],
      unreadable: new Set(pages.flatMap((page) => page.unresolvedIds)).size,
    };
  }, [data, key]);
  const progress: Progress = data ? 'known' : isError ? 'failed' : 'loading';
  return {
    progress,
    error: query.error,
    appointments,
    /** Appointments that the practice system could not read; they may be of anybody. */
    unreadable,
    /** Whether these are all. */
    whole: data !== undefined && data.pages.at(-1)?.nextCursor === null,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

export interface Contact {
  progress: Progress;
  /** Null where the client could not be found. */
  client: ReceivedClient | null;
  retry: () => void;
}

/** A client's phone and e-mail. */
export function useContact(asked: Asked & { clientId: string | null; name: string }): Contact {
  const { companyId, clientId, name } = asked;
  const query = useQuery({
    ...contactById(useApi(), { companyId, clientId: clientId ?? '', name }),
    enabled: asked.enabled && clientId !== null,
  });
  const known = clientId === null || query.data !== undefined;
  return {
    progress: known ? 'known' : query.isError ? 'failed' : 'loading',
    client: query.data ?? null,
    retry: () => void query.refetch(),
  };
}

/** The pets of a client in the order of their names. */
export function usePetsOf({ companyId, clientId, enabled }: Asked & { clientId: string | null }) {
  const query = useQuery({
    ...petQueries.ofClient(useApi(), { companyId, clientId: clientId ?? '' }),
    enabled: enabled && clientId !== null,
  });
  const known = clientId === null || query.data !== undefined;
  const progress: Progress = known ? 'known' : query.isError ? 'failed' : 'loading';
  return {
    progress,
    pets: [...(query.data?.pets ?? [])].sort((a, b) => a.name.localeCompare(b.name)),
    error: query.error,
    /** Whether these are all. */
    whole: query.data?.whole ?? clientId === null,
    retry: () => void query.refetch(),
  };
}
