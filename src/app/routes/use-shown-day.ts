import { useMemo } from 'react';
import { isCursorCycle } from '#app/api/all-pages.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { AppointmentDay } from '#app/api/appointment-queries.ts';
import { useFailure, useLastError } from '#app/api/failures.ts';
import { useDayPages } from '#app/api/use-day-pages.ts';
import type { DayState } from '#app/features/board/board-screen.tsx';
import { useShownChanges } from '#app/features/change/change-dispatcher.ts';
import { asOfText, useFreshness } from '#app/features/live/freshness.ts';
import { belongsTo, mergeChanges } from '#app/features/live/merge-changes.ts';
import { useLive } from '#app/features/live/use-live.ts';
import { browserZone } from '#app/scheduling/time-text.ts';

const ENDLESS = new ApiError({ kind: 'invalid', status: 200 });

interface ShownDayInput {
  /** The time span of the board, a day or a week. */
  span: AppointmentDay;
  /** The zone of the shown store, used for times. */
  zone: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** The day on the screen: its appointments, how up to date they are, and errors. */
export function useShownDay({ span, zone, now }: ShownDayInput) {
  const day = useDayPages(span, { needed: true });
  const { records, notes } = useShownChanges();
  const live = useLive(span, records);
  const lastError = useLastError(day, JSON.stringify(span));
  const reading = useFailure(day, JSON.stringify(span));
  const freshness = useFreshness({
    readAt: day.dataUpdatedAt,
    readError: day.failureReason ?? lastError,
    upToDateAt: live.upToDateAt,
    failures: live.failures,
    pollError: live.error,
  });

  const { data } = day;
  // Unsaved changes of this desk are merged over the loaded records.
  const pages = useMemo(() => {
    if (!data || records.length === 0) return data?.pages;
    return mergeChanges(data, (record) => belongsTo(record, span), { records: [...records], unresolvedIds: [] }).pages
      .pages;
  }, [data, records, span]);
  const lastPage = pages?.at(-1);
  const askedCursors = pages?.slice(0, -1).map(({ nextCursor }) => nextCursor) ?? [];
  // A list whose cursors form a cycle never ends, so its missing records are unknown.
  const endless = lastPage !== undefined && isCursorCycle(lastPage, askedCursors);
  const complete = lastPage !== undefined && !day.hasNextPage && !endless;
  const { doubtful, asOf } = freshness;

  const error = endless ? ENDLESS : complete ? (doubtful ? freshness.error : null) : reading;
  const state: Omit<DayState, 'ready' | 'freshIds' | 'notes'> = {
    pending: day.isPending,
    incomplete: !complete || doubtful,
    fault:
      error === null
        ? null
        : {
            error,
            known: complete ? 'all' : pages ? 'part' : 'none',
            asOf: doubtful && asOf !== null ? asOfText(asOf, now, zone, browserZone) : null,
          },
    fetching: day.isFetching,
    onRetry: () => {
      live.retry();
      void (pages && !complete && !endless ? day.fetchNextPage() : day.refetch());
    },
  };
  return {
    pages,
    /** All of the day is loaded and up to date. */
    settled: complete && !doubtful,
    complete,
    state,
    freshness,
    freshIds: live.freshIds,
    own: live.own,
    /** Notes on appointments whose changes are not saved yet, by id. */
    notes,
  };
}
