import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { ApiError, asApiError, isFromAnotherPerson } from '#app/api/api-error.ts';
import { sessionQueries, whenSignedIn } from '#app/api/session.ts';

/** A request without an answer is aborted after this time and repeated. */
const REQUEST_TIMEOUT_MS = 20_000;

/**
 * Whether the gateway may have refused a request because its person is no longer signed in. In that case nothing was changed.
 */
const isOfAbsentPerson = (error: unknown) => asApiError(error)?.status === 401 || isFromAnotherPerson(error);

/**
 * Sends requests for the author of the changes (`DeskSession`), and only while they are signed in: unsent requests wait while
 * somebody else is.
 */
export function sendingAs(person: string | null, api: ApiClient, queryClient: QueryClient) {
  const session = sessionQueries.current(api);
  const isHere = () => queryClient.getQueryData(session.queryKey)?.person === person;
  async function untilHere(givenUp: AbortSignal): Promise<void> {
    await whenSignedIn(queryClient, person, givenUp);
    givenUp.throwIfAborted();
  }
  return {
    isHere,
    /** Reads for the person. */
    async read<Answer>(request: (signal: AbortSignal) => Promise<Answer>, givenUp: AbortSignal): Promise<Answer> {
      await untilHere(givenUp);
      return request(givenUp);
    },
    /** Sends a request for them once, with a timeout. */
    async send<Answer>(request: (signal: AbortSignal) => Promise<Answer>, givenUp: AbortSignal): Promise<Answer> {
      for (;;) {
        await untilHere(givenUp);
        const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
        try {
          return await request(AbortSignal.any([givenUp, limit]));
        } catch (error) {
          if (limit.aborted) throw new ApiError({ kind: 'network', status: null, cause: error });
          if (!isOfAbsentPerson(error)) throw error;
          await queryClient.fetchQuery({ ...session, staleTime: 0, retry: false });
          if (isHere()) throw error;
        }
      }
    },
  };
}
