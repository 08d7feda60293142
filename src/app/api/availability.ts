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
import { asksToWait, conflictOf } from '#app/api/api-error.ts';
import { useDeskSignals } from '#app/api/desk-signals.ts';
import { useUnsavedPlan } from '#app/api/plan-changes.ts';
import { queryKeyOf, readAll } from '#app/api/queries.ts';
import { extensions } from '#contract/endpoints.ts';
import { livePolling } from '#contract/live-polling.ts';
import { type ReceivedAvailability, receivedAvailabilitySchema } from '#contract/received-availability.ts';

const DAY_MS = 24 * 3_600_000;
/** The days of a zone begin and end at most so long before or after those of UTC. */
const ZONES_MS = 14 * 3_600_000;
/** How often a week is read again that is not on the screen itself, such as one that free times are looked for in. */
const REFETCH_MS = 60_000;

interface PlanWeek {
  companyId: string;
  /** The date of its Monday, `YYYY-MM-DD`. */
  monday: string;
}

/** The time that a week is read of, in milliseconds since 1970-01-01T00:00Z: it has the week of every zone. */
export function weekWindow(monday: string) {
  const start = Date.parse(monday);
  return { start: start - ZONES_MS, end: start + 7 * DAY_MS + ZONES_MS };
}

interface PlanTime {
  companyId: string;
  start: number;
  end: number;
  /** Only the entries of an employee, or of a series. */
  of?: { employeeId: string } | { seriesId: string };
}

export const availabilityQueries = {
  all: () => queryKeyOf(extensions.listAvailability),
  /**
   * Every entry that overlaps a time, of all stores in reach.
   *
   * @throws ApiError, and the `AbortError` of the signal
   */
  read(api: ApiClient, { companyId, start, end, of }: PlanTime, options: ReadOptions = {}) {
    const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
    return readAll(api, extensions.listAvailability, { companyId, start: from, end: to, ...of }, options);
  },
  /** Every entry that overlaps an ISO week in any zone, of all stores in reach. */
  week: (api: ApiClient, { companyId, monday }: PlanWeek) =>
    queryOptions<{ records: ReceivedAvailability[]; unresolvedIds: string[] }>({
      queryKey: [...availabilityQueries.all(), { companyId, monday }],
      queryFn: ({ signal }) => availabilityQueries.read(api, { companyId, ...weekWindow(monday) }, { signal }),
      staleTime: REFETCH_MS,
    }),
};

/**
 * What is known of who is on duty and what is blocked. `none`: the practice system has no plan, so that nobody is known to be away;
 * `loading`, `failed`: what nothing is known of is not free; `known`: every entry that overlaps these weeks, and how many more could not be read: any time may be taken by them.
 */
export type Plan =
  | { readonly state: 'none' | 'failed' }
  /** `delay`: why the practice system lets it wait; null where it does not. */
  | { readonly state: 'loading'; readonly delay: unknown }
  | { readonly state: 'known'; readonly entries: readonly ReceivedAvailability[]; readonly unreadable: number };

interface PlanQuestion {
  companyId: string;
  /** The weeks that have to be known (`weeksToKnow` in `scheduling/duty.ts`); empty for none, which loads nothing. */
  mondays: readonly string[];
  /** Whether the practice system has a plan that the person may read. */
  isThere: boolean;
  /** How often it is read again while it is on the screen, in milliseconds: as often as the visits are polled. */
  everyMs?: number;
  /** Whether it may be requested, as it may if nothing is said; weeks that are loaded are read in any case. */
  enabled?: boolean;
}

const NO_ENTRIES: readonly ReceivedAvailability[] = [];

/** The entries of a plan; none where there is no plan, null while it is not known. */
export function entriesOf(plan: Plan): readonly ReceivedAvailability[] | null {
  if (plan.state === 'known') return plan.entries;
  return plan.state === 'none' ? NO_ENTRIES : null;
}

/** How many entries of a plan could not be read. */
export function unreadableOf(plan: Plan): number {
  return plan.state === 'known' ? plan.unreadable : 0;
}

/**
 * The plan of weeks that are loaded already, without the changes of this tab that are not saved yet; null where one of the weeks
 * is not.
 */
export function loadedPlan(
  api: ApiClient,
  queryClient: QueryClient,
  { companyId, mondays }: Pick<PlanQuestion, 'companyId' | 'mondays'>,
): readonly ReceivedAvailability[] | null {
  const weeks = mondays.map(
    (monday) => queryClient.getQueryData(availabilityQueries.week(api, { companyId, monday }).queryKey)?.records,
  );
  return weeks.includes(undefined) ? null : weeks.flatMap((records) => records ?? []);
}

