import type { ReceivedPage } from '#contract/received.ts';

/** How many records a page of a list is asked for: the most that the document allows (section 8). */
export const PAGE_LIMIT = 500;

/** No list that a screen loads whole is longer than this many pages; a cursor that never ends is a fault of the service. */
const MAX_PAGES = 200;

/** Whether the cursor of a page was followed before: such a list never ends, and repeats its records. */
export function isCursorCycle({ nextCursor }: Cursor, earlier: readonly (string | null)[]): boolean {
  return nextCursor !== null && earlier.includes(nextCursor);
}

/** The cursor to go on with; null where the list ends or its cursors form a cycle. */
export function nextCursorOf(page: Cursor, earlier: readonly (string | null)[]): string | null {
  return isCursorCycle(page, earlier) ? null : page.nextCursor;
}

type Cursor = Pick<ReceivedPage<unknown>, 'nextCursor'>;

/**
 * Walks a cursor list to its end.
 *
 * @throws whatever `loadPage` throws; nothing of the list is returned then
 */
export async function loadAllPages<Item>(
  loadPage: (cursor: string | null) => Promise<ReceivedPage<Item>>,
): Promise<{ records: Item[]; unresolvedIds: string[] }> {
  const records: Item[] = [];
  const unresolvedIds: string[] = [];
  const cursors: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const page = await loadPage(cursor);
    records.push(...page.records);
    unresolvedIds.push(...page.unresolvedIds);
    cursors.push(cursor);
    cursor = nextCursorOf(page, cursors);
  } while (cursor !== null && cursors.length < MAX_PAGES);
  return { records, unresolvedIds };
}
