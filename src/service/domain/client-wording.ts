import type { ClientLanguage } from '#contract/enums.ts';

/*
 * How dates, times, lists and names are written to clients, in their language and on the clock of the store.
 */

/** Where English is written as in the United States. */
const AMERICAN = /^(?:America|US)\/|^Pacific\/Honolulu$/;

const localeOf = (language: ClientLanguage, timeZone: string) =>
  language === 'en' ? (AMERICAN.test(timeZone) ? 'en-US' : 'en-GB') : language;

/** Phones and old mail programs show other spaces as boxes, and they would make an SMS longer. */
const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');

/**
 * The day of an instant (epoch milliseconds): `Tuesday 1 December`, or `Tue 1 Dec`. The year is added if it is not that of
 * `now`.
 */
export function clientDate(
  instant: number,
  where: { language: ClientLanguage; timeZone: string; now: number; style: 'long' | 'short' },
): string {
  const { language, timeZone, now, style } = where;
  const yearOf = (at: number) => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(at);
  const date = new Intl.DateTimeFormat(localeOf(language, timeZone), {
    timeZone,
    weekday: style,
    day: 'numeric',
    month: style,
    ...(yearOf(instant) === yearOf(now) ? {} : { year: 'numeric' }),
  }).format(instant);
  // Intl does not write the first of a month as French does.
  return withPlainSpaces(language === 'fr' ? date.replace(/(?<!\d)1 (?=\p{L})/u, '1er ') : date);
}

/** The time of an instant (epoch milliseconds): `14:30` or `2:30 PM`. */
export function clientTime(instant: number, where: { language: ClientLanguage; timeZone: string }): string {
  const { language, timeZone } = where;
  const format = new Intl.DateTimeFormat(localeOf(language, timeZone), { timeZone, timeStyle: 'short' });
  return withPlainSpaces(format.format(instant));
}

/** `Bella, Max and Kiki`. */
export function clientList(items: readonly string[], where: { language: ClientLanguage; timeZone: string }): string {
  return new Intl.ListFormat(localeOf(where.language, where.timeZone)).format(items);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const LEFT_TO_RIGHT = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])\p{L}|\p{Nd}/u;

/** The characters that change the direction of what follows, which people may have pasted. */
const MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text that people typed, within a text of this direction. What is written in the other direction (within Arabic a phone
 * number, too) is isolated, line by line, so that it doesn't change the order of what is around it.
 */
export function isolate(text: string, direction: 'ltr' | 'rtl'): string {
  const opposite = direction === 'ltr' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT;
  return text
    .replaceAll(MARKS, '')
    .split('\n')
    .map((line) => (opposite.test(line) ? `\u2068${line}\u2069` : line))
    .join('\n');
}
