import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import type { Interval } from './interval.ts';

// The functions of Temporal are used instead of its classes: they weigh a third.

/** Wall-clock minutes of every day: its clocks run from 0 to 24 hours, whatever they skip or repeat in between. */
export const MINUTES_OF_DAY = 1440;

/** The days that the app can be asked for; in every zone they have a day after them whose year has four digits. */
export const FIRST_DATE = '1900-01-01';
export const LAST_DATE = '9998-12-30';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function dateFields(date: string): [year: number, month: number, day: number] {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split('-').map(Number);
  return [year, month, day];
}

function plainDate(date: string): PlainDate.Record {
  return PlainDate.create(...dateFields(date));
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD` with a year from 0000 to 9999. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  try {
    plainDate(text);
    return true;
  } catch {
    return false;
  }
}

/** The date (`YYYY-MM-DD`) so many days later. */
export function addDays(date: string, days: number): string {
  return PlainDate.toString(PlainDate.addDays(plainDate(date), days));
}

/** How many days after the date `from` the date `to` is; negative where it is before it. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** ISO weekday of a date (`YYYY-MM-DD`): Monday 1 to Sunday 7. */
export function weekdayOf(date: string): number {
  return PlainDate.dayOfWeek(plainDate(date));
}

/** The Monday of the date's week, `YYYY-MM-DD`. */
export function mondayOf(date: string): string {
  return weekStartOf(date, MONDAY);
}

const MONDAY = 1;

/** The first day of the date's week, `YYYY-MM-DD`, where weeks begin with an ISO weekday: Monday 1 to Sunday 7. */
export function weekStartOf(date: string, firstWeekday: number): string {
  return addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7));
}

/** The date (`YYYY-MM-DD`) that an IANA zone has at an instant in milliseconds since 1970. */
export function dateIn(zone: string, instant: number): string {
  const there = toZonedDateTimeISO(fromEpochMilliseconds(instant), zone);
  return PlainDate.toString(ZonedDateTime.toPlainDate(there));
}

const zones = new Map<string, boolean>();

/** Whether the runtime knows the zone. Finding out costs as much as a line of a list, so each zone is asked about once. */
function isKnownZone(zone: string): boolean {
  let known = zones.get(zone);
  if (known === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      known = true;
    } catch {
      known = false;
    }
    zones.set(zone, known);
  }
  return known;
}

/** The IANA zone of a store; the fallback where there is none, or where it names none that the browser knows. */
export function zoneOfStore(
  store: { readonly timeZone: string | null } | null | undefined,
  fallbackZone: string,
): string {
  const zone = store?.timeZone ?? null;
  return zone !== null && isKnownZone(zone) ? zone : fallbackZone;
}

/**
 * A calendar day (`YYYY-MM-DD`) of an IANA zone, from its first instant to that of the next day: 24 hours, or what the zone's
 * clocks made of them. A date that the date line took away is empty.
 *
 * @throws RangeError for a zone or a date that does not exist
 */
export function dayInterval(zone: string, date: string): Interval {
  const day = plainDate(date);
  return {
    start: PlainDate.toZonedDateTime(day, zone).epochMilliseconds,
    end: PlainDate.toZonedDateTime(PlainDate.addDays(day, 1), zone).epochMilliseconds,
  };
}

/** The calendar day of a zone that an instant is in. */
export function dayOfInstant(zone: string, instant: number): Interval {
  return dayInterval(zone, dateIn(zone, instant));
}

/** A calendar day made for placing many instants on it fast: the zone's offsets of that day are asked once. */
export interface DayClock extends Interval {
  /** IANA zone. */
  readonly zone: string;
  /** `YYYY-MM-DD` in the zone's calendar. */
  readonly date: string;
  /** What the zone's clocks are ahead of UTC, in milliseconds, from which instant on; in order. */
  readonly offsets: readonly { readonly from: number; readonly offset: number }[];
}

/**
 * Creates the clock of a day.
 *
 * @throws RangeError for a zone or a date that does not exist
 */
export function createDayClock(zone: string, date: string): DayClock {
  const { start, end } = dayInterval(zone, date);
  const first = PlainDate.toZonedDateTime(plainDate(date), zone);
  const offsets = [{ from: start, offset: ZonedDateTime.offsetNanoseconds(first) / 1e6 }];
  let change = ZonedDateTime.getTimeZoneTransition(first, 'next');
  while (change && change.epochMilliseconds < end) {
    offsets.push({ from: change.epochMilliseconds, offset: ZonedDateTime.offsetNanoseconds(change) / 1e6 });
    change = ZonedDateTime.getTimeZoneTransition(change, 'next');
  }
  return { zone, date, start, end, offsets };
}

/** Whether an instant is in the day. */
export function isInDay(day: Interval, instant: number): boolean {
  return instant >= day.start && instant < day.end;
}

function offsetAt(clock: DayClock, instant: number): number {
  let offset = 0;
  for (const [index, entry] of clock.offsets.entries()) {
    if (index === 0 || entry.from <= instant) offset = entry.offset;
  }
  return offset;
}

/**
 * The wall-clock time of an instant in minutes after midnight, with fractions: that of the day's start at or before it, 1440
 * at or after its end.
 */
export function minuteOfDay(clock: DayClock, instant: number): number {
  if (instant <= clock.start) return wallMinute(clock, clock.start);
  if (instant >= clock.end) return MINUTES_OF_DAY;
  return wallMinute(clock, instant);
}

function wallMinute(clock: DayClock, instant: number): number {
  const minute = (instant + offsetAt(clock, instant) - Date.parse(clock.date)) / 60_000;
  return Math.min(Math.max(minute, 0), MINUTES_OF_DAY);
}

/** Which of two equal wall-clock times an instant is, on a day whose clocks go back; null where the time is unique. */
export function repeatOf(clock: DayClock, instant: number): 'first' | 'second' | null {
  if (clock.offsets.length < 2 || !isInDay(clock, instant)) return null;
  const offset = offsetAt(clock, instant);
  for (const other of clock.offsets) {
    if (other.offset === offset) continue;
    const twin = instant + offset - other.offset;
    if (isInDay(clock, twin) && offsetAt(clock, twin) === other.offset) return twin > instant ? 'first' : 'second';
  }
  return null;
}
