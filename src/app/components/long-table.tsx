import { t } from '@lingui/core/macro';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useCountdown } from '#app/browser/use-now.ts';
import { waitingText, waitOf } from '#app/text/failures.tsx';
import { ErrorMessage } from './error-message.tsx';
import { useRowFocus } from './row-focus.ts';

// The parts of a table that is too long to render completely and to load at once.

/** The next page is loaded when fewer rows than this remain below. */
const AHEAD = 60;

interface LongTableOptions<Item> {
  records: readonly Item[];
  /** Whether a row at the end stands for those that are still to be loaded. */
  hasMore: boolean;
  rowHeight: number;
  /** The height of the sticky head; 0 without one. */
  headHeight: number;
  /** Identifies the list for the router's scroll restoration (`router.tsx`). */
  scrollId: string;
}

/** Renders only the rows near the view, and moves the focus between rows by the arrow keys. */
export function useLongTable<Item extends { readonly id: string }>(options: LongTableOptions<Item>) {
  const { records, hasMore, rowHeight, headHeight, scrollId } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: records.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingEnd: headHeight,
    initialOffset: useElementScrollRestoration({ id: scrollId })?.scrollY ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const focus = useRowFocus(scroller, records, (index) => virtualizer.scrollToIndex(index));
  return {
    scroller,
    focus,
    /** The indexes of the rendered rows. */
    indexes: items.map(({ index }) => index).filter((index) => index < records.length),
    /** Whether the next page is due. */
    isNearEnd: last >= records.length - AHEAD,
    /** Whether the row of those that are still to be loaded is in view. */
    isMoreShown: hasMore && last >= records.length,
    /** The heights of the rows that are not rendered. */
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}

/** A spacer for rows out of view. */
export function Gap({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused.
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  ) : null;
}

interface NextPageProps {
  /** Why the page could not be loaded, as text; null while it is loading. */
  failed: string | null;
  /** The error for which the practice system makes the app wait; null if it doesn’t. */
  delay: unknown;
  onRetry: () => void;
}

/** Shown instead of the rows that are still to be loaded. */
export function NextPage({ failed, delay, onRetry }: NextPageProps) {
  const seconds = useCountdown(waitOf(delay), delay);
  if (failed !== null) {
    return (
      <ErrorMessage className="text-danger" onRetry={onRetry}>
        {failed}
      </ErrorMessage>
    );
  }
  return (
    <span className="flex items-center gap-2 text-muted">
      <span aria-hidden="true" className="h-4 w-40 shrink-0 animate-pulse rounded bg-sunken max-sm:hidden" />
      {delay === null ? t`Loading more…` : waitingText(seconds)}
    </span>
  );
}
