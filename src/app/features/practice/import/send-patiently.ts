import { isTemporary } from '#app/api/api-error.ts';
import { waitOf } from '#app/api/failures.tsx';

/** The wait where the practice system does not say how long, in seconds. */
const USUAL_WAIT = 5;

interface PatientOptions {
  signal: AbortSignal;
  /** Resolves after some milliseconds, and at once where the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called with the answer that asks to wait, and with null when the wait is over. */
  onWait: (error: unknown) => void;
}

/** Sends a request; where the practice system asks to wait, again after that. Throws any other error, and the reason of the signal. */
export async function sendPatiently<Answer>(
  send: () => Promise<Answer>,
  { signal, sleep, onWait }: PatientOptions,
): Promise<Answer> {
  for (;;) {
    try {
      signal.throwIfAborted();
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      onWait(error);
      await sleep((waitOf(error) ?? USUAL_WAIT) * 1000, signal);
      onWait(null);
    }
  }
}
