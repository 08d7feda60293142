import type { ClientLanguage } from '#contract/enums.ts';

/** English has two ways to write dates; the store's time zone shows which one its clients use. */
const americanZones = /^(?:America|US)\/|^Pacific\/Honolulu$/;

/** Replaces special spaces by plain ones, because old phones and mail programs show them as boxes. */
const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');

interface DateTextOptions {
  language: ClientLanguage;
  timeZone: string;
}

/** Returns a function that formats parts of an instant as people write them in a language. */
function createFormatter(instant: string, { language, timeZone }: DateTextOptions) {
  const english = americanZones.test(timeZone) ? 'en-US' : 'en-GB';
  const locale = language === 'en' ? english : language;
  return (parts: Intl.DateTimeFormatOptions) =>
    withPlainSpaces(new Intl.DateTimeFormat(locale, { timeZone, ...parts }).format(new Date(instant)));
}

/** Writes the first of a month in French as `1er`, which Intl does not do. */
const withFrenchOrdinal = (date: string, language: ClientLanguage) =>
  language === 'fr' ? date.replace(/(?<!\d)1 (?=\p{L})/u, '1er ') : date;

/**
 * The day and the time of an instant (ISO 8601) on the clock of a store, as people write them in a language: `Tuesday 1
 * December 2026`, or `Tue 1 Dec` in short and without the year.
 */
export function formatDateAndTime(
  instant: string,
  options: DateTextOptions & { style?: 'long' | 'short'; hasYear?: boolean },
): { date: string; time: string } {
  const { language, style = 'long', hasYear = true } = options;
  const format = createFormatter(instant, options);
  const date = format({ weekday: style, day: 'numeric', month: style, ...(hasYear ? { year: 'numeric' } : {}) });
  return { date: withFrenchOrdinal(date, language), time: format({ timeStyle: 'short' }) };
}

/** The day of an instant in short, in two parts: `Tue` and `1 Dec`. */
export function formatShortDay(instant: string, options: DateTextOptions): { weekday: string; day: string } {
  const format = createFormatter(instant, options);
  const day = withFrenchOrdinal(format({ day: 'numeric', month: 'short' }), options.language);
  return { weekday: format({ weekday: 'short' }), day };
}
