/** The spans that time is cut into, as the function `appointment_title_keys` of the database has them. */
const SPAN_MS = 30 * 24 * 3_600_000;
/** So many places by terms are still looked up one by one in the index, in a few milliseconds. */
const MAX_LOOKUPS = 400;

/**
 * The places in which the index of title keys has the words of appointments of these stores that start from `from` to `to`
 * (epoch milliseconds, both included): a store and thirty days each. Null where there are so many, for `terms` terms, that
 * they are not worth looking up. A place may hold other appointments too.
 */
export function titlePlaces(
  storeIds: readonly string[],
  { from, to, terms }: { from: number; to: number; terms: number },
): string[] | null {
  const first = Math.floor(from / SPAN_MS);
  const spans = Math.floor(to / SPAN_MS) - first + 1;
  if (spans * storeIds.length * terms > MAX_LOOKUPS) return null;
  return Array.from({ length: Math.max(0, spans) }, (_, nth) => first + nth).flatMap((span) =>
    storeIds.map((storeId) => `${storeId.slice(0, 8)}/${span}/`),
  );
}
