import { t } from '@lingui/core/macro';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type AriaAttributes, type ComponentProps, type ReactNode, useRef } from 'react';
import { failureKind } from '#app/api/api-error.ts';
import { useNextPage } from '#app/api/pages.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { useCountdown } from '#app/browser/use-now.ts';
import { retryAfterOf, systemBusyText } from '#app/text/error-texts.tsx';
import { Failure } from './failure.tsx';
import { rememberOpenedRow, useLongListFocus } from './row-focus.ts';

/** The next page is loaded when fewer loaded rows than this remain below the rendered ones. */
const ROWS_AHEAD = 60;
/** The media query for screens that are wide enough for column headings and one-line rows. */
const ONE_LINE_SCREEN = '(min-width: 48rem)';
const HEAD_HEIGHT = 32;
/** The height of a one-line row, in pixels; also a class in `LongTableRow`. */
const ROW_HEIGHT = 36;
/** The height of a two-line row, in pixels; also a class in `LongTableRow`. */
const TWO_LINES_HEIGHT = 64;

/** The loaded part of a list, which is read page by page. */
export interface LongList<Item> {
  query: Pick<
    UseInfiniteQueryResult,
    | 'hasNextPage'
    | 'isFetching'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
    | 'failureReason'
    | 'isPending'
    | 'isPlaceholderData'
  >;
  records: readonly Item[];
  /** The number of all records, including unreadable ones; null while it is unknown. */
  total: number | null;
  unreadable: number;
  /** Whether the practice system repeats pages, so that the rest cannot be loaded. */
  isEndless: boolean;
  /** Whether no more pages are loaded, although there are more. */
  isCut?: boolean;
  /** Starts again with the first page. */
  refresh: () => void;
}

/** A column of a wide table; its cells show the facts of a row. */
export interface LongTableColumn<Facts> {
  id: string;
  heading: () => ReactNode;
  /** Classes for the width and visibility of the column. */
  className: string;
  sorted?: AriaAttributes['aria-sort'];
  cell: (facts: Facts) => ReactNode;
}

/** The position of a row in the table, with the attributes that depend on it. */
export interface RowPosition<Facts> {
  'aria-rowindex': number;
  /** 0 for the links of the row that is in the tab order; -1 for all others. */
  tabIndex: 0 | -1;
  /** Null if rows have two lines. */
  columns: readonly LongTableColumn<Facts>[] | null;
}

export interface PlacedRecord<Item, Facts> {
  record: Item;
  place: RowPosition<Facts>;
}

interface LongTableProps<Item, Facts> {
  /** The target of the skip link; also identifies the table for the router’s scroll restoration (`router.tsx`). */
  id: string;
  label: string;
  list: LongList<Item>;
  columns: readonly LongTableColumn<Facts>[];
  /** Why the next page is missing, if it could not be loaded. */
  failed: string;
  /** Renders a `LongTableRow` for each record in or near the visible area. */
  children: (rows: readonly PlacedRecord<Item, Facts>[]) => ReactNode;
}

/**
 * A table that is too long to be loaded or rendered at once, with arrow-key navigation. If a page fails to load, an
 * error with a retry button replaces it.
 */
