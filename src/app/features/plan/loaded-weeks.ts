import type { Query, QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { availabilityQueries, weekWindow } from '#app/api/availability.ts';
import { sleep } from '#app/browser/sleep.ts';
import { overlaps } from '#app/scheduling/interval.ts';
import { timeOf } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import type { PlanPorts } from './create-plan-changes.ts';

/** A request may span 400 days. */
const SPAN_MS = 399 * 86_400_000;

/** A reading that a change broke off begins again after this time: others often follow, each of which would break it off once more. */
const AGAIN_MS = 2_000;

interface Week {
  records: ReceivedAvailability[];
  unresolvedIds: string[];
}

/** The weeks of the plan of a company that are loaded. */
export function createLoadedWeeks(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
): Pick<PlanPorts, 'read' | 'readSeries' | 'loaded' | 'put'> & { subscribe: (listener: () => void) => () => void } {
  const mondayOf = ({ queryKey }: Query): string | null => {
    const part = queryKey.at(-1);
    if (typeof part !== 'object' || part === null || !('companyId' in part && 'monday' in part)) return null;
    return part.companyId === companyId && typeof part.monday === 'string' ? part.monday : null;
  };

  /** The weeks that are loaded, or being loaded. */
  function cached() {
    const queries = queryClient.getQueryCache().findAll({ queryKey: availabilityQueries.all() });
    return queries.flatMap((query) => {
      const monday = mondayOf(query);
      return monday === null ? [] : [{ query, monday, window: weekWindow(monday) }];
    });
  }

  function setWeek({ queryKey, state }: Query, records: (before: Week['records']) => Week['records']) {
    // It stays as old as it is: a change does not make the rest of it new.
    queryClient.setQueryData<Week>(queryKey, (week) => week && { ...week, records: records(week.records) }, {
      updatedAt: state.dataUpdatedAt,
    });
    if (state.fetchStatus !== 'fetching') return;
    // What is under way may be older than the change.
    void queryClient
      .cancelQueries({ queryKey, exact: true })
      .then(() => (state.data === undefined ? undefined : sleep(AGAIN_MS)))
      .then(() => queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false }));
  }

  return {
    subscribe: (listener) =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && mondayOf(query) !== null) listener();
      }),
    loaded: () => cached().flatMap(({ query }) => queryClient.getQueryData<Week>(query.queryKey)?.records ?? []),
    put(entries, gone) {
      const replaced = new Set([...entries.map(({ id }) => id), ...gone]);
      for (const { query, window } of cached()) {
        const inWeek = entries.filter((entry) => overlaps(timeOf(entry), window));
        setWeek(query, (before) => [...before.filter(({ id }) => !replaced.has(id)), ...inWeek]);
      }
    },
    async read(times, given) {
      const weeks = cached().filter(({ window }) => times.some((time) => overlaps(time, window)));
      await Promise.all(
        weeks.map(async ({ monday, window }) => {
          const { queryKey } = availabilityQueries.week(api, { companyId, monday });
          // A reading that was under way already, or that a change broke off, does not count.
          for (let isRead = false; !isRead; given.throwIfAborted())
            await queryClient.fetchQuery({
              ...{ queryKey, staleTime: 0, retry: false },
              async queryFn({ signal }) {
                const week = await availabilityQueries.read(api, { companyId, ...window }, { signal });
                isRead = !signal.aborted;
                return week;
              },
            });
        }),
      );
    },
    async readSeries({ seriesId, start: from }, signal) {
      const found = new Map<string, ReceivedAvailability>();
      if (seriesId === null) return [];
      for (let start = instantOf(from); ; start += SPAN_MS) {
        const time = { companyId, start, end: start + SPAN_MS };
        const { records } = await availabilityQueries.read(api, { ...time, of: { seriesId } }, { signal });
        // A practice system that does not know the parameter answers with all entries.
        const later = records.filter((one) => one.seriesId === seriesId && instantOf(one.start) >= instantOf(from));
        if (later.length === 0) return [...found.values()];
        for (const one of later) found.set(one.id, one);
      }
    },
  };
}
