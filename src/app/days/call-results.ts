import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createListeners } from '#app/browser/create-store.ts';
import { createStoredReader, localStore } from '#app/browser/storage.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedClientAnswer } from '#contract/received-messages.ts';

const KEY = 'frontdesk.calls';

const resultSchema = z.object({
  result: z.enum(['confirmed', 'not_reached']),
  /** Milliseconds since 1970. */
  calledAt: z.number(),
  /** The day of the appointment, `YYYY-MM-DD`. The result is kept until that day is over. */
  day: z.string(),
});
/** The result of the last call to a client. */
export type CallResult = z.infer<typeof resultSchema>;

/** Results keyed by appointment id. */
const resultsSchema = z.record(z.string(), resultSchema);

const listeners = createListeners();

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

const readResults = createStoredReader(KEY, resultsSchema);
const NO_RESULTS: z.infer<typeof resultsSchema> = {};
const readStoredResults = () => readResults(localStore) ?? NO_RESULTS;

/**
 * The results of calls that the practice system does not store, for example that a client was not reached. They stay in this
 * browser until the day of the appointment is over.
 *
 * @param today `YYYY-MM-DD`
 */
export function useCallResults(today: string) {
  const results = useSyncExternalStore(subscribe, readStoredResults);
  return {
    of: (id: string): CallResult | null => results[id] ?? null,
    /** Sets the result of an appointment; null removes it. */
    set(id: string, result: Omit<CallResult, 'calledAt'> | null): void {
      // Reads the stored results again, since Undo may be pressed much later.
      const { [id]: _, ...others } = readStoredResults();
      const current = Object.entries(others).filter(([, { day }]) => day >= today);
      const added = result === null ? [] : [[id, { ...result, calledAt: Date.now() }] as const];
      localStore.setItem(KEY, JSON.stringify(Object.fromEntries([...current, ...added])));
      listeners.notify();
    },
  };
}

const REQUESTED_STATUS: AppointmentStatus = 'requested';

/**
 * The sources of clients' confirmations: the results of calls in this browser, and the answers in the practice system.
 */
interface AnswerLookup {
  results: ReturnType<typeof useCallResults>;
  /**
   * Returns the client's answer for an appointment. The function is null if the practice system stores no answers, so
   * that the results in this browser count.
   */
  answerOf: ((appointment: ReceivedAppointment) => Pick<ReceivedClientAnswer, 'answer'> | null) | null;
}

/**
 * Whether a client has confirmed an appointment. A confirmed status alone does not count, since an employee may have set
 * it. A result of a call no longer counts once the status is `requested` again, for example after Undo.
 */
export function hasClientConfirmed(appointment: ReceivedAppointment, { results, answerOf }: AnswerLookup): boolean {
  if (answerOf !== null) return answerOf(appointment)?.answer === 'confirmed';
  return appointment.status !== REQUESTED_STATUS && results.of(appointment.id)?.result === 'confirmed';
}

/** Whether a client still has to be called: the appointment is upcoming, and the client has not confirmed it. */
export function needsCall(appointment: ReceivedAppointment, lookup: AnswerLookup, now: number): boolean {
  return isUpcoming(appointment, now) && !hasClientConfirmed(appointment, lookup);
}

export function isUpcoming(appointment: ReceivedAppointment, now: number): boolean {
  return stageOf(appointment) === 'expected' && instantOf(appointment.start) >= now;
}
