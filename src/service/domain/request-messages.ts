import { dueTimeFrom, isUpcoming } from './messages-due.ts';
import type { SendingHours } from './sending-hours.ts';

/** An answered request from the web site, with what decides whether the client is told. Instants are epoch milliseconds. */
export interface AnsweredRequest {
  readonly answeredAt: number;
  /** What was booked for it; null if it was declined. */
  readonly appointment: { readonly status: string; readonly start: number; readonly isPetAlive: boolean } | null;
}

/**
 * Whether the e-mail with the answer leaves `now`, `later`, or `never`, if it has not left: from the answer on within the hours
 * of the store, whichever messages are on. A booking is told while the appointment is still to come.
 */
export function requestMessageDue(
  { answeredAt, appointment }: AnsweredRequest,
  hours: SendingHours,
  now: number,
): 'now' | 'later' | 'never' {
  const { from, until } = dueTimeFrom(answeredAt, hours);
  if (now > until) return 'never';
  const isOver =
    appointment !== null && (!isUpcoming(appointment.status) || !appointment.isPetAlive || appointment.start <= now);
  if (isOver) return 'never';
  return from <= now && hours.isOpen(now) ? 'now' : 'later';
}
