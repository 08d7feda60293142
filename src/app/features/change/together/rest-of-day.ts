import { stageOf } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayOfInstant } from '#scheduling/calendar-day.ts';
import { isAssigned } from '#scheduling/clashes.ts';
import { isStay, oddEndOf, recordedTime } from '#scheduling/visit.ts';
import type { DelayedResource } from './late-visit.ts';

/** The numbers of minutes by which the rest of a day can be moved. */
export const restSteps = [5, 10, 15, 30, 45, 60, 90, 120] as const;
export type RestStep = (typeof restSteps)[number];

/** The smallest step that covers this many minutes, otherwise the largest. */
export function stepFor(minutes: number): RestStep {
  return restSteps.find((step) => step >= minutes) ?? 120;
}

const STARTED_OR_OVER: readonly string[] = ['in-care', 'ended', 'called-off'];

/**
 * The appointments of a vet or room that an appointment delays, by start: those that begin after it on the same day of
 * its store, have not started, and can be moved.
 *
 * @param zone the zone of the appointment's store
 */
export function laterVisits(
  from: ReceivedAppointment,
  { kind, id }: DelayedResource,
  appointments: readonly ReceivedAppointment[],
  zone: string,
): ReceivedAppointment[] {
  const { start } = recordedTime(from);
  const day = dayOfInstant(zone, start);
  return appointments
    .map((visit) => ({ visit, time: recordedTime(visit) }))
    .filter(({ visit, time }) => {
      if (visit.id === from.id || visit.updatedAt === null || time.start <= start) return false;
      // Appointments on a later day, and stays, which end later, are excluded.
      if (STARTED_OR_OVER.includes(stageOf(visit)) || oddEndOf(time) !== null || isStay(time, day)) return false;
      return kind === 'staff' ? isAssigned(visit, id) : visit.roomId === id;
    })
    .sort((a, b) => a.time.start - b.time.start || (a.visit.id < b.visit.id ? -1 : 1))
    .map(({ visit }) => visit);
}

/** Start and end of an appointment that is moved by a number of minutes, as field changes. */
export function movedBy(visit: ReceivedAppointment, minutes: number): { start: string; end: string } {
  const { start, end } = recordedTime(visit);
  const later = (instant: number) => new Date(instant + minutes * 60_000).toISOString();
  return { start: later(start), end: later(end) };
}
