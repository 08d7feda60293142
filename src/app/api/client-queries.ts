import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { nextCursorOf, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient, QueryValues, RequestOptions } from '#app/api/client.ts';
import { byId } from '#app/api/directory.ts';
import { readOnPages } from '#app/api/find-on-pages.ts';
import { lookupText } from '#app/api/pet-queries.ts';
import { type ReceivedClient, receivedClientSchema, receivedPageSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedClientSchema);

/** The most requests spent on phone numbers. */
const MAX_PHONE_PAGES = 4;

/** One page of the list of clients. */
export function clientPage(api: ApiClient, query: QueryValues, options: Pick<RequestOptions, 'signal' | 'purpose'>) {
  return api.get('/api/v1/clients', pageSchema, { ...options, query });
}

/**
 * Clients by id, as far as a list of names is loaded; pages not cached yet are requested with low priority.
 *
 * @throws ApiError where a page could not be read
 */
export async function readClientNames(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
): Promise<ReadonlyMap<string, ReceivedClient>> {
  const read = queryClient.getQueryData(clientQueries.names(api, { companyId }).queryKey)?.pages ?? [];
  const loadPage = (cursor: string | null) =>
    clientPage(api, { companyId, limit: PAGE_LIMIT, cursor }, { purpose: 'poll' });
  return byId(await readOnPages(read, loadPage));
}

export const clientQueries = {
  all: () => ['clients'] as const,
  /** Clients whose name has a word for each term of the text that begins with it, page by page. */
  lookup: (api: ApiClient, { companyId, text }: { companyId: string; text: string }) => {
    const query = lookupText(text);
    const queryKey: QueryKey = [...clientQueries.all(), 'lookup', { companyId, query }];
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        clientPage(api, { companyId, query: query || null, limit: 50, cursor: pageParam }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, cursors) => nextCursorOf(page, cursors),
      staleTime: 60_000,
    });
  },
  /** All clients with low priority, for an implementation that ignores the text. */
  names: (api: ApiClient, { companyId }: { companyId: string }) => {
    const queryKey: QueryKey = [...clientQueries.all(), 'names', { companyId }];
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        clientPage(api, { companyId, limit: PAGE_LIMIT, cursor: pageParam }, { signal, purpose: 'poll' }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, cursors) => nextCursorOf(page, cursors),
      staleTime: 30 * 60_000,
    });
  },
  /**
   * The phone numbers of clients by their ids. The API cannot filter clients by id: pages of the list are loaded until
   * all are found, in a few requests at most; others have no number.
   */
  phones: (api: ApiClient, { companyId, clientIds }: { companyId: string; clientIds: readonly string[] }) => {
    const ids = [...new Set(clientIds)].sort();
    return queryOptions({
      queryKey: [...clientQueries.all(), 'phones', { companyId, ids }] as const,
      queryFn: async ({ client, signal }): Promise<ReadonlyMap<string, string>> => {
        const missing = new Set(ids);
        const phones = new Map<string, string>();
        const take = (records: readonly ReceivedClient[]) => {
          for (const { id, phone } of records) if (missing.delete(id) && phone !== null) phones.set(id, phone);
        };
        const read = client.getQueryData(clientQueries.names(api, { companyId }).queryKey)?.pages ?? [];
        for (const page of read) take(page.records);
        const cursors: (string | null)[] = [];
        let cursor: string | null = null;
        while (missing.size > 0 && cursors.length < MAX_PHONE_PAGES) {
          const page = await clientPage(api, { companyId, limit: PAGE_LIMIT, cursor }, { signal });
          take(page.records);
          cursors.push(cursor);
          cursor = nextCursorOf(page, cursors);
          if (cursor === null) break;
        }
        return phones;
      },
      staleTime: 30 * 60_000,
    });
  },
};
