import { useDay } from '#app/api/appointments.ts';
import { entriesOf, unreadableOf, usePlan, useRetryPlan } from '#app/days/availability.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { Interval } from '#scheduling/interval.ts';

/** How up to date the loaded days are, according to polling. */
export interface DayFreshness {
  /**
   * A day that was loaded before this may have changed unnoticed; milliseconds since 1970-01-01T00:00Z. Infinity while
   * the practice system cannot be reached.
   */
  currentSince: number;
  /** Tries to reach it again. */
  onRetry?: () => void;
}

interface CurrentDays {
  stores: readonly { id: string }[];
  /** The days, in milliseconds since 1970-01-01T00:00Z; null for none, which loads nothing. */
  span: Interval | null;
  /** The weeks of the plan that are needed (`weeksToKnow`), if the practice system has a plan. */
  mondays: readonly string[];
}

const NO_APPOINTMENTS: readonly ReceivedAppointment[] = [];

/**
 * Loads every page of some days, and the plan. Old days are `loading` until a poll has confirmed them, and `failed`
 * while none can: their free times are unknown.
 */
export function useCurrentDays(
  { stores, span, mondays }: CurrentDays,
  { currentSince, onRetry }: DayFreshness,
  { enabled = true, ...options }: Parameters<typeof useDay>[1] = {},
) {
  const { company, hasPlan } = useDesk();
  const { query, content, readAt } = useDay(
    {
      companyId: company.id,
      // If the practice system lists no stores, appointments of other stores are included, too.
      storeIds: company.storesListed ? stores.map(({ id }) => id) : [],
      from: span ? new Date(span.start).toISOString() : '',
      to: span ? new Date(span.end).toISOString() : '',
    },
    { ...options, enabled: enabled && span !== null },
  );
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan, enabled });
  const retryPlan = useRetryPlan();
  const isCutOff = currentSince === Number.POSITIVE_INFINITY;
  const isLost = isCutOff || query.isError || query.isFetchNextPageError;
  const isCurrent = query.isSuccess && readAt >= currentSince;
  const unreadVisits = content?.unresolvedIds.length ?? 0;
  return {
    /**
     * `part`: some pages of the days are loaded, and the plan; `unplanned`: the plan could not be loaded, but the days
     * may be.
     */
    state: isLost
      ? 'failed'
      : plan.state === 'failed'
        ? 'unplanned'
        : !isCurrent || plan.state === 'loading'
          ? 'loading'
          : query.hasNextPage
            ? 'part'
            : 'complete',
    /** What is loaded so far, even if it is old. */
    appointments: content?.appointments ?? NO_APPOINTMENTS,
    /** The entries of the weeks; empty until they are loaded. */
    plan: entriesOf(plan) ?? [],
    /** Records of the days, and entries of the plan, that could not be read: any time may be taken by them. */
    unreadVisits,
    unreadable: unreadVisits + unreadableOf(plan),
    pageCount: query.data?.pages.length ?? 0,
    /** Retries what could not be loaded. */
    retry() {
      if (isCutOff) onRetry?.();
      if (isLost) void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
      if (plan.state === 'failed') retryPlan();
    },
  } as const;
}
