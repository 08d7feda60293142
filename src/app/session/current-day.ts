import { useDay } from '#app/api/appointments.ts';
import { useDesk } from './use-desk.ts';

/** What polling knows of the days that are loaded. */
export interface DayFreshness {
  /**
   * A day that was loaded before this may have changed unnoticed; milliseconds since 1970-01-01T00:00Z. Infinity while
   * the practice system cannot be reached.
   */
  currentSince: number;
  /** Tries to reach it again. */
  onRetry?: () => void;
}

interface CurrentDay {
  stores: readonly { id: string }[];
  /** The span in milliseconds since 1970-01-01T00:00Z; null for none, which loads nothing. */
  span: { start: number; end: number } | null;
}

/**
 * Loads every page of a day. An old day is `loading` until a poll has confirmed it, and `failed` while none can: what
 * it leaves free is unknown.
 */
export function useCurrentDay(
  { stores, span }: CurrentDay,
  { currentSince, onRetry }: DayFreshness,
  { enabled = true, ...options }: Parameters<typeof useDay>[1] = {},
) {
  const { company } = useDesk();
  const { query, content, readAt } = useDay(
    {
      companyId: company.id,
      // Where the practice system lists no stores, appointments of others turn up, too.
      storeIds: company.storesListed ? stores.map(({ id }) => id) : [],
      from: span ? new Date(span.start).toISOString() : '',
      to: span ? new Date(span.end).toISOString() : '',
    },
    { ...options, enabled: enabled && span !== null },
  );
  const isCutOff = currentSince === Number.POSITIVE_INFINITY;
  const isLost = query.isError || query.isFetchNextPageError;
  const isCurrent = query.isSuccess && readAt >= currentSince;
  return {
    state: isCutOff || isLost ? 'failed' : !isCurrent ? 'loading' : query.hasNextPage ? 'part' : 'complete',
    /** What is loaded so far, also where it is old. */
    content,
    pageCount: query.data?.pages.length ?? 0,
    retry() {
      if (isCutOff) onRetry?.();
      void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
    },
  } as const;
}
