import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ReceivedPage } from '#contract/received.ts';

/** Adds records that are not in a cached list yet to its beginning. A list that is not cached stays so. */
export function addNames<Item extends { id: string }>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  records: readonly Item[],
): void {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  queryClient.setQueryData<InfiniteData<ReceivedPage<Item>>>(
    queryKey,
    (list) => {
      const [first, ...others] = list?.pages ?? [];
      if (!list || !first) return list;
      const known = new Set(list.pages.flatMap((page) => page.records.map(({ id }) => id)));
      const added = records.filter(({ id }) => !known.has(id));
      return added.length === 0
        ? list
        : { ...list, pages: [{ ...first, records: [...added, ...first.records] }, ...others] };
    },
    // However much is added, the list was read when it was.
    { updatedAt },
  );
}
