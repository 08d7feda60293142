import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageLimit } from '#contract/day-search.ts';
import type { ReceivedPage } from '#contract/received.ts';

/** The page size of lists: the largest that the specification allows (section 8). */
export const PAGE_LIMIT = pageLimit.max;

/** The maximum number of pages searched for one record: 24 pages of 500 are 12,000 names. */
export const MAX_PAGES = 24;

/** The maximum number of pages of a list that is loaded completely, in case an error of the service makes it endless. */
const MAX_PAGES_OF_ALL = 200;

type CursorPage = Pick<ReceivedPage<unknown>, 'nextCursor'>;

type LoadPage<Page> = (cursor: string | null) => Promise<Page>;

/** Whether the last page's cursor leads back to an earlier page, so that the list would never end. */
export function isEndless(pages: readonly CursorPage[]): boolean {
  const next = pages.at(-1)?.nextCursor ?? null;
  return next !== null && pages.slice(0, -1).some(({ nextCursor }) => nextCursor === next);
}

/** The cursor of the next page; null for the first page, and if the list ends or would never end. */
export function cursorAfter(pages: readonly CursorPage[]): string | null {
  return isEndless(pages) ? null : (pages.at(-1)?.nextCursor ?? null);
}

/** The cursor with which each page was loaded; null for the first page. */
export function cursorsOf(pages: readonly CursorPage[]): (string | null)[] {
  return pages.map((_, index) => pages[index - 1]?.nextCursor ?? null);
}

/** The options of every infinite query of a list. */
export const cursorPaging = {
  initialPageParam: null as string | null,
  getNextPageParam: (_last: CursorPage, pages: readonly CursorPage[]) => cursorAfter(pages),
};

/**
 * Walks the pages of a list from the first on; pages that are already `read` need no request. Stops at the end of the
 * list, when cursors form a cycle, and after `maxPages`.
 *
 * @throws whatever `loadPage` throws
 */
export async function* walkPages<Page extends CursorPage>(
  loadPage: LoadPage<Page>,
  { read = [], maxPages = Number.POSITIVE_INFINITY }: { read?: readonly Page[]; maxPages?: number } = {},
): AsyncGenerator<Page, void, void> {
  const pages = [...read];
  yield* read;
  while (pages.length < maxPages && (pages.length === 0 || cursorAfter(pages) !== null)) {
    const page = await loadPage(cursorAfter(pages));
    pages.push(page);
    yield page;
  }
}

/**
 * Loads all pages of a list.
 *
 * @throws whatever `loadPage` throws; then no page is returned
 */
export async function loadAllPages<Item>(
  loadPage: LoadPage<ReceivedPage<Item>>,
  { read = [], maxPages = MAX_PAGES_OF_ALL }: { read?: readonly ReceivedPage<Item>[]; maxPages?: number } = {},
): Promise<{ records: Item[]; unresolvedIds: string[] }> {
  const all: { records: Item[]; unresolvedIds: string[] } = { records: [], unresolvedIds: [] };
  for await (const { records, unresolvedIds } of walkPages(loadPage, { read, maxPages })) {
    all.records.push(...records);
    all.unresolvedIds.push(...unresolvedIds);
  }
  return all;
}

/**
 * The first record of a list that matches; null if no searched page has one.
 *
 * @throws whatever `loadPage` throws
 */
export async function findOnPages<Item>(
  loadPage: LoadPage<ReceivedPage<Item>>,
  matches: (item: Item) => boolean,
): Promise<Item | null> {
  for await (const { records } of walkPages(loadPage, { maxPages: MAX_PAGES })) {
    const found = records.find(matches);
    if (found !== undefined) return found;
  }
  return null;
}

/** Loads the next page while `isWanted`, unless a page has failed. Returns whether a request is about to start. */
export function useNextPage(
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'>,
  isWanted: boolean,
): boolean {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const due = isWanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    // Another part of the screen may already be loading this page; its request is not cancelled.
    if (due) void fetchNextPage({ cancelRefetch: false });
  }, [due, fetchNextPage]);
  return due;
}
