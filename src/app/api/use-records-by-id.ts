import {
  type InfiniteData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { byId } from '#app/api/directory.ts';
import type { ReceivedPage } from '#contract/received.ts';

/** A list of the API, page by page. */
export type Pages<Item> = UndefinedInitialDataInfiniteOptions<
  ReceivedPage<Item>,
  Error,
  InfiniteData<ReceivedPage<Item>>,
  QueryKey,
  string | null
>;

/** The document has no look-up by id, so records are read from their list, as far as they are needed and no further. */
const MOST_PAGES = 24;

/**
 * The records of a list by id, as far as they are known yet. Its pages are read one after the other until every wanted id is
 * found; what was read for others counts, and nothing is read while nothing is wanted.
 */
export function useRecordsById<Item extends { id: string }>(list: Pages<Item>, ids: ReadonlySet<string>) {
  const query = useInfiniteQuery({ ...list, enabled: ids.size > 0 });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const records = useMemo(() => byId(data?.pages.flatMap((page) => page.records) ?? []), [data]);
  const missing = useMemo(() => [...ids].some((id) => !records.has(id)), [ids, records]);
  const loaded = data?.pages.length ?? 0;
  const more = missing && hasNextPage && loaded < MOST_PAGES;
  useEffect(() => {
    if (more && !isFetching && !isError) void fetchNextPage();
  }, [more, isFetching, isError, fetchNextPage]);
  return {
    records,
    looking: missing && !isError && (isFetching || more),
    failed: missing && isError,
    retry: () => void (loaded > 0 ? fetchNextPage() : refetch()),
  };
}
