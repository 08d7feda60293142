/**
 * From now on the page is that of a browser with a locale: the app has its language if it is loaded after this. The default
 * locale of `Intl` stays English, so that texts formatted without the app's locale are noticed.
 */
export function browserIn(locale: string): void {
  Object.defineProperties(navigator, { language: { value: locale }, languages: { value: [locale] } });
}
