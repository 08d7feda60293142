import { type Interval, overlaps } from '#app/features/booking/intervals.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/**
 * The statuses of appointments that take nobody's time and no room: the document's own words for "did not happen"
 * (section 3). Any other status, also one that joins the enum later, counts as taking place.
 */
const NOT_TAKING_PLACE: ReadonlySet<string> = new Set(['cancelled', 'no_show']);

/** Whether an appointment takes its room's and its staff's time. */
export function takesPlace({ status }: Pick<ReceivedAppointment, 'status'>): boolean {
  return !NOT_TAKING_PLACE.has(status);
}

/** The time of an appointment. One whose end is not after its start takes a moment, so that it is not overlooked. */
export function timeOf({ start, end }: Pick<ReceivedAppointment, 'start' | 'end'>): Interval {
  const from = instantOf(start);
  return { start: from, end: Math.max(instantOf(end), from + 1) };
}

/** The appointments that take place within a span, in order of their start. */
export function during(appointments: readonly ReceivedAppointment[], span: Interval): ReceivedAppointment[] {
  return appointments
    .filter((appointment) => takesPlace(appointment) && overlaps(timeOf(appointment), span))
    .sort((a, b) => instantOf(a.start) - instantOf(b.start));
}

/** Whether a member of staff is assigned. */
export function isAssigned(appointment: ReceivedAppointment, employeeId: string): boolean {
  return appointment.employees.some(({ id }) => id === employeeId);
}
