import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';

/** Minutes on the axis of every day: wall-clock time runs from 0 to 24 hours, whatever the clocks do in between. */
export const MINUTES_OF_DAY = 1440;

const MS_OF_MINUTE = 60_000;

/**
 * One calendar day of one zone, made for placing many instants fast: the zone's offsets of that day are asked once.
 * Instants are milliseconds since 1970-01-01T00:00Z.
 */
export interface DayClock {
  /** IANA zone. */
  readonly zone: string;
  /** `YYYY-MM-DD` in the zone's calendar. */
  readonly date: string;
  /** The first instant of the day. */
  readonly startsAt: number;
  /** The first instant of the next day. */
  readonly endsAt: number;
  /** What the zone's clocks are ahead of UTC, in milliseconds, from which instant on; in order. */
  readonly offsets: readonly { readonly from: number; readonly offset: number }[];
}

/** Reads `YYYY-MM-DD`. The functions of Temporal are used instead of its classes: they weigh half as much. */
function plainDate(date: string): PlainDate.Record {
  const [year, month, day] = date.split('-').map(Number);
  return PlainDate.create(year ?? Number.NaN, month ?? Number.NaN, day ?? Number.NaN);
}

/**
 * Creates the clock of a day.
 *
 * @throws RangeError for a zone or a date that does not exist
 */
export function createDayClock(zone: string, date: string): DayClock {
  const day = plainDate(date);
  const start = PlainDate.toZonedDateTime(day, zone);
  const endsAt = PlainDate.toZonedDateTime(PlainDate.addDays(day, 1), zone).epochMilliseconds;
  const offsets = [{ from: start.epochMilliseconds, offset: ZonedDateTime.offsetNanoseconds(start) / 1e6 }];
  let change = ZonedDateTime.getTimeZoneTransition(start, 'next');
  while (change && change.epochMilliseconds < endsAt) {
    offsets.push({ from: change.epochMilliseconds, offset: ZonedDateTime.offsetNanoseconds(change) / 1e6 });
    change = ZonedDateTime.getTimeZoneTransition(change, 'next');
  }
  return { zone, date, startsAt: start.epochMilliseconds, endsAt, offsets };
}

/** Whether the instant is in the day. */
export function isInDay(clock: DayClock, instant: number): boolean {
  return instant >= clock.startsAt && instant < clock.endsAt;
}

function offsetAt(clock: DayClock, instant: number): number {
  let offset = 0;
  for (const [index, entry] of clock.offsets.entries()) {
    if (index === 0 || entry.from <= instant) offset = entry.offset;
  }
  return offset;
}

/**
 * The wall-clock time of an instant in minutes after midnight, with fractions: 0 at or before the day's start, 1440 at or
 * after its end.
 */
export function minuteOfDay(clock: DayClock, instant: number): number {
  if (instant <= clock.startsAt) return wallMinute(clock, clock.startsAt);
  if (instant >= clock.endsAt) return MINUTES_OF_DAY;
  return wallMinute(clock, instant);
}

function wallMinute(clock: DayClock, instant: number): number {
  const minute = (instant + offsetAt(clock, instant) - Date.parse(clock.date)) / MS_OF_MINUTE;
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

/** Today's date, `YYYY-MM-DD`, in a zone at an instant. */
export function dateIn(zone: string, instant: number): string {
  const there = toZonedDateTimeISO(fromEpochMilliseconds(instant), zone);
  return PlainDate.toString(ZonedDateTime.toPlainDate(there));
}

/** The date so many days later, `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return PlainDate.toString(PlainDate.addDays(plainDate(date), days));
}

/** ISO weekday: Monday 1 to Sunday 7. */
export function weekdayOf(date: string): number {
  return PlainDate.dayOfWeek(plainDate(date));
}

/** The Monday of the date's week. */
export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}
