import { Temporal } from 'temporal-polyfill';
import type { BookingStore } from '#app/features/booking/booking-model.ts';
import { contains, type Interval, merge } from '#app/features/booking/intervals.ts';
import { dayBounds, zonedAt } from '#app/features/booking/wall-time.ts';

/** Beyond so many milliseconds a visit is a stay: only its beginning and its end need the door open. */
const STAY = 12 * 3_600_000;

/** Whether a span is so long that nobody expects the store to be open throughout. */
export function isStay(span: Interval): boolean {
  return span.end - span.start > STAY;
}

/** Whether the store is open for a visit: throughout, or for a stay when it begins and when it ends. */
export function isOpenFor(openings: readonly Interval[], span: Interval): boolean {
  const parts = isStay(span)
    ? [
        { start: span.start, end: span.start + 1 },
        { start: span.end - 1, end: span.end },
      ]
    : [span];
  return parts.every((part) => openings.some((opening) => contains(opening, part)));
}

const CLOCK = /^([01]\d|2[0-4]):([0-5]\d)/;

/** The instant of `HH:MM` of a day in a zone; `24:00` is the next midnight, a skipped time counts from after the gap. */
function instantAt(date: Temporal.PlainDate, clock: string, zone: string): number | null {
  const [, hourText, minuteText] = CLOCK.exec(clock) ?? [];
  if (hourText === undefined || minuteText === undefined) return null;
  const hour = Number(hourText);
  if (hour === 24) return dayBounds(date, zone).end;
  return date.toPlainDateTime({ hour, minute: Number(minuteText) }).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * When a store is open on the calendar days that a span touches, in its own zone, as instants. Hours that close at or
 * before they open run into the next day. Null where the store tells no hours at all: then nobody knows.
 */
export function openingsAround(store: BookingStore, span: Interval): Interval[] | null {
  const { openingHours, timeZone } = store;
  if (openingHours.length === 0) return null;
  const openings: Interval[] = [];
  const last = zonedAt(Math.max(span.end - 1, span.start), timeZone).toPlainDate();
  // The evening before may still be open after midnight.
  let date = zonedAt(span.start, timeZone).toPlainDate().subtract({ days: 1 });
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    for (const { weekday, opens, closes } of openingHours) {
      if (weekday !== date.dayOfWeek) continue;
      const start = instantAt(date, opens, timeZone);
      const end = instantAt(closes > opens ? date : date.add({ days: 1 }), closes, timeZone);
      if (start !== null && end !== null) openings.push({ start, end });
    }
    date = date.add({ days: 1 });
  }
  return merge(openings);
}
