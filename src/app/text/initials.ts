/** The first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part));
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names;
  return ends.map((part = '') => [...part][0]?.toLocaleUpperCase() ?? '').join('');
}
