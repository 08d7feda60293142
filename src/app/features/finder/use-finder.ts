import { skipToken, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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
  const query = useInfiniteQuery({
    ...finderQueries.pages(api, asked ?? { kind: 'list', query: {} }),
    ...(asked === null ? { queryFn: skipToken } : {}),
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => rowsOf(pages ?? []), [pages]);
  return { query, pages: pages ?? [], rows, total: pages?.at(-1)?.totalCount ?? null };
}

function rowsOf(pages: readonly AppointmentPage[]): FinderRow[] {
  const rows: FinderRow[] = [];
  for (const page of pages) {
    for (const record of page.records) rows.push({ kind: 'record', record });
    for (const id of page.unresolvedIds) rows.push({ kind: 'unresolved', id });
  }
  return rows;
}
