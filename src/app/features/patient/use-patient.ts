import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { appointmentQueries, isOf, type PatientId } from '#app/api/appointment-queries.ts';
import { clientQueries } from '#app/api/client-queries.ts';
import { byId } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import { useRecordsById } from '#app/api/use-records-by-id.ts';
import { matchesWords } from '#app/components/word-match.ts';
import type { ReceivedClient, ReceivedPet } from '#contract/received.ts';

/** How far an answer has come. */
export type Progress = 'loading' | 'failed' | 'known';

const NOBODY: ReadonlySet<string> = new Set();

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
  /** Null where the client is not in the list, as far as it was read. */
  client: ReceivedClient | null;
  retry: () => void;
}

/**
 * A client with phone and e-mail. The API finds clients by name alone; an answer with other names shows that the
 * implementation does not look at the text, and then the list itself is read until the client is found.
 */
export function useContact(asked: Asked & { clientId: string | null; name: string }): Contact {
  const { companyId, clientId, name } = asked;
  const api = useApi();
  const enabled = asked.enabled && clientId !== null;
  const list = clientQueries.names(api, { companyId });
  const read = useInfiniteQuery({ ...list, enabled: false }).data?.pages.flatMap((page) => page.records);
  const known = read?.find(({ id }) => id === clientId);
  const lookup = clientQueries.lookup(api, { companyId, text: name });
  const query = useInfiniteQuery({ ...lookup, enabled: enabled && !known && name !== '' });
  const answer = query.data?.pages.flatMap((page) => page.records);
  const found = known ?? answer?.find(({ id }) => id === clientId) ?? null;
  const ignored = answer?.some((client) => !matchesWords([client.name], name)) ?? name === '';
  const wanted = useMemo(
    () => (enabled && ignored && !found && clientId !== null ? new Set([clientId]) : NOBODY),
    [enabled, ignored, found, clientId],
  );
  const { records, looking, failed, retry } = useRecordsById(list, wanted);
  const client = found ?? records.get(clientId ?? '') ?? null;
  if (client || clientId === null) return { progress: 'known', client, retry };
  if (failed || query.isError)
    return { progress: 'failed', client, retry: failed ? retry : () => void query.refetch() };
  const asking = !asked.enabled || looking || (name !== '' && !answer);
  return { progress: asking ? 'loading' : 'known', client, retry };
}

/** The pets of a client. Where the list of all pets was read to its end, nothing is asked for. */
export function usePetsOf({ companyId, clientId, enabled }: Asked & { clientId: string | null }) {
  const api = useApi();
  const names = useInfiniteQuery({ ...petQueries.names(api, { companyId }), enabled: false });
  // What was kept from an earlier visit is a part, and was read at no time.
  const allRead = names.dataUpdatedAt > 0 && names.data?.pages.at(-1)?.nextCursor === null;
  const query = useQuery({
    ...petQueries.ofClient(api, { companyId, clientId: clientId ?? '' }),
    enabled: enabled && clientId !== null && !allRead,
  });
  const all = names.data?.pages.flatMap((page) => page.records) ?? [];
  const answer = query.data?.records ?? [];
  const own = (pet: ReceivedPet) => clientId !== null && pet.clientId === clientId;
  const answered = query.data !== undefined && query.data.nextCursor === null;
  return {
    progress: (allRead || query.data || clientId === null ? 'known' : query.isError ? 'failed' : 'loading') as Progress,
    pets: [...byId([...all, ...answer].filter(own)).values()].sort((a, b) => a.name.localeCompare(b.name)),
    /** Whether these are all: who does not look at the client answers with anybody's pets. */
    whole: allRead || (answered && answer.every(own)),
    retry: () => void query.refetch(),
  };
}
