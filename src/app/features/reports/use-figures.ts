import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { ApiError } from '#app/api/api-error.ts';
import type { Directory } from '#app/api/directory.ts';
import { isEndless, PAGE_LIMIT, useNextPage } from '#app/api/pages.ts';
import { pagesOf } from '#app/api/queries.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useDesk, useZonedStores } from '#app/session/use-desk.ts';
import { endpoints } from '#contract/endpoints.ts';
import { extensions } from '#contract/extensions.ts';
import type { ReceivedPage } from '#contract/received.ts';
import { dayInterval, zoneOf } from '#scheduling/calendar-day.ts';
import type { Interval } from '#scheduling/interval.ts';
import { figuresOf, type Grouping } from './figures.ts';
import type { Span } from './search-params.ts';
import { MOST_REQUESTS, once, useCounts } from './use-counts.ts';

type PagesQuery<Item> = UseInfiniteQueryOptions<
  ReceivedPage<Item>,
  Error,
  InfiniteData<ReceivedPage<Item>>,
  QueryKey,
  string | null
>;

interface AllPages {
  enabled?: boolean;
  /** A longer list ends after its first page, which has the total. */
  mostPages?: number;
}

/** Loads a list page by page. */
function useAllPages<Item>(
  options: PagesQuery<Item>,
  { enabled = true, mostPages = Number.POSITIVE_INFINITY }: AllPages = {},
) {
  const query = useInfiniteQuery({ ...options, ...once, enabled, structuralSharing: false });
  const { data, hasNextPage, isFetchNextPageError } = query;
  const pages = data?.pages ?? [];
  const total = pages.at(-1)?.totalCount ?? null;
  const isTooLong = (total ?? 0) > mostPages * PAGE_LIMIT || (pages.length >= mostPages && hasNextPage);
  useNextPage(query, enabled && !isTooLong);
  const failure = useFailure(query);
  const error = isEndless(pages) ? new ApiError({ kind: 'invalid', status: 200 }) : failure;
  return {
    enabled,
    records: pages.flatMap(({ records }) => records),
    unreadable: pages.flatMap(({ unresolvedIds }) => unresolvedIds).length,
    total,
    isTooLong,
    isComplete: data !== undefined && !hasNextPage && error === null,
    error: enabled ? error : null,
    retry: () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}

const iso = (instant: number) => new Date(instant).toISOString();

/** The figures of a span of days at all stores, as far as they are loaded. */
export function useFigures({ from, to }: Span, by: Grouping, directory: Directory) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { session, hasPlan } = useDesk();
  const { company, fallbackZone, employees } = directory;
  const stores = useZonedStores(company.stores);
  const now = useMinute();
  const hasHistory = session.capabilities.listHistory !== undefined;

  const spanIn = (zone: string): Interval => ({ start: dayInterval(zone, from).start, end: dayInterval(zone, to).end });
  const zones = [...new Set(stores.length > 0 ? stores.map(({ timeZone }) => timeZone) : [fallbackZone])];
  const start = iso(Math.min(...zones.map((zone) => spanIn(zone).start)));
  const end = iso(Math.max(...zones.map((zone) => spanIn(zone).end)));
  // Each store has these days by its own clocks.
  const starts = zones.map((zone) => {
    const span = spanIn(zone);
    const time = { start: { gte: iso(span.start), lt: iso(span.end) } };
    const inZone = stores.filter((store) => store.timeZone === zone).map(({ id }) => id);
    return zones.length > 1 ? { ...time, storeId: { in: inZone } } : time;
  });
  // Appointments that began earlier also take up duty in the span.
  const ongoing = { start: { lt: start }, end: { gt: start } };

  const query = { companyId: company.id, limit: PAGE_LIMIT };
  const asPoll = { purpose: 'poll' } as const;
  const search = { ...query, filter: { or: hasPlan ? [...starts, ongoing] : starts } };
  const appointments = useAllPages(pagesOf(api, endpoints.searchAppointments, search, asPoll), {
    ...(hasHistory ? {} : { mostPages: MOST_REQUESTS }),
  });
  const history = useAllPages(pagesOf(api, extensions.listHistory, { ...query, start, end }, asPoll), {
    enabled: hasHistory,
  });
  const plan = useAllPages(pagesOf(api, extensions.listAvailability, { ...query, start, end }, asPoll), {
    enabled: hasPlan,
  });
  const isCounted = appointments.isTooLong && appointments.total !== null;
  const counts = useCounts({ companyId: company.id, filter: { or: starts }, by, directory, enabled: isCounted });

  const vets = [...employees.values()].filter(({ role }) => role === 'vet');
  const parts = [appointments, history, plan].filter(({ enabled }) => enabled);
  return {
    figures: isCounted
      ? counts.figures
      : appointments.isComplete
        ? figuresOf(
            {
              appointments: appointments.records,
              history: history.isComplete ? history.records : null,
              plan: plan.isComplete ? plan.records : null,
              vetIds: vets.map(({ id }) => id),
              spanOf: (storeId) => spanIn(zoneOf({ storeId }, directory)),
              now,
            },
            by,
          )
        : null,
    /** What the practice system provides, whether or not it is loaded yet. */
    has: { history: hasHistory && !isCounted, plan: hasPlan && !isCounted },
    isReading: {
      history: !history.isComplete && history.error === null,
      plan: !plan.isComplete && plan.error === null,
    },
    isCounted,
    /** Whether there are more appointments than can be loaded, from a practice system that does not report a total. */
    isTooLong: appointments.isTooLong && !isCounted,
    failed: [...parts, counts].filter(({ error }) => error !== null),
    unreadable: appointments.unreadable,
    progress: isCounted ? counts.progress : progressOf(parts),
    refresh: () => void queryClient.resetQueries({ predicate: ({ meta }) => meta?.['of'] === 'figures' }),
  };
}

/** How many records are loaded, and how many there are, if known; null once everything is loaded. */
function progressOf(
  parts: readonly Pick<ReturnType<typeof useAllPages>, 'records' | 'total' | 'isComplete' | 'isTooLong'>[],
) {
  if (parts.every(({ isComplete, isTooLong }) => isComplete || isTooLong)) return null;
  const totals = parts.map(({ total }) => total);
  return {
    done: parts.reduce((count, { records }) => count + records.length, 0),
    all: totals.includes(null) ? null : totals.reduce((sum: number, total) => sum + (total ?? 0), 0),
  };
}
