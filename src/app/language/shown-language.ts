import { chooseLanguage, localeOf } from './languages.ts';

const KEY = 'frontdesk.language';

/** What the browser asks for, best first; the locale of the formats of its computer is the best of its language. */
const wanted = [...(globalThis.navigator?.languages ?? []), new Intl.DateTimeFormat().resolvedOptions().locale];

/** The tag of the language that was chosen in this browser; null where it is the browser's own. */
export function chosenLanguage(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null;
  } catch {
    // A browser that keeps nothing has no choice.
    return null;
  }
}

/** Keeps the choice of a language, or none; it holds from the next start of the app. False where the browser refuses. */
export function keepLanguage(tag: string | null): boolean {
  try {
    if (tag === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, tag);
    return true;
  } catch {
    return false;
  }
}

/** The language of this page, from its start to its end. */
export const shownLanguage = chooseLanguage(chosenLanguage(), wanted);

/** The locale of its dates, times and numbers, for `Intl`. */
export const shownLocale = localeOf(shownLanguage.tag, wanted);
