import { isTemporary } from '#app/api/api-error.ts';
import { retryAfterOf } from '#app/text/error-texts.tsx';

/** How long to wait if the practice system does not say so, in seconds. */
const DEFAULT_WAIT = 5;

interface SendOptions {
  signal: AbortSignal;
  /** Resolves after the given number of milliseconds, or as soon as the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called with the error that asks Frontdesk to wait, and with null when the wait is over. */
  onWait: (error: unknown) => void;
}

/**
 * Sends a request. If the practice system asks Frontdesk to wait, the request is sent again after the wait. Throws any other
 * error, and the signal's reason once the signal is aborted.
 */
export async function sendWithRetry<Answer>(
  send: () => Promise<Answer>,
  { signal, sleep, onWait }: SendOptions,
): Promise<Answer> {
  for (;;) {
    try {
      signal.throwIfAborted();
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      onWait(error);
      await sleep((retryAfterOf(error) ?? DEFAULT_WAIT) * 1000, signal);
      onWait(null);
    }
  }
}