/**
 * The same, after loading what is not there or out of date.
 *
 * @throws ApiError
 */
export async function loadPlan(
  api: ApiClient,
  queryClient: QueryClient,
  { companyId, mondays }: Pick<PlanQuestion, 'companyId' | 'mondays'>,
): Promise<readonly ReceivedAvailability[]> {
  const week = (monday: string) => queryClient.fetchQuery(availabilityQueries.week(api, { companyId, monday }));
  return (await Promise.all(mondays.map(week))).flatMap(({ records }) => records);
}

const { settleMs, spreadMs } = livePolling;

/**
 * How long until the plan on the screen is read again: so long after each tick of the clock. Each drawing of a screen asks anew, and
 * none of them may put off a reading that is due.
 */
export const untilNextTick =
  (clock: () => number, delay: number, everyMs: number) =>
  ({ state }: Pick<Query, 'state'>): number => {
    const wait = everyMs - ((clock() - delay) % everyMs);
    // A timer may be a millisecond early.
    return state.fetchStatus === 'fetching' ? wait + everyMs : wait;
  };

const NONE: Plan = { state: 'none' };

interface LoadedWeek {
  isFailed: boolean;
  /** Undefined until it is loaded. */
  entries: readonly ReceivedAvailability[] | undefined;
  unresolvedIds: readonly string[];
  /** Why the practice system lets it wait; null where it does not. */
  delay: unknown;
}

function planOf(weeks: readonly LoadedWeek[], unsaved: ReturnType<typeof useUnsavedPlan>): Plan {
  if (weeks.some(({ isFailed }) => isFailed)) return { state: 'failed' };
  const entries = new Map<string, ReceivedAvailability>();
  for (const week of weeks) {
    if (week.entries === undefined)
      return { state: 'loading', delay: weeks.map(({ delay }) => delay).find((delay) => delay !== null) ?? null };
    // One that goes over midnight of a Sunday is in two weeks.
    for (const entry of week.entries) if (!unsaved.removed.has(entry.id)) entries.set(entry.id, entry);
  }
  for (const entry of unsaved.entries) entries.set(entry.id, entry);
  const unreadable = new Set(weeks.flatMap(({ unresolvedIds }) => unresolvedIds)).size;
  return { state: 'known', entries: [...entries.values()], unreadable };
}

function weeksOf(
  results: readonly UseQueryResult<{ records: ReceivedAvailability[]; unresolvedIds: string[] }>[],
): LoadedWeek[] {
  return results.map(({ data, isError, failureReason }) => ({
    isFailed: isError && data === undefined,
    entries: data?.records,
    unresolvedIds: data?.unresolvedIds ?? [],
    delay: asksToWait(failureReason) ? failureReason : null,
  }));
}

function useWeeks({ companyId, mondays, isThere, everyMs, enabled = true }: PlanQuestion) {
  const api = useApi();
  const signals = useDeskSignals();
  const [afterTick] = useState(() => settleMs + Math.floor(Math.random() * spreadMs));
  return useQueries({
    queries: (isThere ? mondays : []).map((monday) => ({
      ...availabilityQueries.week(api, { companyId, monday }),
      enabled,
      refetchInterval: everyMs === undefined ? REFETCH_MS : untilNextTick(signals.clock, afterTick, everyMs),
    })),
    combine: weeksOf,
  });
}

/** What is known of the plan of some weeks, with the changes of this tab that are not saved yet. */
export function usePlan(question: PlanQuestion): Plan {
  const weeks = useWeeks(question);
  const unsaved = useUnsavedPlan();
  return question.isThere ? planOf(weeks, unsaved) : NONE;
}

/** The same of some of these weeks at a time: some may be known while others are not. */
export function usePlanByWeek(question: PlanQuestion): (mondays: readonly string[]) => Plan {
  const weeks = useWeeks(question);
  const unsaved = useUnsavedPlan();
  return (mondays) => {
    if (!question.isThere) return NONE;
    const some = weeks.filter((_, nth) => mondays.includes(question.mondays[nth] ?? ''));
    return some.length < mondays.length ? { state: 'loading', delay: null } : planOf(some, unsaved);
  };
}

/** Loads what is on the screen of the plan again, where that failed. */
export function useRetryPlan(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.refetchQueries({ queryKey: availabilityQueries.all(), type: 'active' });
}

/** The entries that somebody else changed first, as they are now, null where one is gone. */
export const currentEntriesInConflict = conflictOf(
  z.array(z.object({ id: z.string(), entry: z.nullable(receivedAvailabilitySchema) })),
);
