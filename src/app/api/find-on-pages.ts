import type { ReceivedPage } from '#contract/received.ts';

/** No list is read further than this for the sake of one record: 24 pages of 500 are 12,000 names. */
const MOST_PAGES = 24;

/**
 * The first record of a cursor list that is the one, null where the list ends before it.
 *
 * @throws whatever `loadPage` throws
 */
export async function findOnPages<Item>(
  loadPage: (cursor: string | null) => Promise<ReceivedPage<Item>>,
  isTheOne: (item: Item) => boolean,
): Promise<Item | null> {
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: ReceivedPage<Item> = await loadPage(cursor);
    const found = page.records.find(isTheOne);
    if (found !== undefined) return found;
    if (page.nextCursor === null || page.nextCursor === cursor) break;
    cursor = page.nextCursor;
  }
  return null;
}
