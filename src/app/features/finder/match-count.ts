import type { FinderPage } from './narrow-page.ts';

/** How many appointments match, as far as it can be told; null where it cannot. */
export function totalOf(pages: readonly FinderPage[]): number | null {
  const total = pages.at(-1)?.totalCount ?? null;
  if (total === null || pages.some(({ overlooked }) => overlooked.length > 0)) return null;
  return pages.reduce((left, { onBound }) => left - onBound, total);
}

interface Counted {
  /** Whether the answer is not there yet, and none is known to fail. */
  counting: boolean;
  pages: readonly FinderPage[];
  /** Lines of the list. */
  listed: number;
  complete: boolean;
}

/** The count in words. Beside filters whose answer is not known, no number may stand. */
export function countText({ counting, pages, listed, complete }: Counted): string {
  if (counting) return 'Counting…';
  if (pages.length === 0) return 'Not counted';
  const total = totalOf(pages) ?? (complete ? listed : null);
  if (total !== null) return `${total.toLocaleString()} ${total === 1 ? 'match' : 'matches'}`;
  const received = pages.reduce((sum, page) => sum + page.received, 0);
  return received === listed
    ? `${listed.toLocaleString()} read so far`
    : `${listed.toLocaleString()} of ${received.toLocaleString()} read so far match`;
}
