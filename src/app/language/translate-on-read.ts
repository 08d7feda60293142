/**
 * Texts keyed by name, each translated when it is read, since a module may run before the texts of its language are
 * loaded.
 *
 * @example const texts = translateOnRead({ close: () => t`Close` }); texts.close; // „Schließen“
 */
export function translateOnRead<Name extends string>(
  texts: Readonly<Record<Name, () => string>>,
): Readonly<Record<Name, string>> {
  const property = { enumerable: true, configurable: true };
  const getters = Object.entries<() => string>(texts).map(([name, get]) => [name, { ...property, get }] as const);
  return Object.create(null, Object.fromEntries(getters));
}
