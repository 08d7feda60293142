import { stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedClientAnswer, ReceivedMessage } from '#contract/received-messages.ts';

/*
 * Determines what the messages to and from a client say about an appointment: the client's answer, or that a message did
 * not arrive. Every screen that shows this uses this module and `text/message-mark-text.ts`.
 */

export type MessageMark = 'confirmed' | 'another-time' | 'not-delivered';

/** A client's answer, with the start of the appointment at the time of the answer. */
export type AnswerForStart = Pick<ReceivedClientAnswer, 'answer' | 'forStart'>;

/** The answers and the undelivered messages, keyed by the id of the appointment. */
export interface MessageStates {
  readonly answers: Readonly<Record<string, AnswerForStart>>;
  /** The kind of the latest message about each appointment, if that message was not, or possibly not, delivered. */
  readonly undeliveredKinds: Readonly<Record<string, string>>;
}

export const NO_MESSAGE_STATES: MessageStates = { answers: {}, undeliveredKinds: {} };

/** Whether an answer still counts: the appointment has not been moved since, and the patient is still expected. */
export function isCurrentAnswer(
  answer: Pick<AnswerForStart, 'forStart'>,
  { start, status }: Pick<ReceivedAppointment, 'start' | 'status'>,
): boolean {
  const isSameStart = answer.forStart === null || instantOf(answer.forStart) === instantOf(start);
  return isSameStart && stageOf({ status }) === 'expected';
}

/**
 * The mark of an appointment; null if it has none, or if the messages are not loaded. An answer outweighs a message
 * that did not arrive.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function findMessageMark(
  appointment: ReceivedAppointment,
  states: MessageStates | null,
  now: number,
): MessageMark | null {
  if (states === null) return null;
  const { answers, undeliveredKinds } = states;
  const { id, status, start } = appointment;
  const answer = answers[id];
  if (answer !== undefined && isCurrentAnswer(answer, appointment)) {
    if (answer.answer === 'confirmed') return 'confirmed';
    if (answer.answer === 'another_time') return 'another-time';
  }
  const kind = undeliveredKinds[id];
  if (kind === undefined || instantOf(start) <= now) return null;
  const fits = kind === 'cancellation' ? status === 'cancelled' : stageOf(appointment) === 'expected';
  return fits ? 'not-delivered' : null;
}

/** Longer than all attempts after a failed connection can take, in milliseconds. */
const MAX_RETRY_MS = 15 * 60_000;

/** Whether a message was not delivered, or possibly not, and will not be sent again. */
export function isUndelivered({ status, reason, createdAt }: ReceivedMessage, now: number): boolean {
  if (status === 'unknown') return true;
  return status === 'failed' && (reason !== 'no_connection' || now - instantOf(createdAt) > MAX_RETRY_MS);
}

/**
 * Whether a message is about the present start of the appointment. A message about several appointments states only the
 * start of the first, so it counts for all of them.
 */
export function isForStart(message: ReceivedMessage, { start }: Pick<ReceivedAppointment, 'start'>): boolean {
  if (message.forStart === null || message.appointmentIds.length > 1) return true;
  return instantOf(message.forStart) === instantOf(start);
}

/** The latest message about an appointment at its present time; undefined if there is none. */
export function findLatestMessage(
  messages: readonly ReceivedMessage[],
  appointment: Pick<ReceivedAppointment, 'id' | 'start'>,
): ReceivedMessage | undefined {
  return messages
    .filter((message) => message.appointmentIds.includes(appointment.id) && isForStart(message, appointment))
    .sort((one, other) => instantOf(other.createdAt) - instantOf(one.createdAt))[0];
}
