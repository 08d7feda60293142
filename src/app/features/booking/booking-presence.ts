import { useActivity, usePresence } from '#app/api/presence.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import type { Requested } from '#app/scheduling/warnings.ts';
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

/** The booking of a form as colleagues see it; null without a time. */
export function presenceOf(
  storeId: string,
  { roomId, vet }: Pick<Requested, 'roomId' | 'vet'>,
  time: Interval | null,
): Booking | null {
  if (time === null) return null;
  const [start = '', end = ''] = [time.start, time.end].map((instant) => new Date(instant).toISOString());
  return { kind: 'booking', storeId, roomId, employeeId: vet?.id ?? null, start, end };
}

/**
 * Shows colleagues the booking in the form, and returns what they are doing at its time.
 *
 * @param isBegun whether somebody has begun it: the time of an untouched form is only a suggestion
 */
export function useBookingPresence(own: Booking | null, isBegun: boolean): string {
  const { colleagues } = usePresence();
  useActivity(isBegun ? own : null);
  return own === null ? '' : bookingPresenceText(bookingNames(own, colleagues));
}
