import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import { sessionQueries } from '#app/api/session.ts';

/** A request without an answer is aborted after this time and repeated. */
const REQUEST_TIMEOUT_MS = 20_000;

/**
 * Sends requests for the person of the changes (`DeskSession`): nothing is sent with the key of somebody else who signed in
 * meanwhile.
 */
export function sendingAs(person: string | null, api: ApiClient, queryClient: QueryClient) {
  const isHere = () => queryClient.getQueryData(sessionQueries.current(api).queryKey)?.person === person;
  return {
    isHere,
    async send<Answer>(request: (signal: AbortSignal) => Promise<Answer>, givenUp: AbortSignal): Promise<Answer> {
      if (!isHere()) throw new ApiError({ kind: 'http', status: 401 });
      const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      try {
        return await request(AbortSignal.any([givenUp, limit]));
      } catch (error) {
        throw limit.aborted ? new ApiError({ kind: 'network', status: null, cause: error }) : error;
      }
    },
  };
}
