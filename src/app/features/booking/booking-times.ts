import { Temporal } from 'temporal-polyfill';
import { parseLengthText } from '#app/components/length-text.ts';
import { formatTimeText, parseTimeText } from '#app/components/time-text.ts';
import type { BookingFormValues } from './booking-model.ts';
import type { Interval } from './intervals.ts';
import {
  clockAt,
  foldOf,
  instantOfWallTime,
  nextTimeAfter,
  resolveWallTime,
  type WallTime,
  zonedAt,
} from './wall-time.ts';

/** The date of the form, null while it is none. */
export function parseDate(text: string): Temporal.PlainDate | null {
  try {
    return text === '' ? null : Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}

/** What the form's date and start mean in the store's zone; null while one of them cannot be read. */
export function wallTimeOf(values: Pick<BookingFormValues, 'date' | 'start'>, zone: string): WallTime | null {
  const date = parseDate(values.date);
  const time = parseTimeText(values.start);
  return date && time ? resolveWallTime(date, time, zone) : null;
}

/** What the form holds of a start at an instant (whole minutes) in the store's zone. */
export function startFields(
  instant: number,
  zone: string,
  twelveHours: boolean,
): Pick<BookingFormValues, 'date' | 'start' | 'fold'> {
  return {
    date: zonedAt(instant, zone).toPlainDate().toString(),
    start: formatTimeText(clockAt(instant, zone), twelveHours),
    fold: foldOf(instant, zone),
  };
}

export type BookingTimes = Pick<BookingFormValues, 'date' | 'start' | 'fold' | 'length' | 'end'>;

/** The span that the form asks for, in milliseconds; null while its times are incomplete or ambiguous. */
export function spanOf(values: BookingTimes, zone: string): Interval | null {
  const wall = wallTimeOf(values, zone);
  const start = wall && instantOfWallTime(wall, values.fold);
  if (start === null) return null;
  if (values.end !== '') {
    const end = parseTimeText(values.end);
    return end && { start, end: nextTimeAfter(start, end, zone) };
  }
  const minutes = parseLengthText(values.length);
  return minutes === null ? null : { start, end: start + minutes * 60_000 };
}
