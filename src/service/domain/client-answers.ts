import { stageOf } from '#contract/appointment-rules.ts';
import type { AnswerChoice } from '#contract/client-answers.ts';
import { instantOf } from '#contract/date-time.ts';

const HOUR_MS = 3_600_000;

/** The part of an appointment that decides what its client can answer. Instants are ISO 8601. */
interface AnswerableAppointment {
  status: string;
  start: string;
  end: string;
}

/** An answer as it is stored, or as a client gives it: `forStart` is the start that the client saw. */
export interface AnswerForStart {
  answer: AnswerChoice;
  note: string | null;
  forStart: string;
}

/**
 * The time at which an answer is given, in epoch milliseconds, and the number of hours before the start until which clients
 * can cancel (null if they cannot).
 */
interface AnswerTime {
  now: number;
  cancelUntilHours: number | null;
}

/** Whether the time of an appointment has passed, so that the links in messages about it no longer work. */
export const hasPassed = ({ end }: Pick<AnswerableAppointment, 'end'>, now: number): boolean => instantOf(end) <= now;

/** The answers that a client can now give by the link. They are the buttons of the page. */
export function listPossibleAnswers(
  appointment: AnswerableAppointment,
  { now, cancelUntilHours }: AnswerTime,
): AnswerChoice[] {
  if (stageOf(appointment) !== 'expected' || hasPassed(appointment, now)) return [];
  const isInTime = cancelUntilHours !== null && now <= instantOf(appointment.start) - cancelUntilHours * HOUR_MS;
  return ['confirmed', 'another_time', ...(isInTime ? (['cancelled'] as const) : [])];
}

/**
 * The stored answer if it still counts. An answer for another start does not count, nor does a cancellation that was undone.
 */
export function selectValidAnswer<Stored extends AnswerForStart>(
  appointment: AnswerableAppointment,
  stored: Stored | null,
): Stored | null {
  if (stored === null || !isSameInstant(stored.forStart, appointment.start)) return null;
  return stored.answer === 'cancelled' && appointment.status !== 'cancelled' ? null : stored;
}

/**
 * What pressing a button on the client's page does.
 *
 * - `given`: the answer is stored and, if it is a cancellation, the appointment is cancelled
 * - `repeated`: the same answer is stored already, so nothing changes
 * - `moved`: the page with the button is from before a move, so nothing changes
 * - `too_late`: clients can no longer cancel by the link
 * - `impossible`: the appointment is no longer expected
 */
export type AnswerOutcome = 'given' | 'repeated' | 'moved' | 'too_late' | 'impossible';

/** Checks what an answer by the link does to an appointment, given the stored answer. */
export function checkAnswer(
  appointment: AnswerableAppointment,
  stored: AnswerForStart | null,
  given: AnswerForStart,
  time: AnswerTime,
): AnswerOutcome {
  if (!isSameInstant(given.forStart, appointment.start)) return 'moved';
  const valid = selectValidAnswer(appointment, stored);
  if (valid !== null && isSameAnswer(valid, given)) return 'repeated';
  const possible = listPossibleAnswers(appointment, time);
  if (possible.includes(given.answer)) return 'given';
  return possible.length > 0 ? 'too_late' : 'impossible';
}

/** Whether two answers are the same, with the same note and for the same start. */
export function isSameAnswer(one: AnswerForStart, other: AnswerForStart): boolean {
  return one.answer === other.answer && one.note === other.note && isSameInstant(one.forStart, other.forStart);
}

const isSameInstant = (one: string, other: string): boolean => instantOf(one) === instantOf(other);
