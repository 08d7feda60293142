import {
  type Query,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type ApiClient, type ReadOptions, useApi } from '#app/api/api-client.ts';
import { createConflictReader, isTemporary } from '#app/api/api-error.ts';
import { useBudgetAndClock } from '#app/api/budget-and-clock.ts';
import { queryKeyOf, readAll } from '#app/api/queries.ts';
import { useUnsavedPlan } from '#app/changes/plan-actions.ts';
import { calls } from '#contract/calls.ts';
import type { Interval } from '#contract/interval.ts';
import { livePolling } from '#contract/live-polling.ts';
import { type ReceivedAvailability, receivedAvailabilitySchema } from '#contract/received-availability.ts';
import { weekWindow } from '#scheduling/plan.ts';

/**
 * How often, in milliseconds, to refetch a week that is not itself on the screen, such as one that is searched for free times.
 */
const REFETCH_MS = 60_000;

interface PlanWeek {
  companyId: string;
  /** The date of the week's Monday, `YYYY-MM-DD`. */
  monday: string;
}

interface PlanInterval extends Interval {
  companyId: string;
  /** Restricts the entries to those of an employee, or to those of a series. */
  of?: { employeeId: string } | { seriesId: string };
}

export const availabilityQueries = {
  all: () => queryKeyOf(calls.listAvailability),
  /**
   * Every entry that overlaps an interval, at all accessible stores.
   *
   * @throws ApiError, and the `AbortError` of the signal
   */
  read(api: ApiClient, { companyId, start, end, of }: PlanInterval, options: ReadOptions = {}) {
    const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
    return readAll(api, calls.listAvailability, { companyId, start: from, end: to, ...of }, options);
  },
  /** Every entry that overlaps an ISO week in any zone, at all accessible stores. */
  week: (api: ApiClient, { companyId, monday }: PlanWeek) =>
    queryOptions<{ records: ReceivedAvailability[]; unresolvedIds: string[] }>({
      queryKey: [...availabilityQueries.all(), { companyId, monday }],
      queryFn: ({ signal }) => availabilityQueries.read(api, { companyId, ...weekWindow(monday) }, { signal }),
      staleTime: REFETCH_MS,
    }),
};

/**
 * The plan as far as it is loaded. `none`: the practice system has no plan, so everyone counts as present. `loading`
 * and `failed`: no time may be marked as free. `known`: `entries` are all that overlap these weeks, except those that
 * could not be read. `unreadable` counts the latter, which may take up any time.
 */
export interface Plan {
  readonly state: 'none' | 'failed' | 'loading' | 'known';
  /** Empty unless the plan is loaded. */
  readonly entries: readonly ReceivedAvailability[];
  readonly unreadable: number;
  /** The error with which the practice system makes a loading request wait; null if no request waits. */
  readonly delay: unknown;
}

interface PlanQuery {
  companyId: string;
  /** The Mondays of the weeks that are needed, as returned by `weeksToLoad`; an empty list loads nothing. */
  mondays: readonly string[];
  /** Whether the practice system has a plan that the person may read. */
  isThere: boolean;
  /** For a plan on the screen, the polling interval of appointments, in milliseconds; a minute by default. */
  everyMs?: number;
  /** Which of the weeks may be requested (by default all); loaded ones are used in any case. */
  isRequestable?: (monday: string) => boolean;
}

const EMPTY_PLAN = { entries: [], unreadable: 0, delay: null };
export const NO_PLAN: Plan = { ...EMPTY_PLAN, state: 'none' };
export const LOADING_PLAN: Plan = { ...EMPTY_PLAN, state: 'loading' };

/**
 * The plan for weeks that are already loaded, without this tab's unsaved changes; null if one of the weeks is missing.
 */
export function getCachedPlan(
  api: ApiClient,
  queryClient: QueryClient,
  { companyId, mondays }: Pick<PlanQuery, 'companyId' | 'mondays'>,
): readonly ReceivedAvailability[] | null {
  const weeks = mondays.map(
    (monday) => queryClient.getQueryData(availabilityQueries.week(api, { companyId, monday }).queryKey)?.records,
  );
  return weeks.includes(undefined) ? null : weeks.flatMap((records) => records ?? []);
}

/**
 * The plan of these weeks, as in {@link getCachedPlan}, after loading whatever is missing or out of date.
 *
 * @throws ApiError
 */
