import type { ClientLanguage } from '#contract/enums.ts';

/** English has two habits: the store's zone tells which one its clients have. */
const americanZones = /^(?:America|US)\/|^Pacific\/Honolulu$/;

/** Old phones and mail programs show other spaces as boxes. */
const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');

/**
 * The day and the time of an instant (ISO 8601) on the clock of a store, as people write them in a language: `Tuesday 1 December
 * 2026`, or `Tue 1 Dec` in short and without the year.
 */
export function dateText(
  instant: string,
  options: { language: ClientLanguage; timeZone: string; style?: 'long' | 'short'; hasYear?: boolean },
): { date: string; time: string } {
  const { language, timeZone, style = 'long', hasYear = true } = options;
  const english = americanZones.test(timeZone) ? 'en-US' : 'en-GB';
  const locale = language === 'en' ? english : language;
  const format = (parts: Intl.DateTimeFormatOptions) =>
    withPlainSpaces(new Intl.DateTimeFormat(locale, { timeZone, ...parts }).format(new Date(instant)));
  const date = format({ weekday: style, day: 'numeric', month: style, ...(hasYear ? { year: 'numeric' } : {}) });
  return {
    // Intl does not write the first of a month as French does.
    date: language === 'fr' ? date.replace(/(?<!\d)1 (?=\p{L})/u, '1er ') : date,
    time: format({ timeStyle: 'short' }),
  };
}
