import { occupies, stageOf } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { compareByStart, hasEnded, takenTime } from './visit.ts';

/** A pet's appointments, grouped by time. */
export interface AppointmentGroups {
  /** Appointments that have started and are not over, or whose pet checked in early, ordered by start. */
  underWay: ReceivedAppointment[];
  /** Appointments in the future, ordered by start. */
  toCome: ReceivedAppointment[];
  /** Appointments in the past, latest first. */
  past: ReceivedAppointment[];
}

/**
 * Groups the appointments of a pet by their state at an instant. An appointment is over once its end has passed or its
 * status says so. A cancelled appointment counts as future or past, never as under way.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function groupAppointments(appointments: readonly ReceivedAppointment[], now: number): AppointmentGroups {
  const groups: AppointmentGroups = { underWay: [], toCome: [], past: [] };
  for (const appointment of appointments) {
    const { start, end } = takenTime(appointment);
    const over = hasEnded(appointment) || end <= now;
    if (!over && start > now && !isAtPractice(appointment)) groups.toCome.push(appointment);
    else if (!over && occupies(appointment)) groups.underWay.push(appointment);
    else groups.past.push(appointment);
  }
  groups.underWay.sort(compareByStart);
  groups.toCome.sort(compareByStart);
  groups.past.sort((a, b) => compareByStart(b, a));
  return groups;
}

/** Whether the patient is at the practice, according to the status or, if that is unknown, the check-in. */
export function isAtPractice(appointment: ReceivedAppointment): boolean {
  const stage = stageOf(appointment);
  return stage === 'waiting' || stage === 'in-care' || (stage === 'unknown' && appointment.checkedInAt !== null);
}

/** The appointments that took or will take place: neither cancelled nor missed. */
export function appointmentsTakingPlace(appointments: readonly ReceivedAppointment[]): ReceivedAppointment[] {
  return appointments.filter(occupies);
}
