import type { ReceivedPage } from '#contract/received.ts';

/** The page size of lists: the largest that the document allows (section 8). */
export const PAGE_LIMIT = 500;

/** The most pages of a list that is loaded completely; endless cursors are an error of the service. */
const MAX_PAGES = 200;

/** Whether the cursor of a page was followed before, so that the list would never end. */
export function isCursorCycle({ nextCursor }: Cursor, earlier: readonly (string | null)[]): boolean {
  return nextCursor !== null && earlier.includes(nextCursor);
}

/** The cursor of the next page; null where the list ends or its cursors form a cycle. */
export function nextCursorOf(page: Cursor, earlier: readonly (string | null)[]): string | null {
  return isCursorCycle(page, earlier) ? null : page.nextCursor;
}

type Cursor = Pick<ReceivedPage<unknown>, 'nextCursor'>;

/**
 * Loads all pages of a list.
 *
 * @throws whatever `loadPage` throws; then no page is returned
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
