/** The first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part));
  const firstAndLast = names.length > 1 ? [names[0], names.at(-1)] : names;
  return firstAndLast.map((part = '') => [...part][0]?.toLocaleUpperCase() ?? '').join('');
}