export async function loadPlan(
  api: ApiClient,
  queryClient: QueryClient,
  { companyId, mondays }: Pick<PlanQuery, 'companyId' | 'mondays'>,
): Promise<readonly ReceivedAvailability[]> {
  const week = (monday: string) => queryClient.fetchQuery(availabilityQueries.week(api, { companyId, monday }));
  return (await Promise.all(mondays.map(week))).flatMap(({ records }) => records);
}

const { settleMs, spreadMs } = livePolling;

/**
 * Returns a function that computes how many milliseconds remain until data on the screen, such as the plan, is read again. This
 * happens at fixed times, `delay` after each multiple of `everyMs` on the clock. Each render computes the time again, so it
 * must not depend on when that is.
 */
export const msUntilNextTick =
  (clock: () => number, delay: number, everyMs: number) =>
  ({ state }: Pick<Query, 'state'>): number => {
    const wait = everyMs - ((clock() - delay) % everyMs);
    // A read that is running counts as the one for this time, because a timer may fire a millisecond early.
    return state.fetchStatus === 'fetching' ? wait + everyMs : wait;
  };

interface LoadedWeek {
  isFailed: boolean;
  /** Undefined until the entries are loaded. */
  entries: readonly ReceivedAvailability[] | undefined;
  unresolvedIds: readonly string[];
  /** The error with which the practice system makes the request wait; null if it does not wait. */
  delay: unknown;
}

function combineWeeks(weeks: readonly LoadedWeek[], unsaved: ReturnType<typeof useUnsavedPlan>): Plan {
  if (weeks.some(({ isFailed }) => isFailed)) return { ...EMPTY_PLAN, state: 'failed' };
  const entries = new Map<string, ReceivedAvailability>();
  for (const week of weeks) {
    if (week.entries === undefined)
      return { ...LOADING_PLAN, delay: weeks.find(({ delay }) => delay !== null)?.delay ?? null };
    // Keyed by id, since an entry that spans midnight on a Sunday is in two weeks.
    for (const entry of week.entries) if (!unsaved.removed.has(entry.id)) entries.set(entry.id, entry);
  }
  for (const entry of unsaved.entries) entries.set(entry.id, entry);
  const unreadable = new Set(weeks.flatMap(({ unresolvedIds }) => unresolvedIds)).size;
  return { state: 'known', entries: [...entries.values()], unreadable, delay: null };
}

function toLoadedWeeks(
  results: readonly UseQueryResult<{ records: ReceivedAvailability[]; unresolvedIds: string[] }>[],
): LoadedWeek[] {
  return results.map(({ data, isError, failureReason }) => ({
    isFailed: isError && data === undefined,
    entries: data?.records,
    unresolvedIds: data?.unresolvedIds ?? [],
    delay: isTemporary(failureReason) ? failureReason : null,
  }));
}

function useWeeks({ companyId, mondays, isThere, everyMs, isRequestable = () => true }: PlanQuery) {
  const api = useApi();
  const signals = useBudgetAndClock();
  const [afterTick] = useState(() => settleMs + Math.floor(Math.random() * spreadMs));
  return useQueries({
    queries: (isThere ? mondays : []).map((monday) => ({
      ...availabilityQueries.week(api, { companyId, monday }),
      enabled: isRequestable(monday),
      refetchInterval: everyMs === undefined ? REFETCH_MS : msUntilNextTick(signals.clock, afterTick, everyMs),
    })),
    combine: toLoadedWeeks,
  });
}

/** The plan of some weeks, with this tab's unsaved changes. */
export function usePlan(query: PlanQuery): Plan {
  return usePlanByWeek(query)(query.mondays);
}

/** Returns a function that returns the plan of some of these weeks, which may be loaded while others are not. */
export function usePlanByWeek(query: PlanQuery): (mondays: readonly string[]) => Plan {
  const weeks = useWeeks(query);
  const unsaved = useUnsavedPlan();
  return (mondays) => {
    if (!query.isThere) return NO_PLAN;
    const selected = weeks.filter((_, index) => mondays.includes(query.mondays[index] ?? ''));
    return selected.length < mondays.length ? LOADING_PLAN : combineWeeks(selected, unsaved);
  };
}

/** Returns a function that reloads the plan on the screen after it failed to load. */
export function useRetryPlan(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.refetchQueries({ queryKey: availabilityQueries.all(), type: 'active' });
}

/**
 * Reads from a conflict error the current versions of entries that someone else changed first; null for a deleted
 * entry.
 */
export const readCurrentEntries = createConflictReader(
  z.array(z.object({ id: z.string(), entry: z.nullable(receivedAvailabilitySchema) })),
);
