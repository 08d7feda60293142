import { QueryClient } from '@tanstack/react-query';
import { retryDelay, retryRead } from '#app/api/retry.ts';

/** Creates the cache of what was read from the service. Only reads are repeated; nothing here ever repeats a create. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a request fails at once and the screen says so, rather than waiting in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: retryRead,
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
