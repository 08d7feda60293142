import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { nextCursorOf, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient, QueryValues, RequestOptions } from '#app/api/client.ts';
import { byId } from '#app/api/directory.ts';
import { readOnPages } from '#app/api/find-on-pages.ts';
import { type ReceivedPet, receivedPageSchema, receivedPetSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedPetSchema);

/** The longest text that a look-up accepts, in UTF-16 units. */
const MAX_QUERY_LENGTH = 200;

/** The text of a look-up without redundant white space, which would only cause another request. */
export function lookupText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, MAX_QUERY_LENGTH).trim();
}

/** One page of the list of pets. */
export function petPage(api: ApiClient, query: QueryValues, options: Pick<RequestOptions, 'signal' | 'purpose'>) {
  return api.get('/api/v1/pets', pageSchema, { ...options, query });
}

/** The cached pages of the list of pets, and whether these are all. */
function petsRead(queryClient: QueryClient, api: ApiClient, companyId: string) {
  const names = queryClient.getQueryState(petQueries.names(api, { companyId }).queryKey);
  // Names restored from the last day are only a part of the list; their `dataUpdatedAt` is 0.
  const pages = names && names.dataUpdatedAt > 0 ? (names.data?.pages ?? []) : [];
  return { pages, whole: pages.at(-1)?.nextCursor === null };
}

/**
 * Pets by id, as far as a list of names is loaded; pages not cached yet are requested with low priority.
 *
 * @throws ApiError where a page could not be read
 */
export async function readPetNames(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
): Promise<ReadonlyMap<string, ReceivedPet>> {
  const loadPage = (cursor: string | null) =>
    petPage(api, { companyId, limit: PAGE_LIMIT, cursor }, { purpose: 'poll' });
  return byId(await readOnPages(petsRead(queryClient, api, companyId).pages, loadPage));
}

interface PetLookup {
  companyId: string;
  /** Prefixes of words in the pet's or its owner's name; empty for all pets. */
  text: string;
}

export const petQueries = {
  all: () => ['pets'] as const,
  /** Pets whose own or whose owner's name matches, page by page. An implementation may ignore the text. */
  lookup: (api: ApiClient, { companyId, text }: PetLookup) => {
    const query = lookupText(text);
    const queryKey: QueryKey = [...petQueries.all(), 'lookup', { companyId, query }];
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        petPage(api, { companyId, query: query || null, limit: 50, cursor: pageParam }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, cursors) => nextCursorOf(page, cursors),
      staleTime: 60_000,
    });
  },
  /**
   * The pets of a client, and whether these are all. Where all pets are cached no request is sent. An implementation
   * that ignores the client returns the pets of any client.
   */
  ofClient: (api: ApiClient, { companyId, clientId }: { companyId: string; clientId: string }) => {
    const queryKey: QueryKey = [...petQueries.all(), 'of-client', { companyId, clientId }];
    return queryOptions({
      queryKey,
      queryFn: async ({ client, signal }) => {
        const { pages, whole: allRead } = petsRead(client, api, companyId);
        const read = pages.flatMap(({ records }) => records);
        const page = allRead ? null : await petPage(api, { companyId, clientId, limit: PAGE_LIMIT }, { signal });
        const own = [...read, ...(page?.records ?? [])].filter((pet) => pet.clientId === clientId);
        return { pets: [...byId(own).values()], whole: allRead || page?.nextCursor === null };
      },
      staleTime: 5 * 60_000,
    });
  },
  /** The names of all pets, newest first, for the blocks of the board, with low priority. */
  names: (api: ApiClient, { companyId }: { companyId: string }) => {
    const queryKey: QueryKey = [...petQueries.all(), 'names', { companyId }];
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        petPage(api, { companyId, limit: PAGE_LIMIT, cursor: pageParam }, { signal, purpose: 'poll' }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, cursors) => nextCursorOf(page, cursors),
      staleTime: 30 * 60_000,
      gcTime: Number.POSITIVE_INFINITY,
    });
  },
};
