import { type ApiError, asApiError, isTransient } from '#app/api/api-error.ts';
import { meanwhileOf } from '#app/api/appointments.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The result of a change. */
export type ChangeOutcome =
  | { kind: 'saved'; record: ReceivedAppointment }
  /** Somebody else was first; `current` is the current appointment, null where it could not be read. */
  | { kind: 'conflict'; current: ReceivedAppointment | null }
  /**
   * Refused; where the answer of an earlier try was lost, `current` is the appointment now, null where it could not be
   * read.
   */
  | { kind: 'refused'; error: ApiError; current: ReceivedAppointment | null | undefined }
  /** The person gave up while it was unknown whether it was saved. */
  | { kind: 'given-up' };

/** The side effects of a change, replaceable in tests. */
export interface SendPorts {
  /** Sends the change once, with a timeout. */
  send: (signal: AbortSignal) => Promise<ReceivedAppointment>;
  /** Reads the current appointment, with a timeout; null where that cannot be done. */
  read: () => Promise<ReceivedAppointment | null>;
  /** Waits this many milliseconds, or until the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The same before a retry; ends early when there is a reason to retry at once. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called while the result is unknown; null where the answer is only slow. */
  onDoubt: (error: unknown) => void;
}

/** An answer that takes longer than this is reported as slow. */
const SLOW_MS = 3000;
const PAUSES = [500, 1500, 4000] as const;
const MAX_PAUSE = 10_000;

/**
 * Sends a change until an answer comes: a request whose answer was lost is repeated unchanged, which cannot apply it
 * twice. Resolves with what the practice system answered, or when the signal is aborted.
 */
export async function sendChange(ports: SendPorts, givenUp: AbortSignal): Promise<ChangeOutcome> {
  const ended = new AbortController();
  void ports.sleep(SLOW_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) ports.onDoubt(null);
  });
  try {
    return await sendUntilAnswered(ports, givenUp);
  } finally {
    ended.abort();
  }
}

async function sendUntilAnswered(ports: SendPorts, givenUp: AbortSignal): Promise<ChangeOutcome> {
  let doubtful = false;
  for (let tries = 0; !givenUp.aborted; tries += 1) {
    try {
      return { kind: 'saved', record: await ports.send(givenUp) };
    } catch (error) {
      const current = meanwhileOf(error);
      if (current !== undefined) return { kind: 'conflict', current: current ?? (await ports.read()) };
      const known = asApiError(error);
      if (known && !isTransient(known)) {
        // An earlier try may have succeeded: the change may be saved although it is refused now.
        return { kind: 'refused', error: known, current: doubtful ? await ports.read() : undefined };
      }
      doubtful = true;
      if (givenUp.aborted) break;
      ports.onDoubt(error);
      const asked = (known?.retryAfterSeconds ?? 0) * 1000;
      await ports.pause(Math.max(PAUSES[tries] ?? MAX_PAUSE, asked), givenUp);
    }
  }
  return { kind: 'given-up' };
}
