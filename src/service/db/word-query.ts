/** A text search query in which every term is taken literally: quoted, so that no operator of the engine leaks. */
export function prefixQuery(terms: readonly string[]): string {
  return terms.map((term) => `${quoted(term)}:*`).join(' & ');
}

/** The same on words that stand behind one of these places; a place alone stands for a text of very many words. */
export function placedQuery(places: readonly string[], terms: readonly string[]): string {
  return places.map((place) => `${quoted(place)} | (${prefixQuery(terms.map((term) => place + term))})`).join(' | ');
}

/** The query that any text with all of these words answers to. */
export function wordsQuery(words: readonly string[]): string {
  return words.map(quoted).join(' & ');
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}
