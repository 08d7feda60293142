import { occupies, stageOf } from '#contract/appointment-rules.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import './temporal.ts';
import { recordedTime } from './visit.ts';

/* Courses: appointments of a pet that are booked together, called a series in the API. */

export const courseUnits = ['days', 'weeks', 'months'] as const;
export type CourseUnit = (typeof courseUnits)[number];

/** The rhythm of a course: `count` appointments, one every so many days, weeks or months. */
export interface Rhythm {
  every: number;
  unit: CourseUnit;
  count: number;
}

/**
 * The times of a course, the first exactly as given. The others start at the same wall-clock time of the zone and have
 * the same length. A start that a clock change skips moves forward by the gap; of one that occurs twice, the first is
 * used. Months are counted from the first date, so that the 31st becomes the last day of a shorter month and returns in
 * a longer one.
 */
export function courseTimes(first: Interval, { every, unit, count }: Rhythm, zone: string): Interval[] {
  const firstStart = Temporal.Instant.fromEpochMilliseconds(first.start).toZonedDateTimeISO(zone);
  const length = first.end - first.start;
  return Array.from({ length: count }, (_, nth) => {
    if (nth === 0) return first;
    const start = firstStart.add({ [unit]: every * nth }).epochMilliseconds;
    return { start, end: start + length };
  });
}

/** The appointments of a course, sorted by start. */
export function byStart(course: readonly ReceivedAppointment[]): ReceivedAppointment[] {
  const startOf = (one: ReceivedAppointment) => recordedTime(one).start;
  return [...course].sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1));
}

/**
 * The position of an appointment in its course, by start: `3` of `6`. Cancelled ones are not counted and have a `nth`
 * of null. Null for an appointment without others.
 */
export function placeInCourse(
  course: readonly ReceivedAppointment[],
  id: string,
): { nth: number | null; of: number } | null {
  if (course.length < 2) return null;
  const countedIds = byStart(course.filter(occupies)).map((one) => one.id);
  const at = countedIds.indexOf(id);
  return { nth: at < 0 ? null : at + 1, of: countedIds.length };
}

/** The appointments of a course that start after this one, have not begun, and can be changed. */
export function laterInCourse(
  course: readonly ReceivedAppointment[],
  { id, start }: Pick<ReceivedAppointment, 'id' | 'start'>,
): ReceivedAppointment[] {
  const from = Date.parse(start);
  return byStart(course).filter((one) => {
    const isAhead = ['expected', 'unknown'].includes(stageOf(one));
    return one.id !== id && isAhead && one.updatedAt !== null && recordedTime(one).start > from;
  });
}
