import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/client.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';
import { type DeskSession, deskSessionSchema } from '#contract/desk.ts';

export const sessionQueries = {
  all: () => ['session'] as const,
  current: (api: ApiClient) =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'current'] as const,
      queryFn: ({ signal }) => api.get('/desk/session', deskSessionSchema, { signal }),
      staleTime: 60_000,
      ...retryUntilLoaded,
    }),
};

/** Sets the session after a sign-in or sign-out, and cancels an earlier request for it. */
export async function takeSession(api: ApiClient, queryClient: QueryClient, session: DeskSession): Promise<void> {
  const { queryKey } = sessionQueries.current(api);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, session);
}

/** Signs in with a personal API key and a display name; the key is then kept only in the gateway's sealed cookie. */
export function signIn(api: ApiClient, person: { apiKey: string; name: string }): Promise<DeskSession> {
  return api.post('/desk/session', person, deskSessionSchema);
}

/** Signs this browser out. */
export function signOut(api: ApiClient): Promise<void> {
  return api.delete('/desk/session');
}

/** Signs the same person out in every browser. */
export function signOutEverywhere(api: ApiClient): Promise<void> {
  return api.delete('/desk/sessions');
}
