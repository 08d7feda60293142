import { shownLocale } from '#app/language/shown-language.ts';
import { getWeekStart } from '#scheduling/calendar-day.ts';

/** Dates are written in full, or with the weekday and the month abbreviated. */
export type HeadingLength = 'long' | 'short';

/** How to write a heading. Dates are formatted in UTC, so that a date without a time is the same day in every zone. */
interface HeadingOptions {
  length: HeadingLength;
  /** `YYYY-MM-DD`: the year is omitted if it is the same as today's. */
  today: string;
  locale?: string;
}

const DAY_MS = 86_400_000;
const yearOf = (date: string) => date.slice(0, 4);

/** `Monday, November 16`, with the year unless it is the current one. */
export function dayHeading(date: string, { length, today, locale = shownLocale }: HeadingOptions): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: length,
    day: 'numeric',
    month: length,
    ...(yearOf(date) === yearOf(today) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(Date.parse(date));
}

/** `November 16 – 22`: the week of a date, which begins on the ISO weekday `firstWeekday`. */
export function weekHeading(date: string, firstWeekday: number, options: HeadingOptions): string {
  const { length, today, locale = shownLocale } = options;
  const first = getWeekStart(date, firstWeekday);
  const last = new Date(Date.parse(first) + 6 * DAY_MS);
  const isThisYear = yearOf(first) === yearOf(today) && yearOf(last.toISOString()) === yearOf(today);
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: length,
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
  // Some languages put thin spaces around the dash and others none, so that it looks like a minus sign between the
  // numbers.
  return format.formatRange(Date.parse(first), last).replace(/\s*–\s*/u, ' – ');
}
