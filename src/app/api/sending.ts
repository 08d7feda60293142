import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { ApiError, asApiError, isTransient } from '#app/api/api-error.ts';
import { sessionQueries } from '#app/api/session.ts';

/*
 * What changes of visits and of the plan have in common: they are sent until an answer comes, what became of them is read, and it is
 * told by whoever can.
 */

/** An answer that takes longer than this is reported as slow. */
const SLOW_MS = 3000;
/** Before the first repetitions of a request, and before every further one. */
const PAUSES = [500, 1500, 4000] as const;
const MAX_PAUSE = 10_000;
/** A reading that takes longer than this is ended: other changes wait for it. */
const READ_MS = 5000;

/** What came of a request that was sent until it was answered. */
type Sent<Answer> =
  | { kind: 'answered'; answer: Answer }
  /** Refused; `isUncertain` where the answer of an earlier try was lost, which may have succeeded. */
  | { kind: 'refused'; error: ApiError; isUncertain: boolean }
  /** Answered by what cannot be read: it may have been done, and would be answered like this again. */
  | { kind: 'unreadable'; error: ApiError }
  | { kind: 'given-up' };

export interface SendingPorts {
  /** Waits this many milliseconds, or until the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The same before a retry; ends early when there is a reason to retry at once. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends a request until an answer comes or it is given up: one whose answer was lost is repeated unchanged, so that it must be one
 * that is not made twice. `onUncertain` is called while the result is unknown, with null where the answer is only slow.
 */
export async function untilAnswered<Answer>(
  { sleep, pause }: SendingPorts,
  send: (tries: number) => Promise<Answer>,
  onUncertain: (error: unknown) => void,
  givenUp: AbortSignal,
): Promise<Sent<Answer>> {
  const answered = new AbortController();
  void sleep(SLOW_MS, answered.signal).then(() => {
    if (!answered.signal.aborted) onUncertain(null);
  });
  let isUncertain = false;
  try {
    for (let tries = 0; !givenUp.aborted; tries += 1) {
      try {
        return { kind: 'answered', answer: await send(tries) };
      } catch (error) {
        const known = asApiError(error);
        if (known?.kind === 'invalid') return { kind: 'unreadable', error: known };
        if (known && !isTransient(known)) return { kind: 'refused', error: known, isUncertain };
        isUncertain = true;
        if (givenUp.aborted) break;
        onUncertain(error);
        const asked = (known?.retryAfterSeconds ?? 0) * 1000;
        await pause(Math.max(PAUSES[tries] ?? MAX_PAUSE, asked), givenUp);
      }
    }
    return { kind: 'given-up' };
  } finally {
    answered.abort();
  }
}

/** Reads what has become of a change; null where that fails or takes too long. */
export async function readInTime<Read>(
  { sleep }: Pick<SendingPorts, 'sleep'>,
  read: (signal: AbortSignal) => Promise<Read>,
): Promise<Read | null> {
  const over = new AbortController();
  const late = sleep(READ_MS, over.signal).then(() => {
    over.abort();
    return null;
  });
  try {
    return await Promise.race([read(over.signal), late]);
  } catch {
    return null;
  } finally {
    over.abort();
  }
}

/** A request without an answer is aborted after this time and repeated. */
const REQUEST_TIMEOUT_MS = 20_000;

/**
 * Sends requests for the person who made the changes (`DeskSession`): nothing is sent with the key of somebody else who signed in
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

/** Passes events on; those that nobody tells yet wait. Who told last goes on, also when the screen is another. */
export function createEvents<Event>() {
  const untold: Event[] = [];
  let tell: ((event: Event) => void) | null = null;
  return {
    add(event: Event): void {
      if (tell) tell(event);
      else untold.push(event);
    },
    tellBy(teller: (event: Event) => void): void {
      tell = teller;
      for (const event of untold.splice(0)) teller(event);
    },
  };
}
