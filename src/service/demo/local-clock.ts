import type { Temporal } from 'temporal-polyfill';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** The minutes since midnight of a time such as `09:30`. */
export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * The clock of a date in an IANA zone: minutes since the date's midnight on the wall clock become milliseconds since
 * 1970-01-01T00:00Z. Minutes past 1440 are on the days after. A local time that is skipped is taken an hour later, of one that
 * comes twice the first is taken.
 */
export function localClock(date: Temporal.PlainDate, timeZone: string): (minute: number) => number {
  const midnight = date.toPlainDateTime();
  const instantOf = (minute: number) => midnight.add({ minutes: minute }).toZonedDateTime(timeZone).epochMilliseconds;
  const start = instantOf(0);
  // Temporal takes ten times as long as this addition, which counts for a million visits.
  const isPlain = instantOf(DAY_MINUTES) - start === DAY_MINUTES * MINUTE_MS;
  return (minute) => (isPlain && minute <= DAY_MINUTES ? start + minute * MINUTE_MS : instantOf(minute));
}
