/** The longest lexeme kept, in UTF-8 bytes: PostgreSQL allows 2046. Longer than any term (200 UTF-16 units), so prefixes stay exact. */
const MAX_WORD_BYTES = 2000;
/** PostgreSQL limits a tsvector to 1 MB; words of a title beyond this are not searchable. */
const MAX_TOTAL_BYTES = 500_000;

/**
 * The form in which titles, names and terms are compared: NFC and lower case. Lower case may part what NFC had joined
 * (J̌), and writes a sigma at the end of a word differently, where a term may end and the word goes on.
 */
function foldText(text: string): string {
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
    for (const run of foldText(text).match(/\S+/g) ?? []) {
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

/** What a record is found and ordered by: its name, or the names of a person. */
export const nameKeysOf = (...names: readonly string[]) => ({
  sortName: sortNameOf(...names),
  words: wordsOf(...names),
});

/** A text search query for words with each term as prefix. Terms are quoted, so that they cannot contain operators. */
export function prefixQuery(terms: readonly string[]): string {
  return terms.map((term) => `${quoted(term)}:*`).join(' & ');
}

/** A text search query for texts with all of these words. */
export function wordsQuery(words: readonly string[]): string {
  return words.map(quoted).join(' & ');
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** The length of a bucket of the index of title keys, as in the database function `appointment_title_keys`. */
const BUCKET_MS = 30 * 24 * 3_600_000;
/** The most look-ups (buckets × terms) that still take few milliseconds in the index. */
const MAX_LOOKUPS = 400;

/**
 * The buckets in which the index of title keys has the words of appointments of these stores that start from `from` to
 * `to` (epoch milliseconds, both included): one for each store and thirty days. Null where there are too many for `terms`
 * terms to be worth looking up. A bucket may hold other appointments too.
 */
export function titleBuckets(
  storeIds: readonly string[],
  { from, to, terms }: { from: number; to: number; terms: number },
): string[] | null {
  const first = Math.floor(from / BUCKET_MS);
  const spans = Math.floor(to / BUCKET_MS) - first + 1;
  if (spans * storeIds.length * terms > MAX_LOOKUPS) return null;
  return Array.from({ length: Math.max(0, spans) }, (_, index) => first + index).flatMap((span) =>
    storeIds.map((storeId) => `${storeId.slice(0, 8)}/${span}/`),
  );
}

/** {@link prefixQuery} within buckets of title keys; a bucket's name alone stands for a title of very many words. */
export function bucketQuery(buckets: readonly string[], terms: readonly string[]): string {
  return buckets
    .map((bucket) => `${quoted(bucket)} | (${prefixQuery(terms.map((term) => bucket + term))})`)
    .join(' | ');
}

/** A parsed query for clients or pets; all parts must match. */
export interface PersonQuery {
  /** Prefixes of words of a name. */
  terms: readonly string[];
  /** Prefixes of the client's e-mail address, A to Z in lower case. */
  emails: readonly string[];
  /** The last digits of the client's phone number. */
  phone: string | null;
}

/** Digits and what people write between them. */
const NUMBER = /^[\d\s+\-()/.]*$/;
/** A text with fewer digits is searched as a name. */
const MIN_DIGITS = 4;

/**
 * Parses a query: either one number, or terms, of which those with an @ are e-mail addresses. A leading 0 or + of a
 * number is dropped, since it differs between national and international notation.
 */
export function readPersonQuery(query: string): PersonQuery {
  const digits = query.replace(/\D/g, '');
  if (NUMBER.test(query) && digits.length >= MIN_DIGITS)
    return { terms: [], emails: [], phone: digits.replace(/^0/, '') };
  const words = wordsOf(query);
  return {
    terms: words.filter((word) => !word.includes('@')),
    emails: words.filter((word) => word.includes('@')),
    phone: null,
  };
}
