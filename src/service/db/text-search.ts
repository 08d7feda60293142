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
