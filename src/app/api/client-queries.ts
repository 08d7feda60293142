import { infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { nextCursorOf, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient, QueryValues, RequestOptions } from '#app/api/client.ts';
import { byId } from '#app/api/directory.ts';
import { MAX_PAGES, readOnPages } from '#app/api/find-on-pages.ts';
import { lookupText } from '#app/api/pet-queries.ts';
import { type ReceivedClient, receivedClientSchema, receivedPageSchema } from '#contract/received.ts';

/** How long the list of all clients is taken for current. */
const NAMES_STALE_MS = 30 * 60_000;

const pageSchema = receivedPageSchema(receivedClientSchema);

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
      staleTime: NAMES_STALE_MS,
    });
  },
};

/** The clients of the list as far as it is loaded, by id. */
export function loadedClients(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
): ReadonlyMap<string, ReceivedClient> {
  const read = queryClient.getQueryData(clientQueries.names(api, { companyId }).queryKey)?.pages ?? [];
  return byId(read.flatMap(({ records }) => records));
}

/** How old a whole list may be that lacks a client: they may have been registered since. */
const MAX_AGE_WHERE_LACKING = 60_000;

/**
 * Loads the list of clients, with low priority, until all of these are in it or it ends, as long as `mayGoOn`. The API
 * cannot filter clients by id; what was loaded serves everybody else, too.
 *
 * @throws ApiError where a page could not be read
 */
export async function loadClients(
  queryClient: QueryClient,
  api: ApiClient,
  { companyId, clientIds }: { companyId: string; clientIds: readonly string[] },
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  const names = clientQueries.names(api, { companyId });
  const lacksSome = () => {
    const known = byId(pages.flatMap(({ records }) => records));
    return clientIds.some((id) => !known.has(id));
  };
  const nextCursor = () => {
    const last = pages.at(-1);
    return last ? nextCursorOf(last, [null, ...pages.slice(0, -1).map((page) => page.nextCursor)]) : null;
  };
  const isWhole = () => pages.length >= MAX_PAGES || (pages.length > 0 && nextCursor() === null);
  const read = queryClient.getQueryState(names.queryKey);
  let { pages, pageParams } = queryClient.getQueryData(names.queryKey) ?? { pages: [], pageParams: [] };
  const maxAge = isWhole() && lacksSome() ? MAX_AGE_WHERE_LACKING : NAMES_STALE_MS;
  if (read?.isInvalidated || Date.now() - (read?.dataUpdatedAt ?? 0) > maxAge) [pages, pageParams] = [[], []];
  while (lacksSome() && !isWhole() && mayGoOn()) {
    const cursor = nextCursor();
    const page = await clientPage(api, { companyId, limit: PAGE_LIMIT, cursor }, { purpose: 'poll' });
    [pages, pageParams] = [
      [...pages, page],
      [...pageParams, cursor],
    ];
    queryClient.setQueryData(names.queryKey, { pages, pageParams });
  }
}
