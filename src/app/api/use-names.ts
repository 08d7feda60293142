import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { addNames } from '#app/api/add-names.ts';
import { PAGE_LIMIT } from '#app/api/all-pages.ts';
import { useApi } from '#app/api/api-context.ts';
import { clientPage, clientQueries } from '#app/api/client-queries.ts';
import { byId } from '#app/api/directory.ts';
import { useFailure } from '#app/api/failures.ts';
import { MAX_PAGES } from '#app/api/find-on-pages.ts';
import { petPage, petQueries } from '#app/api/pet-queries.ts';
import { RETRY_INTERVAL_MS, retryUntilLoaded } from '#app/api/retry.ts';
import type { ReceivedClient, ReceivedPage, ReceivedPet } from '#contract/received.ts';

/** Records of a list by id. */
interface Named<Item> {
  found: ReadonlyMap<string, Item>;
  /** Whether no further ones will be found. */
  settled: boolean;
  /** Why some could not be loaded, while they are missing; null otherwise. They are asked for again from time to time. */
  error: unknown;
  /** Asks for them now. */
  retry: () => void;
}

/** All that was read so far: a list that is read again comes page by page, and a name stays until then. */
function useKept<Item>(read: ReadonlyMap<string, Item>): ReadonlyMap<string, Item> {
  const [kept, setKept] = useState({ read, found: read });
  if (kept.read === read) return kept.found;
  const found = new Map([...kept.found, ...read]);
  setKept({ read, found });
  return found;
}

/** Who is not in a list that was read since then is not new. */
const JUST_READ_MS = 5000;

/** A list whose newest entries come first. */
interface NameList<Item> {
  queryKey: QueryKey;
  firstPage: (signal: AbortSignal) => Promise<ReceivedPage<Item>>;
}

/**
 * Loads names by id. The document has no look-up by id, so the pages of the list are loaded one after the other, with
 * low priority, until every id is found. Who is not in a list that was read a while ago may be new: its beginning is read
 * again, once.
 */
function useReadOn<Item extends { id: string }>(
  query: UseInfiniteQueryResult<InfiniteData<ReceivedPage<Item>>>,
  ids: ReadonlySet<string>,
  { queryKey, firstPage }: NameList<Item>,
): Named<Item> {
  const queryClient = useQueryClient();
  const { data, hasNextPage, isFetching, isError, isFetchNextPageError, fetchNextPage, refetch } = query;
  const read = useMemo(() => byId(data?.pages.flatMap((page) => page.records) ?? []), [data]);
  const found = useKept(read);
  const missingIds = useMemo(() => [...ids].filter((id) => !read.has(id)).sort(), [ids, read]);
  const missing = missingIds.length > 0;
  const ended = isError || (data !== undefined && (!hasNextPage || data.pages.length >= MAX_PAGES));
  const settled = !missing || ended;
  useEffect(() => {
    if (!settled && hasNextPage && !isFetching) void fetchNextPage();
  }, [settled, hasNextPage, isFetching, fetchNextPage]);

  useQuery({
    queryKey: [...queryKey, 'newest', missingIds],
    queryFn: async ({ signal }) => {
      const readAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
      if (Date.now() - readAt > JUST_READ_MS) addNames(queryClient, queryKey, (await firstPage(signal)).records);
      return null;
    },
    enabled: missing && settled && !isError && !isFetching,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const retry = useCallback(
    // A list is long: it is resumed at the page that failed.
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  const failed = isError && !isFetching && ids.size > 0;
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(retry, RETRY_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [failed, retry]);
  const lacking = useMemo(() => [...ids].some((id) => !found.has(id)), [ids, found]);
  const error = useFailure(query);
  return { found, settled, error: lacking ? error : null, retry };
}

const { retry } = retryUntilLoaded;

/** The pets with these ids, as far as they are loaded. */
export function usePetNames(companyId: string, petIds: ReadonlySet<string>): Named<ReceivedPet> {
  const api = useApi();
  const names = petQueries.names(api, { companyId });
  const query = useInfiniteQuery({ ...names, enabled: petIds.size > 0, retry });
  return useReadOn(query, petIds, {
    queryKey: names.queryKey,
    firstPage: (signal) => petPage(api, { companyId, limit: PAGE_LIMIT }, { signal, purpose: 'poll' }),
  });
}

/**
 * The clients with these ids, as far as they are loaded. Most pets have their client's name, which takes no request.
 */
export function useClientNames(companyId: string, clientIds: ReadonlySet<string>): Named<ReceivedClient> {
  const api = useApi();
  const names = clientQueries.names(api, { companyId });
  const query = useInfiniteQuery({ ...names, enabled: clientIds.size > 0, retry });
  return useReadOn(query, clientIds, {
    queryKey: names.queryKey,
    firstPage: (signal) => clientPage(api, { companyId, limit: PAGE_LIMIT }, { signal, purpose: 'poll' }),
  });
}
