import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { loadAllPages, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient } from '#app/api/client.ts';
import { receivedPageSchema, receivedPetSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedPetSchema);

/** The longest text that a look-up takes, in UTF-16 units. */
const LONGEST_QUERY = 200;

/** White space at the ends and runs of it do not matter to the search, so they do not make another request either. */
function normalised(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_QUERY).trim();
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
    const query = normalised(text);
    return infiniteQueryOptions({
      queryKey: [...petQueries.all(), 'lookup', { companyId, query }] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get('/api/v1/pets', pageSchema, {
          query: { companyId, query: query === '' ? null : query, limit: 50, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: 60_000,
    });
  },
  /** The names of all pets, newest first, for the blocks of the board; they wait for everything more urgent. */
  names: (api: ApiClient, { companyId }: { companyId: string }) =>
    infiniteQueryOptions({
      queryKey: [...petQueries.all(), 'names', { companyId }] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get('/api/v1/pets', pageSchema, {
          query: { companyId, limit: PAGE_LIMIT, cursor: pageParam },
          purpose: 'poll',
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, cursor) => (page.nextCursor === cursor ? null : page.nextCursor),
      staleTime: 30 * 60_000,
      gcTime: Number.POSITIVE_INFINITY,
    }),
  /** All pets of one client. */
  ofClient: (api: ApiClient, { companyId, clientId }: { companyId: string; clientId: string }) =>
    queryOptions({
      queryKey: [...petQueries.all(), 'of-client', { companyId, clientId }] as const,
      queryFn: ({ signal }) =>
        loadAllPages((cursor) =>
          api.get('/api/v1/pets', pageSchema, { query: { companyId, clientId, limit: PAGE_LIMIT, cursor }, signal }),
        ),
      staleTime: 60_000,
    }),
};
