import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidInput } from '#contract/error.ts';

/**
 * The list that a cursor is valid for: the endpoint and everything that determines the rows and their order, except the page
 * size.
 */
interface CursorScope {
  secret: Uint8Array;
  endpoint: string;
  /** The query in canonical form: JSON data that is identical, including the order of properties, for equivalent queries. */
  query: unknown;
}

const MAC_BYTES = 18;

function computeMac({ secret, endpoint, query }: CursorScope, position: string): Buffer {
  const text = JSON.stringify([endpoint, query, position]);
  return createHmac('sha256', secret).update(text).digest().subarray(0, MAC_BYTES);
}

/**
 * The result of the query for a page: the total number of rows, and the position of the page's last row (null on the last
 * page).
 */
export interface FoundPage {
  totalCount: number;
  position: string | null;
}

export interface FoundList<Item> extends FoundPage {
  data: Item[];
}

/**
 * Creates a page from rows, which include one row more than the page shows if the list continues. If the page is empty, `rows`
 * contains a single row with the total and a null id.
 */
export function toFoundList<Row extends { id: string | null; total: number }, Item>(
  rows: readonly Row[],
  limit: number,
  { item, position }: { item: (row: Row) => Item; position: (row: Row) => string },
): FoundList<Item> {
  const found = rows.filter(({ id }) => id !== null);
  const pageRows = found.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    data: pageRows.map(item),
    totalCount: rows[0]?.total ?? 0,
    position: found.length > pageRows.length && last !== undefined ? position(last) : null,
  };
}

/**
 * A page with the cursor of the next page. `find` receives the position in the request's cursor, or null for the first page.
 * Throws 400 for a cursor that was altered or issued for another query.
 */
export async function paginate<Found extends FoundPage>(
  scope: CursorScope,
  cursor: string | null,
  find: (after: string | null) => Promise<Found>,
) {
  const found = await find(cursor === null ? null : decodeCursor(scope, cursor));
  const { totalCount, position, ...page } = found;
  const nextCursor = position === null ? null : encodeCursor(scope, position);
  return { ...page, nextCursor, hasMore: nextCursor !== null, totalCount };
}

/** An opaque, signed cursor for the page after the row at `position`. */
function encodeCursor(scope: CursorScope, position: string): string {
  return Buffer.concat([computeMac(scope, position), Buffer.from(position)]).toString('base64url');
}

/** The position in a cursor. Throws 400 for a cursor that was altered or issued for another query. */
function decodeCursor(scope: CursorScope, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(MAC_BYTES).toString();
  const isValid =
    bytes.length > MAC_BYTES &&
    // The decoder ignores unused bits and invalid characters. Only the one spelling that it would itself produce is
    // accepted.
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), computeMac(scope, position));
  if (!isValid) throw invalidInput('cursor', 'is not a cursor of this list with these filters');
  return position;
}
