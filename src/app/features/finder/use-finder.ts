import { keepPreviousData, skipToken, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '#app/api/api-context.ts';
import type { AppointmentPage } from '#app/api/appointment-queries.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { finderQueries } from './finder-queries.ts';
import type { FinderRequest } from './finder-request.ts';

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
  const pages = query.data?.pages;
  const rows = useMemo(() => rowsOf(pages ?? []), [pages]);
  // From the first page on: reading all pages again at once would cost as many requests.
  const readAgain = useCallback(
    () => void queryClient.resetQueries({ queryKey: options.queryKey }),
    [queryClient, options],
  );
  return { query, pages: pages ?? [], rows, total: pages?.at(-1)?.totalCount ?? null, readAgain };
}

function rowsOf(pages: readonly AppointmentPage[]): FinderRow[] {
  const rows: FinderRow[] = [];
  for (const page of pages) {
    for (const record of page.records) rows.push({ kind: 'record', record });
    for (const id of page.unresolvedIds) rows.push({ kind: 'unresolved', id });
  }
  return rows;
}
