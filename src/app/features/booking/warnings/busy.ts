import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { occupies, takenTime } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The appointments that take place within a time, in order of their start. */
export function during(appointments: readonly ReceivedAppointment[], time: Interval): ReceivedAppointment[] {
  return appointments
    .filter((appointment) => occupies(appointment) && overlaps(takenTime(appointment), time))
    .sort((a, b) => takenTime(a).start - takenTime(b).start);
}

/** Whether a member of staff is assigned. */
export function isAssigned(appointment: ReceivedAppointment, employeeId: string): boolean {
  return appointment.employees.some(({ id }) => id === employeeId);
}
