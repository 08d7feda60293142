import { type ApiError, asApiError, isTransient } from '#app/api/api-error.ts';
import { meanwhileOf } from '#app/api/change-appointment.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** How a change ended. */
export type ChangeOutcome =
  | { kind: 'saved'; record: ReceivedAppointment }
  /** Somebody else was first; `current` is what the appointment is now, null where it could not be told. */
  | { kind: 'conflict'; current: ReceivedAppointment | null }
  /** `current` is what the appointment is after an earlier try whose answer was lost, null where it could not be told; else undefined. */
  | { kind: 'refused'; error: ApiError; current: ReceivedAppointment | null | undefined }
  /** The person gave it up while nobody knew whether it was saved. */
  | { kind: 'given-up' };

/** The outside world of a change; tests bring their own. */
export interface SendPorts {
  /** Sends the change once, and gives it up after a while. */
  send: (signal: AbortSignal) => Promise<ReceivedAppointment>;
  /** Reads the appointment as it is; null where the practice system cannot be asked for one. */
  read: (() => Promise<ReceivedAppointment>) | null;
  /** Waits so many milliseconds, or until the signal ends it. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** The same before the next try, or until there is a reason to try at once. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Told whenever nobody knows whether the change was saved; null where the answer is only slow. */
  onDoubt: (error: unknown) => void;
}

/** An answer that takes longer is missed. */
const SLOW_MS = 3000;
const PAUSES = [500, 1500, 4000] as const;
const MAX_PAUSE = 10_000;

/**
 * Sends a change until its answer has come: a request whose answer was lost is sent again as it was, which changes nothing
 * twice. It ends with what the practice system said, or when the signal gives it up.
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
      if (current !== undefined) return { kind: 'conflict', current: current ?? (await readOr(ports, null)) };
      const known = asApiError(error);
      if (known && !isTransient(known)) {
        // A try before this one may have been carried out: what is refused now may be there.
        return { kind: 'refused', error: known, current: doubtful ? await readOr(ports, null) : undefined };
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

async function readOr<Other>({ read }: SendPorts, other: Other): Promise<ReceivedAppointment | Other> {
  if (read === null) return other;
  try {
    return await read();
  } catch {
    return other;
  }
}
