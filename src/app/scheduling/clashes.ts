import type { ReceivedAppointment } from '#contract/received.ts';
import { type Interval, overlaps } from './interval.ts';
import { occupies, takenTime } from './visit.ts';

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
export type Contended = 'room' | 'staff' | 'pet';

export interface Clash {
  over: Contended;
  other: ReceivedAppointment;
}

function contended(one: ReceivedAppointment, other: ReceivedAppointment): Contended | null {
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
    const over = other.id === appointment.id ? null : contended(appointment, other);
    return over === null ? [] : [{ over, other }];
  });
}
