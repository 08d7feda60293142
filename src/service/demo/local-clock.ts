import { Temporal } from 'temporal-polyfill';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const epoch = Temporal.PlainDate.from('1970-01-01');

/** The number of a date, counted in days from 1970-01-01. */
export function dayNumberOf(date: Temporal.PlainDate): number {
  return epoch.until(date, { largestUnit: 'days' }).days;
}

/** The minutes since midnight of a time such as `09:30`. */
export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Converts local times of one IANA zone: a day (its number, see {@link dayNumberOf}) and minutes since its midnight on
 * the wall clock become milliseconds since 1970-01-01T00:00Z. Minutes below 0 and past 1440 are on the days before and
 * after. A local time that is skipped is taken an hour later, of one that comes twice the first is taken.
 */
export function createLocalClock(timeZone: string): (day: number, minute: number) => number {
  const instantOf = (day: number, minute: number) =>
    epoch
      .add({ days: day })
      .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
      .toZonedDateTime(timeZone).epochMilliseconds;

  // Nearly every day is a plain one of 24 hours, and a million visits fall on a few thousand days: each day's midnight is computed once.
  let known: { day: number; midnight: number; plain: boolean } | undefined;
  return (day, minute) => {
    const actualDay = day + Math.floor(minute / 1440);
    const actualMinute = ((minute % 1440) + 1440) % 1440;
    if (known?.day !== actualDay) {
      const midnight = instantOf(actualDay, 0);
      known = { day: actualDay, midnight, plain: instantOf(actualDay + 1, 0) - midnight === DAY_MS };
    }
    return known.plain ? known.midnight + actualMinute * MINUTE_MS : instantOf(actualDay, actualMinute);
  };
}
