import type { Query, QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import { availabilityQueries, weekWindow } from '#app/api/availability.ts';
import { sleep } from '#app/browser/sleep.ts';
import { addDays, weekStartOf } from '#app/scheduling/calendar-day.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { timeOf } from '#contract/availability-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import type { PlanPorts } from './create-plan-changes.ts';
import type { ReadWeeks } from './send-step.ts';

const MONDAY = 1;
/** A series is read so many weeks at a time: within the 400 days that one request may span. */
const WEEKS_AT_ONCE = 57;
/** A repetition has at most 366 entries, every fourth week. */
const LONGEST_SERIES_WEEKS = 4 * 366;

/** A reading waits so long for other changes of its week: those of a whole plan would use up the request budget. */
const GATHER_MS = 300;

/** A reading that a change broke off begins again after this time: others often follow, each of which would break it off once more. */
const AGAIN_MS = 2_000;

/** A reading of a week, and the one after it. */
interface Reading {
  /** Whether it has not begun yet. */
  isAwaited: boolean;
  now: Promise<ReadWeek>;
  next: Promise<ReadWeek> | null;
}

interface Week {
  records: ReceivedAvailability[];
  unresolvedIds: string[];
}

type ReadWeek = NonNullable<ReturnType<ReadWeeks['get']>>;

/** An answer that was put into what is loaded. */
interface Put {
  event: number;
  entry: ReceivedAvailability | undefined;
  gone: readonly string[];
}

function afterPut(
  records: readonly ReceivedAvailability[],
  { entry, gone }: Put,
  window: Interval,
): readonly ReceivedAvailability[] {
  const rest = records.filter(({ id }) => id !== entry?.id && !gone.includes(id));
  return entry !== undefined && overlaps(timeOf(entry), window) ? [...rest, entry] : rest;
}

/**
 * The weeks of the plan of a company that are loaded, and those that are read to know what has become of a change. `gather` waits
 * before each reading.
 */
export function createLoadedWeeks(
  queryClient: QueryClient,
  api: ApiClient,
  companyId: string,
  gather: () => Promise<void> = () => sleep(GATHER_MS),
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

  /** What happened so far: readings that began, and answers that were put into what is loaded. */
  let events = 0;
  /** The readings of each week: one under way, and the one after it. */
  const readings = new Map<string, Reading>();
  /** What was put into each week since its last reading that was put there began. */
  const puts = new Map<string, { reading: number; since: readonly Put[] }>();

  /** Reads a week as it is after this call; calls that come together share a request. */
  function readWeek(monday: string): Promise<ReadWeek> {
    const known = readings.get(monday);
    if (known?.isAwaited) return known.now;
    if (known) {
      known.next ??= known.now.then(begin, begin);
      return known.next;
    }
    return begin();

    function begin(): Promise<ReadWeek> {
      const now = gather().then(async () => {
        own.isAwaited = false;
        events += 1;
        const reading = events;
        const { records } = await availabilityQueries.read(api, { companyId, ...weekWindow(monday) });
        return { reading, records };
      });
      const own: Reading = { isAwaited: true, now, next: null };
      readings.set(monday, own);
      const end = () => {
        if (readings.get(monday) === own && own.next === null) readings.delete(monday);
      };
      now.then(end, end);
      return now;
    }
  }

  function setWeek(
    query: Query,
    records: (before: readonly ReceivedAvailability[]) => readonly ReceivedAvailability[],
  ) {
    const { queryKey, state } = query;
    // It stays as old as it is: a change does not make the rest of it new.
    queryClient.setQueryData<Week>(queryKey, (week) => week && { ...week, records: [...records(week.records)] }, {
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
    put({ weeks, entry, gone = [] }) {
      events += 1;
      const put: Put = { event: events, entry, gone };
      for (const { query, monday, window } of cached()) {
        const known = puts.get(monday) ?? { reading: 0, since: [] };
        const week = weeks?.get(monday);
        // A reading that began before another that is there already is older than that.
        const read = week && week.reading >= known.reading ? week : undefined;
        const since = [...known.since.filter(({ event }) => !read || event > read.reading), put];
        puts.set(monday, { reading: read?.reading ?? known.reading, since });
        // What came meanwhile is not in it for certain.
        setWeek(query, (before) =>
          (read ? since : [put]).reduce((all, one) => afterPut(all, one, window), read?.records ?? before),
        );
      }
    },
    async read(times: readonly Interval[]): Promise<ReadWeeks> {
      const [first] = times;
      const own = first ? weekStartOf(new Date(first.start).toISOString().slice(0, 10), MONDAY) : null;
      const others = cached().filter(({ window }) => times.some((time) => overlaps(time, window)));
      const mondays = new Set([...(own === null ? [] : [own]), ...others.map(({ monday }) => monday)]);
      return new Map(await Promise.all([...mondays].map(async (monday) => [monday, await readWeek(monday)] as const)));
    },
    async readSeries(from, signal) {
      const found = new Map<string, ReceivedAvailability>();
      const isOfSeries = (one: ReceivedAvailability) =>
        one.seriesId === from.seriesId && instantOf(one.start) >= instantOf(from.start);
      let monday = weekStartOf(from.start.slice(0, 10), MONDAY);
      for (let weeks = 0; weeks < LONGEST_SERIES_WEEKS; weeks += WEEKS_AT_ONCE) {
        const next = addDays(monday, 7 * WEEKS_AT_ONCE);
        const window = { start: weekWindow(monday).start, end: weekWindow(next).start };
        const { records } = await availabilityQueries.read(api, { companyId, ...window, of: from }, { signal });
        const ofSeries = records.filter(isOfSeries);
        // Repetitions are at most four weeks apart.
        if (ofSeries.length === 0) break;
        for (const one of ofSeries) found.set(one.id, one);
        monday = next;
      }
      return [...found.values()];
    },
  };
}
