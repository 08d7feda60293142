import './temporal.ts';
import type { Interval } from '#contract/interval.ts';

/** The number of wall-clock minutes in a day, which is the same on days with a clock change. */
export const MINUTES_PER_DAY = 1440;

/** The first date that the app accepts. */
export const FIRST_DATE = '1900-01-01';
/** The last date that the app accepts. The day after it still has a four-digit year in every zone. */
export const LAST_DATE = '9998-12-30';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function parseDateFields(date: string): [year: number, month: number, day: number] {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split('-').map(Number);
  return [year, month, day];
}

function toPlainDate(date: string): Temporal.PlainDate {
  return new Temporal.PlainDate(...parseDateFields(date));
}

/** Whether a text is a calendar date, `YYYY-MM-DD` with a year from 0000 to 9999. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  try {
    toPlainDate(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a date that the app accepts. */
export function isUsableDate(text: string): boolean {
  return isDate(text) && text >= FIRST_DATE && text <= LAST_DATE;
}

/** Adds days to a date (`YYYY-MM-DD`). */
export function addDays(date: string, days: number): string {
  return toPlainDate(date).add({ days }).toString();
}

/** Adds months to a date (`YYYY-MM-DD`). The 31st becomes the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  return toPlainDate(date).add({ months }).toString();
}

/** The number of days from one date to another; negative if `to` is earlier. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The ISO weekday of a date (`YYYY-MM-DD`): Monday 1 to Sunday 7. */
export function weekdayOf(date: string): number {
  return toPlainDate(date).dayOfWeek;
}

/** The first day of the date's week, `YYYY-MM-DD`, if weeks begin with the given ISO weekday: Monday 1 to Sunday 7. */
export function getWeekStart(date: string, firstWeekday: number): string {
  return addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7));
}

/** The date (`YYYY-MM-DD`) in an IANA zone at an instant in milliseconds since 1970. */
export function dateIn(zone: string, instant: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

const zones = new Map<string, boolean>();

/** Whether the runtime supports the zone. The check is slow, so its result is cached. */
function isKnownZone(zone: string): boolean {
  let isKnown = zones.get(zone);
  if (isKnown === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      isKnown = true;
    } catch {
      isKnown = false;
    }
    zones.set(zone, isKnown);
  }
  return isKnown;
}

/** The IANA zone of a store, or `fallbackZone` if the store has none or an unknown one. */
export function zoneOfStore(
  store: { readonly timeZone: string | null } | null | undefined,
  fallbackZone: string,
): string {
  const zone = store?.timeZone ?? null;
  return zone !== null && isKnownZone(zone) ? zone : fallbackZone;
}

interface ListedStores {
  readonly company: { readonly stores: readonly { readonly id: string; readonly timeZone: string | null }[] };
  readonly fallbackZone: string;
}

/** The IANA zone of an appointment's store, or `fallbackZone` if the store is not listed or its zone is unknown. */
export function zoneOfAppointment(
  { storeId }: { readonly storeId: string | null },
  { company, fallbackZone }: ListedStores,
): string {
  return zoneOfStore(
    company.stores.find(({ id }) => id === storeId),
    fallbackZone,
  );
}

/**
 * The zone in which an availability entry is repeated and moved: the zone of its store or, without a store, of the
 * company's first listed store.
 */
export function planZoneOf(storeId: string | null, desk: ListedStores): string {
  return zoneOfAppointment({ storeId: storeId ?? desk.company.stores[0]?.id ?? null }, desk);
}

/**
 * A calendar day (`YYYY-MM-DD`) of an IANA zone, from its first instant to the first of the next day: 24 hours, unless
 * the clocks change. A date that the zone skipped, because it crossed the date line, is empty.
 *
 * @throws RangeError for a zone or a date that does not exist
 */
export function dayInterval(zone: string, date: string): Interval {
  const day = toPlainDate(date);
  return {
    start: day.toZonedDateTime(zone).epochMilliseconds,
    end: day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}

/** The calendar day of a zone that contains an instant. */
export function dayOfInstant(zone: string, instant: number): Interval {
  return dayInterval(zone, dateIn(zone, instant));
}

/** A calendar day of a zone, from its first instant to the first of the next day. */
export interface DayClock extends Interval {
  /** The IANA name of the zone. */
  readonly zone: string;
  /** `YYYY-MM-DD` in the zone's calendar. */
  readonly date: string;
}

/**
 * The calendar day of a date (`YYYY-MM-DD`) in a zone.
 *
 * @throws RangeError for a zone or a date that does not exist
 */
export function createDayClock(zone: string, date: string): DayClock {
  return { zone, date, ...dayInterval(zone, date) };
}

/**
 * The wall-clock time of an instant in minutes after midnight, with fractions. For an instant before the day, it is the
 * minute at which the day starts; for an instant after it, 1440.
 */
export function minuteOfDay(clock: DayClock, instant: number): number {
  if (instant <= clock.start) return wallMinute(clock, clock.start);
  if (instant >= clock.end) return MINUTES_PER_DAY;
  return wallMinute(clock, instant);
}

function wallMinute({ zone, date }: DayClock, instant: number): number {
  const minute = (getWallTime(zone, instant) - Date.parse(date)) / 60_000;
  return Math.min(Math.max(minute, 0), MINUTES_PER_DAY);
}

/** The wall-clock time of a zone at an instant, as the instant at which a UTC clock shows the same time. */
export function getWallTime(zone: string, instant: number): number {
  return instant + Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
}
