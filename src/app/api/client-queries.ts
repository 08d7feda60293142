import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { nextCursorOf, PAGE_LIMIT } from '#app/api/all-pages.ts';
import type { ApiClient, QueryValues, RequestOptions } from '#app/api/client.ts';
import { lookupText } from '#app/api/pet-queries.ts';
import { receivedClientSchema, receivedPageSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedClientSchema);

/** One page of the list of clients. */
export function clientPage(api: ApiClient, query: QueryValues, options: Pick<RequestOptions, 'signal' | 'purpose'>) {
  return api.get('/api/v1/clients', pageSchema, { ...options, query });
}

export const clientQueries = {
  all: () => ['clients'] as const,
  /** Clients of whom a word of the name begins with each term of the text, a page at a time. */
  lookup: (api: ApiClient, { companyId, text }: { companyId: string; text: string }) => {
    const query = lookupText(text);
    const queryKey: QueryKey = [...clientQueries.all(), 'lookup', { companyId, query }];
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        clientPage(api, { companyId, query: query || null, limit: 50, cursor: pageParam }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, asked) => nextCursorOf(page, asked),
      staleTime: 60_000,
    });
  },
  /** All clients, for an implementation that ignores the text; they wait for everything more urgent. */
  names: (api: ApiClient, { companyId }: { companyId: string }) => {
    const queryKey: QueryKey = [...clientQueries.all(), 'names', { companyId }];
    return infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        clientPage(api, { companyId, limit: PAGE_LIMIT, cursor: pageParam }, { signal, purpose: 'poll' }),
      initialPageParam: null as string | null,
      getNextPageParam: (page, _pages, _cursor, asked) => nextCursorOf(page, asked),
      staleTime: 30 * 60_000,
    });
  },
};
