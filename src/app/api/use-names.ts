import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { clientQueries } from '#app/api/client-queries.ts';
import { byId } from '#app/api/directory.ts';
import { MAX_PAGES } from '#app/api/find-on-pages.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import type { ReceivedClient, ReceivedPage, ReceivedPet } from '#contract/received.ts';

/** Records of a list by id. */
interface Named<Item> {
  found: ReadonlyMap<string, Item>;
  /** Whether no further ones will be found. */
  settled: boolean;
}

/**
 * Loads names by id. The document has no look-up by id, so the pages of the list are loaded one after the other, with
 * low priority, until every id is found.
 */
function useReadOn<Item extends { id: string }>(
  query: UseInfiniteQueryResult<InfiniteData<ReceivedPage<Item>>>,
  ids: ReadonlySet<string>,
): Named<Item> {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const found = useMemo(() => byId(data?.pages.flatMap((page) => page.records) ?? []), [data]);
  const missing = useMemo(() => [...ids].some((id) => !found.has(id)), [ids, found]);
  const ended = isError || (data !== undefined && (!hasNextPage || data.pages.length >= MAX_PAGES));
  const settled = !missing || ended;
  useEffect(() => {
    if (!settled && hasNextPage && !isFetching) void fetchNextPage();
  }, [settled, hasNextPage, isFetching, fetchNextPage]);
  return { found, settled };
}

/** The pets with these ids, as far as they are loaded. */
export function usePetNames(companyId: string, petIds: ReadonlySet<string>): Named<ReceivedPet> {
  const query = useInfiniteQuery({ ...petQueries.names(useApi(), { companyId }), enabled: petIds.size > 0 });
  return useReadOn(query, petIds);
}

/**
 * The clients with these ids, as far as they are loaded. Most pets have their client's name, which takes no request.
 */
export function useClientNames(companyId: string, clientIds: ReadonlySet<string>): Named<ReceivedClient> {
  const query = useInfiniteQuery({ ...clientQueries.names(useApi(), { companyId }), enabled: clientIds.size > 0 });
  return useReadOn(query, clientIds);
}
