import { shownLocale } from '#app/language/shown-language.ts';
import { weekStartOf } from '#app/scheduling/calendar-day.ts';
import { dateLooks } from '#app/scheduling/time-text.ts';

/** Whether dates are written in full, or with weekday and month abbreviated. */
export type HeadingLength = 'long' | 'short';

const looks = {
  long: { day: dateLooks.full, week: { day: 'numeric', month: 'long', year: 'numeric' } },
  short: { day: dateLooks.besideTime, week: { day: 'numeric', month: 'short', year: 'numeric' } },
} as const satisfies Record<HeadingLength, Record<'day' | 'week', Intl.DateTimeFormatOptions>>;

/** Letters differ in width: a text with this many letters fewer may still be wider. */
const NEARLY = 4;
const DAY_MS = 86_400_000;

/** Creates the formatters of a language for the heading of a day or a week. */
export function createHeadings(locale: string) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const widest = new Map<HeadingLength, string>();

  function format(length: HeadingLength, kind: 'day' | 'week'): Intl.DateTimeFormat {
    const key = `${length} ${kind}`;
    const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...looks[length][kind], timeZone: 'UTC' });
    formats.set(key, made);
    return made;
  }

  /** Seven days from a midnight in UTC on. */
  function weekFrom(first: number, length: HeadingLength): string {
    const text = format(length, 'week').formatRange(first, first + 6 * DAY_MS);
    // Some languages put thin spaces around the dash, others none, which makes it look like a minus sign between
    // numbers.
    return text.replace(/\s*–\s*/u, ' – ');
  }

  return {
    /** `Monday 16 November 2026` of `YYYY-MM-DD`. */
    dayHeading: (date: string, length: HeadingLength): string => format(length, 'day').format(Date.parse(date)),
    /** `16 – 22 November 2026`: the week, from an ISO weekday on, that a `YYYY-MM-DD` is in. */
    weekHeading: (date: string, length: HeadingLength, firstWeekday: number): string =>
      weekFrom(Date.parse(weekStartOf(date, firstWeekday)), length),
    /**
     * The longest headings of any date, one a line. They reserve the width, so that the heading does not change its
     * size from date to date.
     */
    widestHeadings(length: HeadingLength): string {
      const known = widest.get(length);
      if (known !== undefined) return known;
      // Every weekday of every month, with a two-digit day; a week inside each month, and one across its end.
      const days = Array.from({ length: 84 }, (_, index) =>
        format(length, 'day').format(Date.UTC(2026, index % 12, 22 + Math.floor(index / 12))),
      );
      const weeks = Array.from({ length: 24 }, (_, index) =>
        weekFrom(Date.UTC(2026, Math.floor(index / 2), index % 2 === 0 ? 15 : 28), length),
      );
      const texts = [...new Set([...days, ...weeks])];
      const most = Math.max(...texts.map((text) => text.length));
      const lines = texts.filter((text) => text.length >= most - NEARLY).join('\n');
      widest.set(length, lines);
      return lines;
    },
  };
}

/** The headings in the language of the page. */
export const headings = createHeadings(shownLocale);
