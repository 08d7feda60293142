import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { nextCursorOf, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient, QueryValues, RequestOptions } from '#app/api/client.ts';
import { byId } from '#app/api/directory.ts';
import { readOnPages } from '#app/api/find-on-pages.ts';
import { type ReceivedPet, receivedPageSchema, receivedPetSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedPetSchema);

/** The longest text that a look-up takes, in UTF-16 units. */
const MAX_QUERY_LENGTH = 200;

/** A text as a look-up takes it. White space at the ends and runs of it do not matter, so they make no other request either. */
export function lookupText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, MAX_QUERY_LENGTH).trim();
}

/** One page of the list of pets. */
export function petPage(api: ApiClient, query: QueryValues, options: Pick<RequestOptions, 'signal' | 'purpose'>) {
  return api.get('/api/v1/pets', pageSchema, { ...options, query });
}

/** The pages of the list of pets that were read, and whether these are all. */
function petsRead(queryClient: QueryClient, api: ApiClient, companyId: string) {
  const names = queryClient.getQueryState(petQueries.names(api, { companyId }).queryKey);
  // What was restored from the last good day is a part, and has no time at which it was read.
  const pages = names && names.dataUpdatedAt > 0 ? (names.data?.pages ?? []) : [];
  return { pages, whole: pages.at(-1)?.nextCursor === null };
}

/**
 * All pets by id, as far as a list of names is read: what is not known yet is asked for, behind everything else.
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
  /** Beginnings of words of the pet's or its owner's name; empty for all pets. */
  text: string;
}

export const petQueries = {
  all: () => ['pets'] as const,
  /** Pets whose own or whose owner's name matches, a page at a time. An implementation may ignore the text. */
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
   * The pets of a client, and whether these are all. Where the list of all pets was read to its end no request is sent; an
   * implementation that ignores the client sends the pets of any client.
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
  /** The names of all pets, newest first, for the blocks of the board; they wait for everything more urgent. */
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