export function LongTable<Item extends { readonly id: string }, Facts>(props: LongTableProps<Item, Facts>) {
  const { id, list, columns } = props;
  const { query, records, isEndless, isCut = false } = list;
  const isWide = useMedia(ONE_LINE_SCREEN);
  const rowHeight = isWide ? ROW_HEIGHT : TWO_LINES_HEIGHT;
  const hasMore = (query.hasNextPage && !isCut) || query.isPending || isEndless;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: records.length + (hasMore ? 1 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingEnd: isWide ? HEAD_HEIGHT : 0,
    initialOffset: useElementScrollRestoration({ id })?.scrollY ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const focus = useLongListFocus(
    scroller,
    records.map((record) => record.id),
    (index) => virtualizer.scrollToIndex(index),
  );
  useNextPage(query, !query.isPlaceholderData && !isCut && last >= records.length - ROWS_AHEAD);
  const firstRow = isWide ? 2 : 1;
  const rows = items.flatMap(({ index }) => {
    const record = records[index];
    if (record === undefined) return [];
    const tabIndex = record.id === focus.tabStop ? 0 : -1;
    return {
      record,
      place: { 'aria-rowindex': index + firstRow, tabIndex, columns: isWide ? columns : null },
    } as const;
  });
  return (
    <div
      ref={scroller}
      id={id}
      tabIndex={-1}
      aria-busy={query.isFetching}
      data-scroll-restoration-id={id}
      className={`relative min-h-0 grow scroll-pt-8 overflow-y-auto bg-surface text-[0.8125rem] outline-none max-md:text-sm [@media(height<26rem)]:h-52 [@media(height<26rem)]:shrink-0 ${query.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid, since its rows can be opened by keyboard.
        role="grid"
        aria-label={props.label}
        aria-rowcount={list.total === null ? -1 : list.total - list.unreadable + firstRow - 1}
        onFocus={focus.onFocus}
        onKeyDown={focus.onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        {isWide ? (
          <thead className="sticky top-0 z-10 text-start text-xs font-semibold text-muted">
            <tr aria-rowindex={1} className="h-8 [&>th]:border-b [&>th]:border-line [&>th]:bg-surface">
              {columns.map(({ id: column, heading, className, sorted }) => (
                <th key={column} scope="col" aria-sort={sorted} className={`px-1.5 ${className}`}>
                  {heading()}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          <RowSpacer height={items[0]?.start ?? 0} />
          {props.children(rows)}
          {hasMore && last >= records.length ? (
            <tr aria-rowindex={records.length + firstRow} style={{ height: rowHeight }}>
              <td colSpan={columns.length} className="px-3">
                <NextPageStatus
                  failureText={failedText(list, props.failed)}
                  delayError={failureKind(query.failureReason) === 'waiting' ? query.failureReason : null}
                  onRetry={() => {
                    // The button disappears, so the focus moves to the list.
                    scroller.current?.focus({ preventScroll: true });
                    if (isEndless) list.refresh();
                    else void query.fetchNextPage();
                  }}
                />
              </td>
            </tr>
          ) : null}
          <RowSpacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** The text that says why the next page is missing; null while it is loading. */
function failedText({ query, isEndless }: LongList<unknown>, failed: string): string | null {
  if (query.isFetching) return null;
  if (isEndless) return t`The practice system sent the same part of the list twice, so the rest couldn’t be loaded.`;
  return query.isFetchNextPageError ? failed : null;
}

/** Takes the space of the rows that are not rendered. */
function RowSpacer({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot be focused.
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  ) : null;
}

interface NextPageStatusProps {
  /** Why the page could not be loaded, as text; null while it is loading. */
  failureText: string | null;
  /** The error with which the practice system asked the app to wait; null without one. */
  delayError: unknown;
  onRetry: () => void;
}

/** Shown instead of the rows that are still to be loaded. */
function NextPageStatus({ failureText, delayError, onRetry }: NextPageStatusProps) {
  const seconds = useCountdown(retryAfterOf(delayError), delayError);
  if (failureText !== null) {
    return (
      <Failure className="text-danger" onRetry={onRetry}>
        {failureText}
      </Failure>
    );
  }
  return (
    <span className="flex items-center gap-2 text-muted">
      <span aria-hidden="true" className="h-4 w-40 shrink-0 animate-pulse rounded bg-sunken max-sm:hidden" />
      {delayError === null ? t`Loading more…` : systemBusyText(seconds)}
    </span>
  );
}

interface LongTableRowProps<Facts> extends ComponentProps<'tr'> {
  id: string;
  place: RowPosition<Facts>;
  facts: Facts;
  /** The layout on narrow screens. */
  twoLines: (facts: Facts) => ReactNode;
  isMuted: boolean;
  /** Opens the record. Called on Enter, or on a click outside the row’s links and buttons. */
  onOpen: () => void;
}

/** A row of a `LongTable`. When the person comes back to the table, the focus returns to the row that was opened. */
export function LongTableRow<Facts>(props: LongTableRowProps<Facts>) {
  const { id, place, facts, twoLines, isMuted, onOpen, ...row } = props;
  const { columns, ...attributes } = place;
  const openRow = () => {
    rememberOpenedRow(id);
    onOpen();
  };
  return (
    <tr
      {...attributes}
      {...row}
      data-row={id}
      onClick={({ target }) => {
        const control = target instanceof Element ? target.closest('a, button') : null;
        if (control === null) openRow();
        else if (control.matches('a')) rememberOpenedRow(id);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) openRow();
      }}
      className={`cursor-pointer hover:bg-accent-soft focus-visible:-outline-offset-2 [&>td]:border-b [&>td]:border-line/60 ${columns ? 'h-9' : 'h-16'} ${isMuted ? 'text-muted' : ''}`}
    >
      {columns ? (
        columns.map(({ id: column, className, cell }) => (
          <td key={column} className={`px-1.5 py-0 ${className}`}>
            <div className="flex items-center gap-1.5 *:min-w-0 *:truncate">{cell(facts)}</div>
          </td>
        ))
      ) : (
        <td className="px-3 py-0.5">{twoLines(facts)}</td>
      )}
    </tr>
  );
}
