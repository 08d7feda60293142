import { asApiError, isFromAnotherPerson } from '#app/api/api-error.ts';

/** The person whose changes an outbox sends. Nothing is sent, read or reported while the author is not signed in. */
export interface Author {
  isHere: () => boolean;
  leave: () => void;
  comeBack: () => void;
  /**
   * Sends a request once the author is signed in, and resolves with the response only while the author is still signed
   * in.
   */
  run: <Answer>(request: () => Promise<Answer>, givenUp: AbortSignal) => Promise<Answer>;
}

/**
 * Whether the gateway may have refused a request because its person is no longer signed in. In that case nothing was
 * changed.
 */
const mayBeSignedOut = (error: unknown) => asApiError(error)?.status === 401 || isFromAnotherPerson(error);

/**
 * Creates the author of an outbox, who is signed in at first.
 *
 * @param checkPresence checks whether the author is still signed in, and calls `leave` if not; called when a request
 * was refused because the author might not be signed in
 */
export function createAuthor(checkPresence: () => Promise<unknown> = () => Promise.resolve()): Author {
  let isHere = true;
  const waiting = new Set<() => void>();

  function waitUntilSignedIn(givenUp: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (givenUp.aborted) reject(givenUp.reason);
      else if (isHere) resolve();
      else {
        waiting.add(resolve);
        givenUp.addEventListener('abort', () => reject(givenUp.reason), { once: true });
      }
    });
  }

  return {
    isHere: () => isHere,
    leave() {
      isHere = false;
    },
    comeBack() {
      isHere = true;
      for (const resume of waiting) resume();
      waiting.clear();
    },
    async run(request, givenUp) {
      for (;;) {
        await waitUntilSignedIn(givenUp);
        try {
          const answer = await request();
          await waitUntilSignedIn(givenUp);
          return answer;
        } catch (error) {
          if (!mayBeSignedOut(error)) throw error;
          await checkPresence();
          if (isHere) throw error;
        }
      }
    },
  };
}
