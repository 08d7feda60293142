/**
 * The maximum length of a lexeme in UTF-8 bytes, of which PostgreSQL allows 2046. It exceeds the length of any term (200
 * UTF-16 units), so prefix matches stay exact.
 */
const MAX_WORD_BYTES = 2000;
/**
 * The maximum total length of the words of a record in UTF-8 bytes, because PostgreSQL limits a tsvector to 1 MB. Further words
 * are not searchable.
 */
const MAX_TOTAL_BYTES = 500_000;

/**
 * The form in which titles, names and terms are compared: NFC and lower case. NFC is applied again after lower-casing,
 * which may separate what it had combined (J̌). Lower-casing also writes a sigma at the end of a word differently; since a
 * term may end within a word, all sigmas are written the same way.
 */
function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC').replaceAll('ς', 'σ');
}

/**
 * The distinct words of titles or names, and the terms of a query: runs without white space (JavaScript's `\s`), in NFC and
 * lower case. Words longer than 2000 UTF-8 bytes are cut on a character boundary; no search term is that long.
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
 * The key by which lookup lists are ordered, byte by byte: lower case without marks, so that `Élodie` is among the names
 * with E. It is cut to 200 characters to fit into an index entry.
 */
export function sortNameOf(...names: readonly string[]): string {
  const key = foldText(names.join(' ').normalize('NFKD').replace(/\p{M}/gu, '')).trim();
  return [...key].slice(0, 200).join('');
}

/** The words and the sort key of a record, from its name or the names of a person. */
export const nameKeysOf = (...names: readonly string[]) => ({
  sortName: sortNameOf(...names),
  words: wordsOf(...names),
});

/** A text search query with each term as a prefix. Terms are quoted, so that they cannot contain operators. */
export function createPrefixQuery(terms: readonly string[]): string {
  return terms.map((term) => `${quoteLexeme(term)}:*`).join(' & ');
}

/** A {@link createPrefixQuery} for names, which finds them whichever way their apostrophes are written. */
export function createNameQuery(terms: readonly string[]): string {
  return terms
    .map((term) => listSpellings(term).map((spelling) => `${quoteLexeme(spelling)}:*`))
    .map((prefixes) => (prefixes.length === 1 ? prefixes[0] : `(${prefixes.join(' | ')})`))
    .join(' & ');
}

const APOSTROPHES = /['’ʼ´`]/g;

/**
 * The spellings of a term with a straight, a curly and no apostrophe, since names are stored and typed with either:
 * `obrien` finds `O'Brien` and `O’Brien`. In a term without an apostrophe, one is assumed after the first letter if that
 * may begin a name such as `D'Souza`.
 */
function listSpellings(term: string): string[] {
  const marked = term.replace(/^[dlmno](?=\p{L}{2})/u, "$&'");
  const pattern = term.search(APOSTROPHES) < 0 ? marked : term;
  const spellings = ["'", '’', ''].map((mark) => pattern.replace(APOSTROPHES, mark));
  return [...new Set([term, ...spellings])].filter((spelling) => spelling !== '');
}

/** A text search query for texts that contain all of these words. */
export function createWordsQuery(words: readonly string[]): string {
  return words.map(quoteLexeme).join(' & ');
}

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
}

/** The length of a bucket in the index of title keys, the same as in the database function `appointment_title_keys`. */
const BUCKET_MS = 30 * 24 * 3_600_000;
/** The maximum number of lookups (buckets × terms) that still take only a few milliseconds in the index. */
const MAX_LOOKUPS = 400;

/**
 * The buckets in which the index of title keys has appointments of these stores that start from `from` to `to` (epoch
 * milliseconds, inclusive): one for each store and each period of thirty days. Null if there are too many for `terms` terms to
 * be worth looking up. A bucket may contain other appointments as well.
 */
export function listTitleBuckets(
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

/**
 * A {@link createPrefixQuery} within buckets of title keys. A title with too many words to index is stored under the name of its
 * bucket alone, so the query also matches that name.
 */
export function createBucketQuery(buckets: readonly string[], terms: readonly string[]): string {
  return buckets
    .map((bucket) => `${quoteLexeme(bucket)} | (${createPrefixQuery(terms.map((term) => bucket + term))})`)
    .join(' | ');
}

/** A parsed query for clients or pets. All parts must match. */
export interface ClientOrPetQuery {
  /** Prefixes of the words of a name. */
  terms: readonly string[];
  /** Prefixes of the client's e-mail address, with A to Z in lower case. */
  emails: readonly string[];
  /** The last digits of the client's phone number; null if the query is not a number. */
  phone: string | null;
}

/** Digits and the characters that people write between them. */
const PHONE_NUMBER = /^[\d\s+\-()/.]*$/;
/** A text with fewer digits is searched as a name. */
const MIN_DIGITS = 4;

/**
 * Parses a query: either one number, or terms; terms with an @ are e-mail addresses. A leading 0 or + of a number is
 * dropped, because it differs between national and international notation.
 */
export function parseClientOrPetQuery(query: string): ClientOrPetQuery {
  const digits = query.replace(/\D/g, '');
  if (PHONE_NUMBER.test(query) && digits.length >= MIN_DIGITS)
    return { terms: [], emails: [], phone: digits.replace(/^0/, '') };
  const words = wordsOf(query);
  return {
    terms: words.filter((word) => !word.includes('@')),
    emails: words.filter((word) => word.includes('@')),
    phone: null,
  };
}
