/**
 * From now on the page is that of a browser in a locale: the app that it loads then, and only then, has its language. The default
 * locale of `Intl` stays English, so that what the app writes without naming its own locale is seen.
 */
export function browserIn(locale: string): void {
  Object.defineProperties(navigator, { language: { value: locale }, languages: { value: [locale] } });
}
