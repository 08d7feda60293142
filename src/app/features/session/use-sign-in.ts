import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { invalidate } from '#app/api/queries.ts';
import { sessionQueries, setSession } from '#app/api/session.ts';
import { type DeskSession, sessionCalls } from '#contract/desk.ts';

const { signIn, signInWithPin, getSession } = sessionCalls;

/** The credentials of a person: their key (with the name to show), or their id and PIN. */
export type Credentials = { apiKey: string; name: string } | { person: string; pin: string };

/** Signs a person in, and then shows their desk. */
export function useSignIn(onSignedIn?: (session: DeskSession) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(credentials: Credentials) {
      // A reload of the session may be completing an earlier sign-out. If its response arrived after the sign-in, it would
      // remove the cookie of the new session, so it is cancelled.
      await queryClient.cancelQueries(sessionQueries.current(api));
      return 'pin' in credentials ? api.call(signInWithPin, credentials) : api.call(signIn, credentials);
    },
    onSuccess(session) {
      onSignedIn?.(session);
      return setSession(api, queryClient, session);
    },
    // Reloading the session completes an earlier sign-out that was not confirmed, and shows which people still have a PIN.
    onError: () => void invalidate(queryClient, getSession),
  });
}
