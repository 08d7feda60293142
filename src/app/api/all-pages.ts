import type { ReceivedPage } from '#contract/received.ts';

/** How many records a page of a list is asked for: the most that the document allows (section 8). */
export const PAGE_LIMIT = 500;

/** No list that a screen loads whole is longer than this many pages; a cursor that never ends is a fault of the service. */
const MOST_PAGES = 200;

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
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: ReceivedPage<Item> = await loadPage(cursor);
    records.push(...page.records);
    unresolvedIds.push(...page.unresolvedIds);
    if (page.nextCursor === null || page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  }
  return { records, unresolvedIds };
}
