import { Temporal } from 'temporal-polyfill';
import type { BookingStore } from '#app/features/booking/booking-model.ts';
import { type Interval, merge } from '#app/features/booking/intervals.ts';
import { dayBounds, zonedAt } from '#app/features/booking/wall-time.ts';

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
