import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { indexById } from '#app/api/directory.ts';
import { useNextPage } from '#app/api/pages.ts';
import { recallQueries } from '#app/api/recalls.ts';
import { applyPendingChanges, useRecallCommands } from '#app/changes/recalls.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { addDays, addMonths } from '#scheduling/calendar-day.ts';

/** The parts of the list: due before today, due this month from today on, and due next month. */
export const dueParts = ['overdue', 'this month', 'next month'] as const;
export type DuePart = (typeof dueParts)[number];

/** How often the list is refetched, to find changes that no event reports. */
const REFETCH_MS = 60_000;

/** The first day of the month that is `months` months after a date, both `YYYY-MM-DD`. */
const monthStart = (date: string, months: number) => addMonths(`${date.slice(0, 7)}-01`, months);

/** The part of the list that a recall is in; null if it is due later. */
export function duePartOf({ dueOn }: Pick<ReceivedRecall, 'dueOn'>, today: string): DuePart | null {
  if (dueOn < today) return 'overdue';
  if (dueOn < monthStart(today, 1)) return 'this month';
  return dueOn < monthStart(today, 2) ? 'next month' : null;
}

/** Whether a recall is put off until after a day, `YYYY-MM-DD`. */
export const isPostponed = ({ status, snoozedUntil }: ReceivedRecall, today: string) =>
  status === 'due' && snoozedUntil !== null && snoozedUntil > today;

export const compareByDueDate = (one: ReceivedRecall, other: ReceivedRecall) =>
  `${one.dueOn} ${one.id}` < `${other.dueOn} ${other.id}` ? -1 : 1;

/**
 * The recalls that are due until the end of the next month, with this tab's unsaved changes; `today` is `YYYY-MM-DD`.
 */
export function useDueRecalls(today: string) {
  const api = useApi();
  const { company } = useDesk();
  const commands = useRecallCommands();
  const options = { ...retryUntilLoadedOptions, refetchInterval: REFETCH_MS };
  const dueBetween = (from: string | undefined, until: string) =>
    recallQueries.between(api, { companyId: company.id, status: 'due', from, until });
  const last = addDays(monthStart(today, 2), -1);
  const parts = {
    overdue: useInfiniteQuery({ ...dueBetween(undefined, addDays(today, -1)), ...options }),
    'this month': useInfiniteQuery({ ...dueBetween(today, addDays(monthStart(today, 1), -1)), ...options }),
    'next month': useInfiniteQuery({ ...dueBetween(monthStart(today, 1), last), ...options }),
  };
  // Booked recalls are few, so all of them are loaded.
  const booked = useInfiniteQuery({
    ...recallQueries.between(api, { companyId: company.id, status: 'booked', until: last }),
    ...options,
  });
  useNextPage(booked, true);
  const queries = [...dueParts.map((part) => parts[part]), booked];

  const loaded = indexById(queries.flatMap(({ data }) => data?.pages.flatMap(({ records }) => records) ?? []));
  const current = [...loaded.values()].map((recall) => applyPendingChanges(recall, commands));
  const listed = current
    .filter((recall) => recall.status === 'booked' || (recall.status === 'due' && !isPostponed(recall, today)))
    .filter((recall) => duePartOf(recall, today) !== null);
  /**
   * All recalls that have been listed since the page was opened. They are kept because the row of a handled recall stays for a
   * while.
   */
  const [seen, setSeen] = useState<ReadonlyMap<string, ReceivedRecall>>(new Map());
  if (listed.some((recall) => seen.get(recall.id)?.updatedAt !== recall.updatedAt))
    setSeen(new Map([...seen, ...indexById(listed)]));
  const listedIds = new Set(listed.map(({ id }) => id));
  const now = indexById(current);
  const failed = queries.find(({ isError }) => isError);
  return {
    listed: listed.toSorted(compareByDueDate),
    putOff: current
      .filter((recall) => isPostponed(recall, today))
      .toSorted((one, other) => ((one.snoozedUntil ?? '') < (other.snoozedUntil ?? '') ? -1 : 1)),
    /**
     * The current versions of the recalls that are no longer listed. Those that are no longer loaded have the status `done`.
     */
    closed: [...seen.values()]
      .filter(({ id }) => !listedIds.has(id))
      .map((recall) => now.get(recall.id) ?? { ...recall, status: 'done' as const }),
    isLoading: queries.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
    unreadable: queries
      .flatMap(({ data }) => data?.pages ?? [])
      .reduce((sum, { unresolvedIds }) => sum + unresolvedIds.length, 0),
    /** The number of recalls of a part that are not loaded yet; null if there are some, but their number is unknown. */
    remainingOf(part: DuePart): number | null {
      const { data, hasNextPage } = parts[part];
      if (!hasNextPage) return 0;
      const count = data?.pages.reduce((sum, { records }) => sum + records.length, 0) ?? 0;
      const total = data?.pages.at(-1)?.totalCount ?? null;
      return total === null ? null : Math.max(1, total - count);
    },
    isLoadingMore: (part: DuePart) => parts[part].isFetchingNextPage,
    loadMore: (part: DuePart) => void parts[part].fetchNextPage({ cancelRefetch: false }),
  };
}
