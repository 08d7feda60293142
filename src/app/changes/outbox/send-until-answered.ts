import { type ApiError, asApiError, isRetryable } from '#app/api/api-error.ts';

/** A response that takes longer than this, in milliseconds, is reported as slow. */
const SLOW_RESPONSE_MS = 3000;
/**
 * The pauses before the first retries of a request, in milliseconds; before later retries, the pause is the maximum.
 */
const PAUSES_MS = [500, 1500, 4000] as const;
const MAX_PAUSE_MS = 10_000;
/** The timeout of a read, in milliseconds. It is short, since other changes wait for the read. */
const READ_TIMEOUT_MS = 5000;

/** The outcome of a request that was sent until there was a response. */
export type SendResult<Answer> =
  | { kind: 'answered'; answer: Answer }
  /**
   * The request was refused. `isUncertain`: the response to an earlier attempt was lost, and that attempt may have
   * succeeded.
   */
  | { kind: 'refused'; error: ApiError; isUncertain: boolean }
  /** The response cannot be read: the change may have been made, and a retry would get the same response. */
  | { kind: 'unreadable'; error: ApiError }
  | { kind: 'given-up' };

export interface SendingPorts {
  /** Waits this many milliseconds, or until the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Waits before a retry; ends early if there is a reason to retry at once. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends a request until there is a response or it is given up. After a lost response it is repeated unchanged, so it
 * must not take effect twice. `onUncertain` is called while the result is unknown, with null if the response is only
 * slow.
 */
export async function sendUntilAnswered<Answer>(
  { sleep, pause }: SendingPorts,
  send: () => Promise<Answer>,
  onUncertain: (error: unknown) => void,
  givenUp: AbortSignal,
): Promise<SendResult<Answer>> {
  const answered = new AbortController();
  void sleep(SLOW_RESPONSE_MS, answered.signal).then(() => {
    if (!answered.signal.aborted) onUncertain(null);
  });
  let isUncertain = false;
  try {
    for (let tries = 0; !givenUp.aborted; tries += 1) {
      try {
        return { kind: 'answered', answer: await send() };
      } catch (error) {
        const failure = asApiError(error);
        if (failure?.kind === 'invalid') return { kind: 'unreadable', error: failure };
        if (failure && !isRetryable(failure)) return { kind: 'refused', error: failure, isUncertain };
        isUncertain = true;
        if (givenUp.aborted) break;
        onUncertain(error);
        const requestedMs = (failure?.retryAfterSeconds ?? 0) * 1000;
        await pause(Math.max(PAUSES_MS[tries] ?? MAX_PAUSE_MS, requestedMs), givenUp);
      }
    }
    return { kind: 'given-up' };
  } finally {
    answered.abort();
  }
}

/** Resolves with what `read` returns about the outcome of a change; null if it fails or takes too long. */
export async function readBeforeTimeout<Read>(
  { sleep }: Pick<SendingPorts, 'sleep'>,
  read: (signal: AbortSignal) => Promise<Read>,
): Promise<Read | null> {
  const over = new AbortController();
  const late = sleep(READ_TIMEOUT_MS, over.signal).then(() => {
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
