import type { Temporal } from 'temporal-polyfill';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/**
 * Creates the clock of a date in an IANA zone, which converts minutes since midnight on the wall clock to milliseconds since
 * 1970-01-01T00:00Z. Minutes past 1440 are on the following days. A skipped local time moves an hour later; for a time that
 * occurs twice, the first occurrence is taken.
 */
export function createLocalClock(date: Temporal.PlainDate, timeZone: string): (minute: number) => number {
  const midnight = date.toPlainDateTime();
  const instantOf = (minute: number) => midnight.add({ minutes: minute }).toZonedDateTime(timeZone).epochMilliseconds;
  const start = instantOf(0);
  // On a day without a clock change, an addition is enough. Temporal takes ten times as long, which matters for a million
  // appointments.
  const isPlain = instantOf(DAY_MINUTES) - start === DAY_MINUTES * MINUTE_MS;
  return (minute) => (isPlain && minute <= DAY_MINUTES ? start + minute * MINUTE_MS : instantOf(minute));
}
