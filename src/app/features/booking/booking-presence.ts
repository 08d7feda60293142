import { useActivity, usePresence } from '#app/changes/presence.ts';
import { bookingPresenceText } from '#app/text/presence-text.ts';
import type { Colleague, DeskActivity } from '#contract/desk-events.ts';
import { type Interval, overlaps } from '#contract/interval.ts';
import type { RequestedAppointment } from '#scheduling/warnings.ts';

type BookingActivity = Extract<DeskActivity, { kind: 'booking' }>;

const takesAnyVetAndRoom = ({ roomId, employeeId }: Pick<BookingActivity, 'roomId' | 'employeeId'>) =>
  roomId === null && employeeId === null;

/**
 * Whether two bookings may compete: they are at the same store, their times overlap, and they share a room or a vet, or
 * one of them takes any room and any vet.
 */
export function mayCompete(one: BookingActivity, other: BookingActivity): boolean {
  const [time, otherTime] = [one, other].map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
  if (one.storeId !== other.storeId || !time || !otherTime || !overlaps(time, otherTime)) return false;
  const isSameRoom = one.roomId !== null && one.roomId === other.roomId;
  const isSameVet = one.employeeId !== null && one.employeeId === other.employeeId;
  return isSameRoom || isSameVet || takesAnyVetAndRoom(one) || takesAnyVetAndRoom(other);
}

/** The names of colleagues whose bookings may compete with one; null for a colleague whose name is unknown. */
function competingNames(own: BookingActivity, colleagues: readonly Colleague[]): (string | null)[] {
  return colleagues.flatMap(({ name, activity }) =>
    activity.kind === 'booking' && mayCompete(own, activity) ? [name] : [],
  );
}

/** The booking in a form as colleagues see it; null while it has no time. */
export function bookingActivity(
  storeId: string,
  { roomId, vet }: Pick<RequestedAppointment, 'roomId' | 'vet'>,
  time: Interval | null,
): BookingActivity | null {
  if (time === null) return null;
  const [start = '', end = ''] = [time.start, time.end].map((instant) => new Date(instant).toISOString());
  return { kind: 'booking', storeId, roomId, employeeId: vet?.id ?? null, start, end };
}

/**
 * Shows the booking in the form to colleagues, and returns a text about those whose bookings may compete with it.
 *
 * @param isBegun whether the form was edited; the time in an untouched form is only a suggestion
 */
export function useBookingPresence(own: BookingActivity | null, isBegun: boolean): string {
  const { colleagues } = usePresence();
  useActivity(isBegun ? own : null);
  return own === null ? '' : bookingPresenceText(competingNames(own, colleagues));
}
