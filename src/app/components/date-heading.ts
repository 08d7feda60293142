import { shownLocale } from '#app/language/shown-language.ts';
import { weekStartOf } from '#scheduling/calendar-day.ts';

/** Whether dates are written in full, or with weekday and month abbreviated. */
export type HeadingLength = 'long' | 'short';

/** Dates are formatted in UTC, so that a date without a time is the same day in every zone. */
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

/** `November 16 – 22`: the week of a date, starting on an ISO weekday. */
export function weekHeading(date: string, firstWeekday: number, options: HeadingOptions): string {
  const { length, today, locale = shownLocale } = options;
  const first = weekStartOf(date, firstWeekday);
  const last = new Date(Date.parse(first) + 6 * DAY_MS);
  const isThisYear = yearOf(first) === yearOf(today) && yearOf(last.toISOString()) === yearOf(today);
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: length,
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
  // Some languages put thin spaces around the dash and others none, which makes it look like a minus sign between
  // numbers.
  return format.formatRange(Date.parse(first), last).replace(/\s*–\s*/u, ' – ');
}
