import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient, ResponseReport } from '#app/api/client.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';
import { type DeskSession, deskSessionSchema } from '#contract/desk.ts';

export const sessionQueries = {
  all: () => ['session'] as const,
  current: (api: ApiClient) =>
    queryOptions({
      queryKey: [...sessionQueries.all(), 'current'] as const,
      queryFn: ({ signal }) => readSession(api, signal),
      staleTime: 60_000,
      ...retryUntilLoaded,
    }),
};

/**
 * Reads the session again after a refusal that it may explain. 401: the key was revoked or the session has expired. 403 of the
 * practice system: the key may be one that only reads.
 */
export function followRefusals(queryClient: QueryClient): (report: ResponseReport) => void {
  return ({ status, path }) => {
    if (status === 401 || (status === 403 && path.startsWith('/api/'))) {
      void queryClient.invalidateQueries({ queryKey: sessionQueries.all() });
    }
  };
}

/** Reads the session from the gateway itself. */
export function readSession(api: ApiClient, signal: AbortSignal): Promise<DeskSession> {
  return api.get('/desk/session', deskSessionSchema, { signal });
}

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
