import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { byId } from '#app/api/directory.ts';
import { petQueries } from '#app/api/pet-queries.ts';
import type { ReceivedPet } from '#contract/received.ts';

/** The document has no look-up by id, so names are read from the list, as far as they are needed and no further. */
const MOST_PAGES = 24;

/**
 * The pets of the given ids by id, as far as they are known yet. Pages of the list are read one after the other, behind
 * everything else, until every id is found.
 */
export function usePetNames(companyId: string, petIds: ReadonlySet<string>): ReadonlyMap<string, ReceivedPet> {
  const query = useInfiniteQuery({ ...petQueries.names(useApi(), { companyId }), enabled: petIds.size > 0 });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const pets = useMemo(() => byId(data?.pages.flatMap((page) => page.records) ?? []), [data]);
  const wanted = useMemo(() => [...petIds].some((id) => !pets.has(id)), [petIds, pets]);
  const loaded = data?.pages.length ?? 0;
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching && !isError && loaded < MOST_PAGES) void fetchNextPage();
  }, [wanted, hasNextPage, isFetching, isError, loaded, fetchNextPage]);
  return pets;
}
