import { shownLocale } from '#app/language/shown-language.ts';

const MONDAY = Date.UTC(2026, 0, 5);
const names = {
  long: new Intl.DateTimeFormat(shownLocale, { weekday: 'long', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(shownLocale, { weekday: 'short', timeZone: 'UTC' }),
};

/** The name of an ISO weekday (Monday 1): `Monday`, or `Mon`. */
export function weekdayName(weekday: number, style: keyof typeof names = 'long'): string {
  return names[style].format(MONDAY + (weekday - 1) * 86_400_000);
}
