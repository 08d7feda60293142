import { dateIn, isDate } from '#app/scheduling/calendar-day.ts';
import { parseDuration } from '#app/scheduling/duration.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import {
  clockAt,
  foldOf,
  formatClockTime,
  instantOfWallTime,
  nextTimeAfter,
  parseClockTime,
  resolveWallTime,
  type WallTime,
} from '#app/scheduling/wall-clock.ts';
import type { BookingFormValues } from './booking-model.ts';

/** What the form's date and start mean in the store's zone; null while one of them cannot be read. */
export function wallTimeOf(values: Pick<BookingFormValues, 'date' | 'start'>, zone: string): WallTime | null {
  const time = parseClockTime(values.start);
  return time && isDate(values.date) ? resolveWallTime(zone, values.date, time) : null;
}

/** What the form holds of a start at an instant (whole minutes) in the store's zone. */
export function startFields(
  instant: number,
  zone: string,
  twelveHours: boolean,
): Pick<BookingFormValues, 'date' | 'start' | 'fold'> {
  return {
    date: dateIn(zone, instant),
    start: formatClockTime(clockAt(zone, instant), twelveHours),
    fold: foldOf(zone, instant),
  };
}

export type BookingTimes = Pick<BookingFormValues, 'date' | 'start' | 'fold' | 'length' | 'end'>;

/** The span that the form asks for, in milliseconds; null while its times are incomplete or ambiguous. */
export function spanOf(values: BookingTimes, zone: string): Interval | null {
  const wall = wallTimeOf(values, zone);
  const start = wall && instantOfWallTime(wall, values.fold);
  if (start === null) return null;
  if (values.end !== '') {
    const end = parseClockTime(values.end);
    return end && { start, end: nextTimeAfter(zone, start, end) };
  }
  const minutes = parseDuration(values.length);
  return minutes === null ? null : { start, end: start + minutes * 60_000 };
}
