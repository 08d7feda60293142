import { createDueInterval, isUpcoming } from './messages-due.ts';
import type { SendingHours } from './sending-hours.ts';

/**
 * An answered request from the web site, with everything that decides whether the client is notified. Instants are
 * epoch milliseconds.
 */
export interface AnsweredRequest {
  readonly answeredAt: number;
  /** The appointment that was booked for the request; null if the request was declined. */
  readonly appointment: { readonly status: string; readonly start: number; readonly isPetAlive: boolean } | null;
}

/**
 * Whether the e-mail that answers a request is sent now, later or never, provided that it has not been sent yet. It is sent
 * from the time of the answer on, within the store's sending hours, whichever messages are switched on. A booking is
 * confirmed only while the appointment is still to come.
 */
export function decideAnswerSendTime(
  { answeredAt, appointment }: AnsweredRequest,
  hours: SendingHours,
  now: number,
): 'now' | 'later' | 'never' {
  const { from, until } = createDueInterval(answeredAt, hours);
  if (now > until) return 'never';
  const isOver =
    appointment !== null && (!isUpcoming(appointment.status) || !appointment.isPetAlive || appointment.start <= now);
  if (isOver) return 'never';
  return from <= now && hours.isOpen(now) ? 'now' : 'later';
}
