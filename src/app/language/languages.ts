/** The languages of the app; their texts are in `translations/<tag>.po`. */
export const languages = [
  { tag: 'en', direction: 'ltr' },
  { tag: 'de', direction: 'ltr' },
  { tag: 'fr', direction: 'ltr' },
  { tag: 'es', direction: 'ltr' },
  { tag: 'nl', direction: 'ltr' },
  { tag: 'ar', direction: 'rtl' },
] as const;

export type Language = (typeof languages)[number];

/**
 * The language to show: the chosen one, otherwise the first of the browser's languages (BCP 47 tags, best first) that
 * the app supports, otherwise English.
 */
export function chooseLanguage(chosen: string | null, preferred: readonly string[]): Language {
  const [english] = languages;
  const tags = chosen === null ? preferred : [chosen, ...preferred];
  for (const tag of tags) {
    const language = languages.find((one) => one.tag === languageOf(tag));
    if (language) return language;
  }
  return english;
}

/**
 * The locale of dates, times and numbers in a language: the browser's own locale for that language if it has one
 * (`de-AT`), otherwise the language with the browser's region if it is known (`en-JP`).
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  const own = preferred.find((tag) => languageOf(tag) === language);
  if (own !== undefined) return own;
  const region = preferred.map(regionOf).find((one) => one !== undefined);
  return region === undefined ? language : `${language}-${region}`;
}

function parseTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    // Browsers may report invalid tags.
    return null;
  }
}

function languageOf(tag: string): string | undefined {
  return parseTag(tag)?.language;
}

function regionOf(tag: string): string | undefined {
  return parseTag(tag)?.maximize().region;
}
