import type { Query, QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { sleep } from '#app/browser/sleep.ts';
import { availabilityQueries } from '#app/days/availability.ts';
import { parseInterval } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import { type Interval, overlaps } from '#contract/interval.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import { weekWindow } from '#scheduling/plan.ts';
import type { PlanPorts } from './create-plan-actions.ts';

/** The maximum length of the interval that one request asks for. The practice API allows at most 400 days. */
const MAX_INTERVAL_MS = 399 * 86_400_000;

/**
 * How long to wait before a read that a change interrupted starts again, because more changes often follow and would interrupt
 * it again.
 */
const RETRY_READ_MS = 2_000;

interface LoadedWeek {
  records: ReceivedAvailability[];
  unresolvedIds: string[];
}

/** Creates the functions that read and update a company's plan, which is cached by week. */
export function createLoadedWeeks(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
): Pick<PlanPorts, 'read' | 'readSeries' | 'loaded' | 'put'> {
  const mondayOf = ({ queryKey }: Query): string | null => {
    const part = queryKey.at(-1);
    if (typeof part !== 'object' || part === null || !('companyId' in part && 'monday' in part)) return null;
    return part.companyId === companyId && typeof part.monday === 'string' ? part.monday : null;
  };

  /** The weeks that are loaded or loading. */
  function cachedWeeks() {
    const queries = queryClient.getQueryCache().findAll({ queryKey: availabilityQueries.all() });
    return queries.flatMap((query) => {
      const monday = mondayOf(query);
      return monday === null ? [] : [{ query, window: weekWindow(monday) }];
    });
  }

  function setWeek({ queryKey, state }: Query, records: (before: LoadedWeek['records']) => LoadedWeek['records']) {
    // The week keeps its age, because a change does not make the rest of the week any fresher.
    queryClient.setQueryData<LoadedWeek>(queryKey, (week) => week && { ...week, records: records(week.records) }, {
      updatedAt: state.dataUpdatedAt,
    });
    if (state.fetchStatus !== 'fetching') return;
    // The response to a pending read may be older than the change, so the read starts again.
    void queryClient
      .cancelQueries({ queryKey, exact: true })
      .then(() => (state.data === undefined ? undefined : sleep(RETRY_READ_MS)))
      .then(() => queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false }));
  }

  const readInterval = async (time: Interval, signal: AbortSignal, of?: { seriesId: string }) =>
    (await availabilityQueries.read(api, { companyId, ...time, ...(of && { of }) }, { signal })).records;

  return {
    loaded: () =>
      cachedWeeks().flatMap(({ query }) => queryClient.getQueryData<LoadedWeek>(query.queryKey)?.records ?? []),
    put(entries, gone) {
      const replaced = new Set([...entries.map(({ id }) => id), ...gone]);
      if (replaced.size === 0) return;
      for (const { query, window } of cachedWeeks()) {
        const inWeek = entries.filter((entry) => overlaps(parseInterval(entry), window));
        setWeek(query, (before) => [...before.filter(({ id }) => !replaced.has(id)), ...inWeek]);
      }
    },
    async read({ start, end }, signal) {
      const found: ReceivedAvailability[] = [];
      for (let from = start; from < end; from += MAX_INTERVAL_MS)
        found.push(...(await readInterval({ start: from, end: Math.min(end, from + MAX_INTERVAL_MS) }, signal)));
      return found;
    },
    async readSeries({ seriesId, start: from }, signal) {
      const found = new Map<string, ReceivedAvailability>();
      if (seriesId === null) return [];
      for (let start = instantOf(from); ; start += MAX_INTERVAL_MS) {
        const records = await readInterval({ start, end: start + MAX_INTERVAL_MS }, signal, { seriesId });
        // A practice system that does not support `seriesId` also returns entries of other series, and entries without one.
        const following = records.filter((one) => one.seriesId === seriesId && instantOf(one.start) >= instantOf(from));
        if (following.length === 0) return [...found.values()];
        for (const one of following) found.set(one.id, one);
      }
    },
  };
}
