import { chooseLanguage, localeOf } from './languages.ts';

const KEY = 'frontdesk.language';

/**
 * The browser's languages, best first; without a browser, the default locale of `Intl`. The default is determined only then,
 * because determining it takes a fifth of a second on a slow machine, which would delay the first paint.
 */
const browserLanguages = globalThis.navigator?.languages ?? [new Intl.DateTimeFormat().resolvedOptions().locale];

/** The tag of the language that was chosen in this browser; null if the browser's own languages decide. */
export function readChosenLanguage(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null;
  } catch {
    // The browser forbids storage, so no choice can be stored.
    return null;
  }
}

/** Stores the chosen language, or none, for the next start of the app. Returns false if the browser refuses. */
export function saveLanguage(tag: string | null): boolean {
  try {
    if (tag === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, tag);
    return true;
  } catch {
    return false;
  }
}

/** The language of this page, which does not change until a reload. */
export const shownLanguage = chooseLanguage(readChosenLanguage(), browserLanguages);

/** The locale of the page's dates, times and numbers, for `Intl`. */
export const shownLocale = localeOf(shownLanguage.tag, browserLanguages);

const MONDAY = 1;

/** The ISO weekday on which weeks begin in the region of the shown language; Monday if the browser does not know. */
export function regionFirstWeekday(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(shownLocale);
  return locale.getWeekInfo?.().firstDay ?? MONDAY;
}

/** Sets the language and the direction of the page. */
export function applyLanguage(): void {
  document.documentElement.lang = shownLanguage.tag;
  document.documentElement.dir = shownLanguage.direction;
}
