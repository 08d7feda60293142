import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type Interval, overlaps } from './interval.ts';
import { takenTime } from './visit.ts';

/** The appointments that overlap a time and take place, by start. */
export function during(appointments: readonly ReceivedAppointment[], time: Interval): ReceivedAppointment[] {
  return appointments
    .filter((appointment) => occupies(appointment) && overlaps(takenTime(appointment), time))
    .sort((one, other) => takenTime(one).start - takenTime(other).start);
}

/** Whether a member of staff is assigned. */
export function isAssigned(appointment: ReceivedAppointment, employeeId: string): boolean {
  return appointment.employees.some(({ id }) => id === employeeId);
}

/** What two clashing appointments both need. */
type ClashReason = 'room' | 'staff' | 'pet';

export interface Clash {
  reason: ClashReason;
  other: ReceivedAppointment;
}

function clashReason(one: ReceivedAppointment, other: ReceivedAppointment): ClashReason | null {
  if (one.roomId !== null && one.roomId === other.roomId) return 'room';
  if (one.employees.some(({ id }) => isAssigned(other, id))) return 'staff';
  return one.petId !== null && one.petId === other.petId ? 'pet' : null;
}

/**
 * The clashes of an appointment: others at its time that need its room, its staff or its pet, by start, each once.
 * Empty where the appointment itself takes no time of anybody, such as a cancelled one.
 */
export function clashesOf(appointment: ReceivedAppointment, others: readonly ReceivedAppointment[]): Clash[] {
  if (!occupies(appointment)) return [];
  return during(others, takenTime(appointment)).flatMap((other) => {
    const reason = other.id === appointment.id ? null : clashReason(appointment, other);
    return reason === null ? [] : [{ reason, other }];
  });
}

/** Whether an appointment at the time of a booking conflicts with it: the same pet, or the vet who is asked for. */
export function conflictsWith(
  { petId, employeeId }: { petId: string; employeeId?: string | undefined },
  other: ReceivedAppointment,
): boolean {
  if (!occupies(other)) return false;
  return other.petId === petId || (employeeId !== undefined && isAssigned(other, employeeId));
}
