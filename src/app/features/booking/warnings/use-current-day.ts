import { type AppointmentDay, useDayPages } from '#app/api/appointments.ts';

/** What polling knows of the days that are loaded. */
export interface DayFreshness {
  /**
   * A day that was loaded before this may have changed unnoticed; milliseconds since 1970-01-01T00:00Z. Infinity while
   * the practice system cannot be reached.
   */
  currentSince: number;
  /** Tries to reach it again. */
  onRetry: () => void;
}

/**
 * Loads every page of a day. An old day is `loading` until a poll has confirmed it, and `failed` while none can: what
 * it leaves free is unknown.
 */
export function useCurrentDay(
  day: AppointmentDay,
  { currentSince, onRetry }: DayFreshness,
  options: Parameters<typeof useDayPages>[1],
) {
  const query = useDayPages(day, options);
  const isCutOff = currentSince === Number.POSITIVE_INFINITY;
  const isLost = query.isError || query.isFetchNextPageError;
  const isCurrent = query.isSuccess && query.dataUpdatedAt >= currentSince;
  return {
    state: isCutOff || isLost ? 'failed' : !isCurrent ? 'loading' : query.hasNextPage ? 'part' : 'complete',
    /** The pages so far, also old ones. */
    pages: query.data?.pages ?? null,
    retry() {
      if (isCutOff) onRetry();
      void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
    },
  } as const;
}
