import { useActivity, usePresence } from '#app/api/presence.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { bookingPresenceText } from '#app/text/presence-text.ts';
import type { Colleague, DeskActivity } from '#contract/desk-events.ts';

type Booking = Extract<DeskActivity, { kind: 'booking' }>;

const isOpenToAll = ({ roomId, employeeId }: Pick<Booking, 'roomId' | 'employeeId'>) =>
  roomId === null && employeeId === null;

/** Whether two bookings may want the same: their times overlap, in one room or with one vet, or one of them takes any room and any vet. */
export function isSameBooking(one: Booking, other: Booking): boolean {
  const [time, otherTime] = [one, other].map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
  if (one.storeId !== other.storeId || !time || !otherTime || !overlaps(time, otherTime)) return false;
  const isSameRoom = one.roomId !== null && one.roomId === other.roomId;
  const isSameVet = one.employeeId !== null && one.employeeId === other.employeeId;
  return isSameRoom || isSameVet || isOpenToAll(one) || isOpenToAll(other);
}

/** The names of those who are booking that very time. */
function bookingNames(own: Booking, colleagues: readonly Colleague[]): (string | null)[] {
  return colleagues.flatMap(({ name, activity }) =>
    activity.kind === 'booking' && isSameBooking(own, activity) ? [name] : [],
  );
}

/** The booking of the form as colleagues are told of it; null without a time. */
export function bookingOf(
  form: Pick<Booking, 'storeId' | 'roomId' | 'employeeId'>,
  time: Interval | null,
): Booking | null {
  if (time === null || time.end <= time.start) return null;
  const [start, end] = [time.start, time.end].map((instant) => new Date(instant).toISOString());
  return start && end ? { kind: 'booking', ...form, start, end } : null;
}

/**
 * Tells colleagues of the booking in the form, and answers what they are doing there.
 *
 * @param isAsked whether somebody has begun it: the time of an untouched form is but a suggestion
 */
export function useBookingPresence(own: Booking | null, isAsked: boolean): string {
  const { colleagues } = usePresence();
  useActivity(isAsked ? own : null);
  return own === null ? '' : bookingPresenceText(bookingNames(own, colleagues));
}
