/** The longest lexeme kept, in UTF-8 bytes: PostgreSQL allows 2046. Longer than any term (200 UTF-16 units), so prefixes stay exact. */
const MAX_WORD_BYTES = 2000;
/** PostgreSQL limits a tsvector to 1 MB; words of a title beyond this are not searchable. */
const MAX_TOTAL_BYTES = 500_000;

/**
 * The form in which titles, names and terms are compared: NFC and lower case. Lower case may part what NFC had joined
 * (J̌), and writes a sigma at the end of a word differently, where a term may end and the word goes on.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('ς', 'σ');
}

/**
 * The distinct words of titles or names, and the terms of a query: runs without white space (what `\s` matches in JavaScript), in NFC and lower
 * case. Words past 2000 bytes of UTF-8 are cut on a character boundary, as no search term is that long.
 */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>();
  let room = MAX_TOTAL_BYTES;
  for (const text of texts) {
    for (const run of foldText(text).split(/\s+/)) {
      if (run === '') continue;
      const word = cutWord(run);
      room -= Buffer.byteLength(word);
      if (room < 0) return [...words];
      words.add(word);
    }
  }
  return [...words];
}

function cutWord(word: string): string {
  if (Buffer.byteLength(word) <= MAX_WORD_BYTES) return word;
  let bytes = 0;
  let end = 0;
  for (const character of word) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_WORD_BYTES) break;
    end += character.length;
  }
  return word.slice(0, end);
}

/**
 * The key by which lookup lists are ordered, compared byte by byte: lower case without marks, so that `Élodie` stands
 * among the names with E. Cut to 200 characters to fit an index entry.
 */
export function sortNameOf(...names: readonly string[]): string {
  const key = foldText(names.join(' ').normalize('NFKD').replace(/\p{M}/gu, '')).trim();
  return [...key].slice(0, 200).join('');
}
