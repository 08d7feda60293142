import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { readAtOf } from '#app/api/appointment-records.ts';
import { useListContents } from '#app/api/appointment-store.ts';
import { appointmentQueries, MAX_SPANS } from '#app/api/appointments.ts';
import { entriesOf, unreadableOf, usePlanByWeek, useRetryPlan } from '#app/days/availability.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { weeksToKnow } from '#scheduling/duty.ts';
import type { Interval } from '#scheduling/interval.ts';
import type { DayFreshness } from './current-day.ts';

interface SeveralDaysInput {
  /** Whole days, in milliseconds since 1970-01-01T00:00Z. */
  days: readonly Interval[];
  /** The IANA zone in whose weeks the plan is needed. */
  zone: string;
  /** Whether they may be requested. */
  enabled: boolean;
  freshness: DayFreshness;
}

const isSame = (one: Interval) => (other: Interval) => one.start === other.start && one.end === other.end;

/**
 * Loads days that are far apart, as many at a time as a search has branches, and the weeks of their plan. The next ones
 * follow once these are loaded, since all desks share the request budget. Adding a day does not reload the others.
 */
export function useSeveralDays({ days, zone, enabled, freshness }: SeveralDaysInput) {
  const { company, hasPlan } = useDesk();
  const api = useApi();
  const retryPlan = useRetryPlan();
  const [batches, setBatches] = useState<readonly (readonly Interval[])[]>([]);
  const [loadedBatches, setLoadedBatches] = useState(1);
  const used = batches.filter((batch) => batch.some((day) => days.some(isSame(day))));
  const added = enabled ? days.filter((day) => !used.flat().some(isSame(day))) : [];
  if (added.length > 0 || used.length < batches.length) {
    setBatches([...used, ...chunksOf(added, MAX_SPANS)]);
    setLoadedBatches(Math.max(1, Math.min(loadedBatches, used.length)));
  }

  const requested = batches.slice(0, loadedBatches);
  const lists = requested.map((batch) => ({
    companyId: company.id,
    spans: batch.map(({ start, end }) => ({ from: new Date(start).toISOString(), to: new Date(end).toISOString() })),
  }));
  const reads = useQueries({
    queries: lists.map(({ spans }) => ({ ...appointmentQueries.spans(api, company.id, spans), enabled })),
    combine: (results) => results.map(({ data, isError, refetch }) => ({ pages: data?.pages, isError, refetch })),
  });
  const contents = useListContents(
    company.id,
    lists.map((list, index) => ({ list, pages: reads[index]?.pages })),
  );
  const mondaysOf = (day: Interval) => (hasPlan ? weeksToKnow([zone], day) : []);
  const mondays = [...new Set(requested.flat().flatMap(mondaysOf))];
  const planOf = usePlanByWeek({ companyId: company.id, mondays, isThere: hasPlan, enabled });

  /**
   * Whether a day is loaded; `unreadable`: the number of records and plan entries that could not be read, which may
   * take any time.
   */
  function stateOf(day: Interval): { state: 'loading' | 'failed' } | { state: 'loaded'; unreadable: number } {
    const index = requested.findIndex((batch) => batch.some(isSame(day)));
    const read = reads[index];
    const plan = planOf(mondaysOf(day));
    if (read?.isError || plan.state === 'failed' || freshness.currentSince === Number.POSITIVE_INFINITY)
      return { state: 'failed' };
    const isCurrent = read?.pages !== undefined && readAtOf(read.pages) >= freshness.currentSince;
    if (!isCurrent || plan.state === 'loading') return { state: 'loading' };
    return { state: 'loaded', unreadable: (contents[index]?.unresolvedIds.length ?? 0) + unreadableOf(plan) };
  }
  const isSettled = requested.flat().every((day) => stateOf(day).state !== 'loading');
  if (loadedBatches < batches.length && requested.length > 0 && isSettled) setLoadedBatches(loadedBatches + 1);

  return {
    stateOf,
    /** The appointments of the loaded days. */
    appointments: distinct(contents.flatMap((content) => content?.appointments ?? [])),
    /** The entries of the loaded weeks. */
    plan: distinct(mondays.flatMap((monday) => entriesOf(planOf([monday])) ?? [])),
    /** Retries what could not be loaded. */
    retry() {
      freshness.onRetry?.();
      for (const { isError, refetch } of reads) if (isError) void refetch();
      retryPlan();
    },
  };
}

function distinct<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
