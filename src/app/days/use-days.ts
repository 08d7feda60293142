import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { type ListPage, oldestPageRequestTime } from '#app/api/appointment-records.ts';
import { useListContents } from '#app/api/appointment-store.ts';
import { appointmentQueries, MAX_SPANS, msUntilReread } from '#app/api/appointments.ts';
import { useBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { cursorAfter, isEndless } from '#app/api/pages.ts';
import { usePlanByWeek, useRetryPlan } from '#app/days/availability.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { type Interval, isSameInterval } from '#contract/interval.ts';
import { livePolling } from '#contract/live-polling.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { HeldRequest } from '#scheduling/bookable.ts';
import { type PlanEntries, weeksToLoad } from '#scheduling/plan.ts';
import { useHeldRequests } from './held-requests.ts';
import { useInfiniteQueries } from './use-infinite-queries.ts';

/** How up to date the loaded days are, according to polling. */
export interface DayFreshness {
  /**
   * A day that was loaded before this may have changed unnoticed; milliseconds since 1970-01-01T00:00Z. Infinity while
   * the practice system cannot be reached.
   */
  currentSince: number;
  /** Tries again to reach the practice system. */
  onRetry?: () => void;
}

/** One or several whole days, in milliseconds since 1970-01-01T00:00Z. */
export interface DaySpan extends Interval {
  /** The maximum number of pages to read; by default all of them. */
  readonly maxPages?: number;
}

interface DaysOptions {
  /** The IANA zones in whose weeks the plan is needed. */
  zones: readonly string[];
  freshness: DayFreshness;
  /** The number of days, from the first on, that may be requested; by default all. Loaded days are used in any case. */
  requestable?: number;
  /** Whether the first day is on the screen. If so, it is requested until it is loaded, and again from time to time. */
  isFirstShown?: boolean;
  /** Whether free times are needed (the default). If not, the requests from the web site are not loaded. */
  needsFreeTimes?: boolean;
}

/** The state of a day, at all accessible stores. */
interface DayStatus {
  /**
   * `failed`: the day or the requests from the web site could not be loaded; `unplanned`: the plan of the day could not
   * be loaded; `cut`: the day has more pages than may be read. A day that was loaded before `currentSince` is `loading`
   * until it is read again. While the practice system cannot be reached, every day is `failed`, since its free times
   * are unknown.
   */
  state: 'loading' | 'failed' | 'unplanned' | 'cut' | 'complete';
  /**
   * The number of records on the day, entries in its plan and requests from the web site that could not be read. They may
   * take up any time.
   */
  unreadable: number;
}

export interface DaysWithStatus {
  statusOf: (day: Interval) => DayStatus;
  /** The loaded appointments on all days. */
  appointments: readonly ReceivedAppointment[];
  /** All requests from the web site whose time is held; empty until they are loaded. */
  held: readonly HeldRequest[];
  /** The plan for the loaded weeks. */
  plan: PlanEntries;
  /** The number of records on all days, entries in their plan and requests from the web site that could not be read. */
  unreadable: number;
  /** The number of requests for these days: pages, and weeks of the plan. */
  requestCount: number;
  /** Retries what could not be loaded. */
  retry: () => void;
}

const hasDay = (days: readonly Interval[], day: Interval) => days.some((other) => isSameInterval(other, day));

/**
 * Loads days and the plan for their weeks. A day that is added alone is read like the day of a calendar, and shares its
 * data; days that are added together are read together, at most {@link MAX_SPANS} per request. Each request waits for
 * the one before it, since all desks share the request budget. Adding a day does not reload the others.
 */
export function useDays(days: readonly DaySpan[], options: DaysOptions): DaysWithStatus {
  const { zones, freshness, requestable = Number.POSITIVE_INFINITY, isFirstShown = false } = options;
  const { needsFreeTimes = true } = options;
  const { company, hasPlan } = useDesk();
  const api = useApi();
  const { clock } = useBudgetAndClock();
  const retryPlan = useRetryPlan();
  const isCutOff = freshness.currentSince === Number.POSITIVE_INFINITY;
  const [batches, setBatches] = useState<readonly (readonly DaySpan[])[]>([]);
  const [requestedBatches, setRequestedBatches] = useState(1);
  const used = batches.filter((batch) => batch.some((day) => hasDay(days, day)));
  const added = days.filter((day, nth) => !hasDay([...used.flat(), ...days.slice(0, nth)], day));
  if (added.length > 0 || used.length < batches.length) {
    setBatches([...used, ...splitIntoChunks(added, MAX_SPANS)]);
    setRequestedBatches(Math.max(1, Math.min(requestedBatches, used.length)));
  }

  const requested = batches.slice(0, requestedBatches);
  const storeIds = company.storesListed ? company.stores.map(({ id }) => id) : [];
  const reads = requested.map((batch) => {
    const spans = batch.map(({ start, end }) => ({
      from: new Date(start).toISOString(),
      to: new Date(end).toISOString(),
    }));
    const [span] = spans;
    return {
      list:
        span && spans.length === 1 ? { companyId: company.id, storeIds, ...span } : { companyId: company.id, spans },
      maxPages: batch[0]?.maxPages ?? Number.POSITIVE_INFINITY,
      enabled: batch.some((day) => hasDay(days.slice(0, requestable), day)),
      isShown: isFirstShown && hasDay(batch, days[0] ?? NO_DAY),
    };
  });
  const results = useInfiniteQueries(
    reads.map(({ list, enabled, isShown }) => ({
      ...appointmentQueries.days(api, list),
      enabled,
      // A day that was read before `currentSince` is read again at once.
      staleTime: ({ state }: { state: { data: { pages: readonly ListPage[] } | undefined } }) =>
        isCutOff || oldestPageRequestTime(state.data?.pages) >= freshness.currentSince ? livePolling.refetchEveryMs : 0,
      ...(isShown ? { ...retryUntilLoadedOptions, refetchInterval: msUntilReread(clock) } : {}),
    })),
  );
  const contents = useListContents(
    company.id,
    reads.map(({ list }, nth) => ({ list, pages: results[nth]?.data?.pages })),
  );

  /** For each list whose next page is due, the number of its loaded pages; 0 for the others. */
  const due = reads.map(({ enabled, maxPages }, nth) => {
    const { data, isError = true, isFetching = true, hasNextPage = false } = results[nth] ?? {};
    const loaded = data?.pages.length ?? 0;
    return enabled && !isError && !isFetching && hasNextPage && loaded < maxPages ? loaded : 0;
  });
  const readNextPages = useEffectEvent(() => {
    // Another part of the screen may already be loading a page; its request is not cancelled.
    for (const [nth, loaded] of due.entries())
      if (loaded > 0) void results[nth]?.fetchNextPage({ cancelRefetch: false });
  });
  const dueKey = due.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the lists whose next page is due.
  useEffect(readNextPages, [dueKey]);

  const mondaysOf = (day: Interval) => (hasPlan ? weeksToLoad(zones, day) : []);
  const mondays = [...new Set(requested.flat().flatMap(mondaysOf))];
  const requestableMondays = new Set(days.slice(0, requestable).flatMap(mondaysOf));
  const planOf = usePlanByWeek({
    ...{ companyId: company.id, mondays, isThere: hasPlan },
    isRequestable: (monday) => requestableMondays.has(monday),
  });
  const plan = planOf(mondays.filter((monday) => planOf([monday]).state === 'known'));
  const { currentSince } = freshness;
  const isHeldTimeRequestable = needsFreeTimes && days.length > 0 && requestable > 0;
  const online = useHeldRequests({ currentSince, enabled: isHeldTimeRequestable });
  const heldState = needsFreeTimes ? online.state : 'none';

  function statusOf(day: Interval): DayStatus {
    const nth = requested.findIndex((batch) => hasDay(batch, day));
    const { data, isError = false } = results[nth] ?? {};
    const pages = data?.pages;
    const dayPlan = planOf(mondaysOf(day));
    const unreadable = (contents[nth]?.unresolvedIds.length ?? 0) + dayPlan.unreadable + online.unreadable;
    const isLost = isError || isCutOff || heldState === 'failed' || (pages !== undefined && isEndless(pages));
    if (isLost || dayPlan.state === 'failed') return { state: isLost ? 'failed' : 'unplanned', unreadable };
    const isCurrent = pages !== undefined && oldestPageRequestTime(pages) >= freshness.currentSince;
    if (!isCurrent || dayPlan.state === 'loading' || heldState === 'loading') return { state: 'loading', unreadable };
    const isCut = cursorAfter(pages) !== null && pages.length >= (reads[nth]?.maxPages ?? 0);
    return { state: isCut ? 'cut' : cursorAfter(pages) === null ? 'complete' : 'loading', unreadable };
  }

  const isSettled = requested.flat().every((day) => statusOf(day).state !== 'loading');
  if (requestedBatches < batches.length && requested.length > 0 && isSettled) setRequestedBatches(requestedBatches + 1);

  return {
    statusOf,
    appointments: distinctById(contents.flatMap((content) => content?.appointments ?? [])),
    held: online.held,
    plan: plan.entries,
    unreadable:
      new Set(contents.flatMap((content) => content?.unresolvedIds ?? [])).size + plan.unreadable + online.unreadable,
    requestCount: mondays.length + results.reduce((sum, { data }) => sum + (data?.pages.length ?? 0), 0),
    retry() {
      if (isCutOff) freshness.onRetry?.();
      for (const { isError, refetch } of results) if (isError) void refetch();
      online.retry();
      if (planOf(mondays).state === 'failed') retryPlan();
    },
  };
}

const NO_DAY: Interval = { start: 0, end: 0 };

function distinctById<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function splitIntoChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
