/*
 * Dates and times as the practice API writes them. This file does not use Zod, so that the first page does not have to
 * load Zod for them.
 */

// Years divisible by 4 have a 29 February, except those divisible by 100 and not by 400. Digits are spelled out, because the
// pattern is also in the API's description, and in other languages `\d` matches the digits of every script.
const DATE =
  /(?:(?:[0-9][0-9][2468][048]|[0-9][0-9][13579][26]|[0-9][0-9]0[48]|[02468][048]00|[13579][26]00)-02-29|[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8])))/;
const TIME = /(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])/;

/** A calendar date without time or zone, `YYYY-MM-DD`, of the years 0001 to 9999. */
export const datePattern = new RegExp(`^(?!0000)${DATE.source}$`);

/**
 * An ISO 8601 timestamp with a date, a time and a mandatory offset (section 2 of the specification); seconds and
 * fractions are optional. The calendar date is checked, leap years included; the written year is 0001 to 9999.
 */
export const dateTimePattern = new RegExp(`^(?!0000)${DATE.source}T${TIME.source}$`);

/**
 * The instant of a date-time that {@link dateTimePattern} accepts, in milliseconds since 1970-01-01T00:00Z. Fractions finer
 * than a millisecond are truncated.
 */
export function instantOf(dateTime: string): number {
  return Date.parse(dateTime.replace(/(\.\d{3})\d+/, '$1'));
}

/**
 * Converts a date-time that {@link dateTimePattern} accepts to the format of our service: UTC with milliseconds, such as
 * `2026-03-29T07:30:00.000Z`.
 */
export function toUtcDateTime(dateTime: string): string {
  // Most date-times come from our own service and already have this format, so they need not be parsed.
  if (dateTime.length === 24 && dateTime.endsWith('Z')) return dateTime;
  return new Date(instantOf(dateTime)).toISOString();
}

/**
 * The `updatedAt` of a record that changes now, in milliseconds since 1970-01-01T00:00Z. It is always later than the previous
 * one, even if that was set in the same millisecond or by a clock that is ahead, so no two versions have the same time.
 */
export function nextUpdatedAt(now: number, before: string): number {
  return Math.max(now, instantOf(before) + 1);
}

/** A time of day on the clock of a store, `00:00` to `24:00`. */
export const clockTimePattern = /^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/;

/** The minutes after midnight of a time of day such as `09:30`; 1440 for `24:00`. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
