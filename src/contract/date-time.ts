/*
 * Dates and times as the practice API writes them. Without Zod, so that the first page need not load it for them.
 */

// Years that divide by 4, but not by 100 unless by 400, have a 29 February.
const DATE =
  /(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))/;
const TIME = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)/;

/** A calendar date without time or zone, `YYYY-MM-DD`, of the years 0001 to 9999. */
export const datePattern = new RegExp(`^(?!0000)${DATE.source}$`);

/**
 * An ISO 8601 timestamp with a date, a time and a mandatory offset (section 2); seconds and fractions are optional. The
 * calendar date is checked, leap years included; the written year is 0001 to 9999.
 */
export const dateTimePattern = new RegExp(`^(?!0000)${DATE.source}T${TIME.source}$`);

/**
 * The instant of a date-time that {@link dateTimePattern} accepts, in milliseconds since 1970-01-01T00:00Z.
 * Fractions finer than a millisecond are cut.
 */
export function instantOf(dateTime: string): number {
  return Date.parse(dateTime.replace(/(\.\d{3})\d+/, '$1'));
}

/** The instant of a date-time that {@link dateTimePattern} accepts as our service writes it, in UTC with milliseconds: `2026-03-29T07:30:00.000Z`. */
export function isoOf(dateTime: string): string {
  // Most come from our own service, by the hundred.
  if (dateTime.length === 24 && dateTime.endsWith('Z')) return dateTime;
  return new Date(instantOf(dateTime)).toISOString();
}

/**
 * When a record that is changed now counts as changed, in milliseconds since 1970-01-01T00:00Z: after its change before, also where
 * that was within this millisecond or by a clock that is ahead, so that no two versions of it have the same time.
 */
export function changedAt(now: number, before: string): number {
  return Math.max(now, instantOf(before) + 1);
}
