import { QueryClient } from '@tanstack/react-query';
import { retryDelay, shouldRetryRead } from '#app/api/api-error.ts';
import { dropUnlistedAppointments } from '#app/api/appointment-store.ts';

/** Creates TanStack Query's client, which retries reads but never changes. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network, a request fails at once instead of pausing, and the screen says so.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: shouldRetryRead,
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  dropUnlistedAppointments(queryClient);
  return queryClient;
}
