import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, skipToken, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { isEndless } from '#app/api/pages.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type FinderPage, finderQueries } from './finder-queries.ts';
import type { FinderRequest } from './finder-request.ts';

/** A row of the list: a record, or the id of an unresolved one. */
export type FinderRow = { kind: 'record'; record: ReceivedAppointment } | { kind: 'unresolved'; id: string };

/** The result of a request as far as it is loaded: its rows in order, unresolved records at the end of their page. */
export function useFinder(request: FinderRequest) {
  const api = useApi();
  const answerable = request.kind === 'refused' ? null : request;
  const queryClient = useQueryClient();
  const options = finderQueries.pages(api, answerable ?? { kind: 'list', query: { companyId: '' } });
  const query = useInfiniteQuery({
    ...options,
    ...(answerable === null ? { queryFn: skipToken } : {}),
    // The previous rows stay, dimmed, until the first page of the new result is loaded.
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, isFetching, isError, failureReason } = query;
  const pages = data?.pages ?? NO_PAGES;
  const rows = rowsOf(pages);
  // Starts again from the first page: reloading all pages would cost as many requests.
  const refresh = () => void queryClient.resetQueries({ queryKey: options.queryKey });
  return {
    query,
    pages,
    rows,
    /** The pages of this request; empty while only those of the previous one are there. */
    currentPages: answerable === null || isPlaceholderData ? NO_PAGES : pages,
    counting: answerable !== null && !isError && (isPlaceholderData || data === undefined),
    /** Whether the cursors form a cycle: the rest cannot be loaded. */
    cycles: isEndless(pages),
    /** Why the requested page is delayed; null where nothing has failed. */
    delay: isFetching ? failureReason : null,
    refresh,
  };
}

const NO_PAGES: readonly FinderPage[] = [];

function rowsOf(pages: readonly FinderPage[]): FinderRow[] {
  const rows: FinderRow[] = [];
  for (const page of pages) {
    for (const record of page.records) rows.push({ kind: 'record', record });
    for (const id of page.unresolvedIds) rows.push({ kind: 'unresolved', id });
  }
  return rows;
}

/** How many appointments match, null where that is unknown. */
export function totalOf(pages: readonly FinderPage[]): number | null {
  const total = pages.at(-1)?.totalCount ?? null;
  if (total === null || pages.some(({ ignoredFilters }) => ignoredFilters.length > 0)) return null;
  return pages.reduce((left, { excludedAtBounds }) => left - excludedAtBounds, total);
}

interface Counted {
  /** Whether the first page is loading. */
  counting: boolean;
  pages: readonly FinderPage[];
  /** Rows of the list. */
  listed: number;
  complete: boolean;
}

/** The count in words. No number is shown for filters whose result is not known. */
export function countText({ counting, pages, listed, complete }: Counted): string {
  if (counting) return t`Counting…`;
  if (pages.length === 0)
    return t({ message: 'Not counted', comment: 'In place of the number of matching appointments' });
  const total = totalOf(pages) ?? (complete ? listed : null);
  if (total !== null) return t`${plural(total, { one: '# match', other: '# matches' })}`;
  const received = pages.reduce((sum, page) => sum + page.received, 0);
  if (received === listed) return t`${plural(listed, { one: '# read so far', other: '# read so far' })}`;
  const matching = listed.toLocaleString(shownLocale);
  return t({
    message: plural(received, {
      one: `${matching} of # read so far match`,
      other: `${matching} of # read so far match`,
    }),
    comment: 'Appointments: how many match of those that were read',
  });
}

/** The rows sorted by date, unresolved ones last. */
export function byDate(rows: readonly FinderRow[], first: 'earliest' | 'latest'): FinderRow[] {
  const turn = first === 'earliest' ? 1 : -1;
  const at = (row: FinderRow) =>
    row.kind === 'record' ? turn * Date.parse(row.record.start) : Number.POSITIVE_INFINITY;
  const keyed = rows.map((row) => ({ row, at: at(row) }));
  // NaN (two unresolved rows) keeps their order.
  return keyed.sort((one, other) => one.at - other.at || 0).map(({ row }) => row);
}
