import type { ClientLanguage } from '#contract/enums.ts';

/** English has two habits: the store's zone tells which one its clients have. */
const americanZones = /^(?:America|US)\/|^Pacific\/Honolulu$/;

/** The day and the time of an instant (ISO 8601) on the clock of a store, as people write them in a language. */
export function dateText(
  instant: string,
  { language, timeZone }: { language: ClientLanguage; timeZone: string },
): { date: string; time: string } {
  const english = americanZones.test(timeZone) ? 'en-US' : 'en-GB';
  const locale = language === 'en' ? english : language;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(new Date(instant));
  return {
    date: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    time: format({ timeStyle: 'short' }),
  };
}
