import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/client.ts';
import { receivedClientSchema, receivedPageSchema } from '#contract/received.ts';

const pageSchema = receivedPageSchema(receivedClientSchema);

export const clientQueries = {
  all: () => ['clients'] as const,
  /** Clients of whom a word of the name begins with each term of the text, a page at a time. */
  lookup: (api: ApiClient, { companyId, text }: { companyId: string; text: string }) => {
    const query = text.trim().replace(/\s+/g, ' ').slice(0, 200).trim();
    return infiniteQueryOptions({
      queryKey: [...clientQueries.all(), 'lookup', { companyId, query }] as const,
      queryFn: ({ pageParam, signal }) =>
        api.get('/api/v1/clients', pageSchema, {
          query: { companyId, query: query === '' ? null : query, limit: 50, cursor: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: 60_000,
    });
  },
};
