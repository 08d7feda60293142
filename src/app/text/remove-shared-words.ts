/** A name without the words that all names begin with: `Downtown` of `Alder Creek – Downtown`. */
export function removeSharedWords(name: string, names: readonly string[]): string {
  const wordsOf = (text: string) => text.split(/\s+/);
  const own = wordsOf(name);
  const isShared = (index: number) => names.every((other) => wordsOf(other)[index] === own[index]);
  const first = names.length < 2 ? 0 : own.findIndex((_, index) => !isShared(index));
  return first > 0 ? own.slice(first).join(' ') : name;
}
