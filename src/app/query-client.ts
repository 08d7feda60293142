import { QueryClient } from '@tanstack/react-query';
import { retryDelay, retryRead } from '#app/api/api-error.ts';
import { dropUnlisted } from '#app/api/appointment-store.ts';

/** Creates TanStack Query's client, which retries reads but never changes. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network, a request fails at once instead of pausing, and the screen says so.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: retryRead,
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  dropUnlisted(queryClient);
  return queryClient;
}
