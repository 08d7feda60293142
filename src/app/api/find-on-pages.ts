import { nextCursorOf } from '#app/api/all-pages.ts';
import type { ReceivedPage } from '#contract/received.ts';

/** The most pages to search for one record: 24 pages of 500 are 12,000 names. */
export const MAX_PAGES = 24;

/**
 * All records of a list of which some pages are loaded already, up to the limit.
 *
 * @throws whatever `loadPage` throws
 */
export async function readOnPages<Item>(
  read: readonly ReceivedPage<Item>[],
  loadPage: (cursor: string | null) => Promise<ReceivedPage<Item>>,
): Promise<Item[]> {
  const pages = [...read];
  for (;;) {
    const last = pages.at(-1);
    const cursors = [null, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor)];
    const cursor = last ? nextCursorOf(last, cursors) : null;
    if ((last && cursor === null) || pages.length >= MAX_PAGES) return pages.flatMap(({ records }) => records);
    pages.push(await loadPage(cursor));
  }
}

/**
 * The first record of a list that matches; null where there is none.
 *
 * @throws whatever `loadPage` throws
 */
export async function findOnPages<Item>(
  loadPage: (cursor: string | null) => Promise<ReceivedPage<Item>>,
  matches: (item: Item) => boolean,
): Promise<Item | null> {
  const cursors: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const page = await loadPage(cursor);
    const found = page.records.find(matches);
    if (found !== undefined) return found;
    cursors.push(cursor);
    cursor = nextCursorOf(page, cursors);
  } while (cursor !== null && cursors.length < MAX_PAGES);
  return null;
}
