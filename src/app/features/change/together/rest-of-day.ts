import type { LateColumn } from '#app/changes/appointment-changes.ts';
import { stageOf } from '#contract/appointment-rules.ts';
import { type Interval, includes } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dayInterval, dayOfInstant } from '#scheduling/calendar-day.ts';
import { isAssigned } from '#scheduling/clashes.ts';
import { invalidEndOf, isStay, recordedTime } from '#scheduling/visit.ts';
import type { DelayedResource } from './late-appointment.ts';

/** The delays to choose from, in minutes. */
export const delaySteps = [5, 10, 15, 20, 30, 45, 60, 90, 120] as const;

/** The shortest delay in `delaySteps` that is at least a number of minutes; otherwise the longest. */
export function roundUpToDelayStep(minutes: number): number {
  return delaySteps.find((step) => step >= minutes) ?? 120;
}

/** The part of a day whose appointments are moved after a delay. */
export interface RestOfDay {
  /** Appointments that start later than this are moved, in milliseconds since 1970-01-01T00:00Z. */
  after: number;
  day: Interval;
  /** The appointment that is late, which stays; null if there is none. */
  lateId: string | null;
}

const STARTED_OR_OVER_STAGES: readonly string[] = ['in-care', 'ended', 'called-off'];

/** The rest of the day after an appointment. `zone` is its store's zone. */
export function restOfDayAfter(late: ReceivedAppointment, zone: string): RestOfDay {
  const { start } = recordedTime(late);
  return { after: start, day: dayOfInstant(zone, start), lateId: late.id };
}

/** The rest of a vet's or room's day after `now`; the whole day if `now` is not on it. */
export function restOfColumn({ zone, date }: Pick<LateColumn, 'zone' | 'date'>, now: number): RestOfDay {
  const day = dayInterval(zone, date);
  return { after: includes(day, now) ? now - 1 : day.start - 1, day, lateId: null };
}

/**
 * The later appointments of a vet or room, by start: those that begin in the rest of the day, have not started, and can be
 * moved.
 */
export function laterAppointments(
  { after, day, lateId }: RestOfDay,
  { kind, id }: DelayedResource,
  appointments: readonly ReceivedAppointment[],
): ReceivedAppointment[] {
  return appointments
    .map((visit) => ({ visit, time: recordedTime(visit) }))
    .filter(({ visit, time }) => {
      if (visit.id === lateId || visit.updatedAt === null || time.start <= after || time.start >= day.end) return false;
      // A stay is not moved. This includes an appointment that begins at midnight and ends on a later day.
      if (STARTED_OR_OVER_STAGES.includes(stageOf(visit)) || invalidEndOf(time) !== null || isStay(time, day))
        return false;
      return kind === 'staff' ? isAssigned(visit, id) : visit.roomId === id;
    })
    .sort((a, b) => a.time.start - b.time.start || (a.visit.id < b.visit.id ? -1 : 1))
    .map(({ visit }) => visit);
}

/** The changes to start and end that move an appointment by a number of minutes. */
export function timesAfterDelay(visit: ReceivedAppointment, minutes: number): { start: string; end: string } {
  const { start, end } = recordedTime(visit);
  const addDelay = (instant: number) => new Date(instant + minutes * 60_000).toISOString();
  return { start: addDelay(start), end: addDelay(end) };
}
