import { QueryClient } from '@tanstack/react-query';
import { asApiError, isTransient } from '#app/api/api-error.ts';

const TRIES = 3;

/** Creates the cache of what was read from the service. Only reads are repeated; nothing here ever repeats a create. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a request fails at once and the screen says so, rather than waiting in silence.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => isTransient(error) && failures + 1 < TRIES,
        retryDelay: (failures, error) => {
          const retryAfter = asApiError(error)?.retryAfterSeconds;
          return retryAfter ? retryAfter * 1000 : Math.min(500 * 2 ** failures, 8000);
        },
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
