import { keepPreviousData, skipToken, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { leadsBack } from '#app/api/all-pages.ts';
import { useApi } from '#app/api/api-context.ts';
import { asApiError } from '#app/api/api-error.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { finderQueries } from './finder-queries.ts';
import type { FinderRequest } from './finder-request.ts';
import type { FinderPage } from './narrow-page.ts';

/** A line of the list: a record, or the id of one that the service could not read. */
export type FinderRow = { kind: 'record'; record: ReceivedAppointment } | { kind: 'unresolved'; id: string };

/** The answer to a request as far as it is read: its lines in order, unresolved records with their page. */
export function useFinder(request: FinderRequest) {
  const api = useApi();
  const asked = request.kind === 'refused' ? null : request;
  const queryClient = useQueryClient();
  const options = useMemo(() => finderQueries.pages(api, asked ?? { kind: 'list', query: {} }), [api, asked]);
  const query = useInfiniteQuery({
    ...options,
    ...(asked === null ? { queryFn: skipToken } : {}),
    // What was there stays, dimmed, until the answer to the new question comes.
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, isFetching, isError, failureReason } = query;
  const pages = data?.pages ?? NO_PAGES;
  const rows = useMemo(() => rowsOf(pages), [pages]);
  const last = pages.at(-1);
  // From the first page on: reading all pages again at once would cost as many requests.
  const readAgain = useCallback(
    () => void queryClient.resetQueries({ queryKey: options.queryKey }),
    [queryClient, options],
  );
  return {
    query,
    pages,
    rows,
    /** The pages that answer this request, none while only those of the request before are there. */
    answered: asked === null || isPlaceholderData ? NO_PAGES : pages,
    counting: asked !== null && !isError && (isPlaceholderData || data === undefined),
    leadsBack:
      last !== undefined &&
      leadsBack(
        last,
        pages.slice(0, -1).map(({ nextCursor }) => nextCursor),
      ),
    /** Whether a page is refused for now, until the other desks leave some of the request budget. */
    budgetShort: isFetching && asApiError(failureReason)?.status === 429,
    readAgain,
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
