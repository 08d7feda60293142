import { hasEnded, occupies, takenTime } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A pet's appointments as they stand at a moment. */
export interface Visits {
  /** Begun and not over: the pet is here, or was to be. By start. */
  underWay: ReceivedAppointment[];
  /** To come, the next one first. */
  toCome: ReceivedAppointment[];
  /** Over, the latest first. */
  past: ReceivedAppointment[];
}

function inTime(one: ReceivedAppointment, other: ReceivedAppointment): number {
  return takenTime(one).start - takenTime(other).start || (one.id < other.id ? -1 : 1);
}

/**
 * Sorts the appointments of a pet by what they are at an instant. A visit is over once its end has passed or its status says
 * so; one that was called off is either to come or past.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function visitsAt(appointments: readonly ReceivedAppointment[], now: number): Visits {
  const visits: Visits = { underWay: [], toCome: [], past: [] };
  for (const appointment of appointments) {
    const { start, end } = takenTime(appointment);
    if (start > now && !hasEnded(appointment)) visits.toCome.push(appointment);
    else if (end > now && !hasEnded(appointment) && occupies(appointment)) visits.underWay.push(appointment);
    else visits.past.push(appointment);
  }
  visits.underWay.sort(inTime);
  visits.toCome.sort(inTime);
  visits.past.sort((one, other) => inTime(other, one));
  return visits;
}

/** The appointments that did take place, or will: not cancelled, and not missed. */
export function takingPlace(appointments: readonly ReceivedAppointment[]): ReceivedAppointment[] {
  return appointments.filter(occupies);
}
