import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { ApiError, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import type { Directory } from '#app/api/directory.ts';
import { isEndless, PAGE_LIMIT, useNextPage } from '#app/api/pages.ts';
import { pagedListQuery } from '#app/api/queries.ts';
import { useFailure } from '#app/api/use-failure.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useDesk, useZonedStores } from '#app/session/use-desk.ts';
import { calls } from '#contract/calls.ts';
import { instantOf } from '#contract/date-time.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedPage } from '#contract/received.ts';
import { dateIn, dayInterval, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import type { Grouping } from './groupings.ts';
import { createReport } from './reports.ts';
import type { ReportPeriod } from './search-params.ts';

/** The maximum number of pages to load from a practice system without a history. */
const MAX_PAGES = 20;

/** Reports take long to load, so they are loaded once, and again only on demand. */
const loadOnceOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  // How long the report is cached for people who come back after they left the page, in milliseconds.
  gcTime: 60_000,
  refetchOnReconnect: false,
  retry: retryUntilLoadedOptions.retry,
  meta: { of: 'report' },
} as const;

type PagesQuery<Item> = UseInfiniteQueryOptions<
  ReceivedPage<Item>,
  Error,
  InfiniteData<ReceivedPage<Item>>,
  QueryKey,
  string | null
>;

interface AllPagesOptions {
  enabled?: boolean;
  /** The maximum number of pages to load. If the total shows that there are more, loading ends after the first page. */
  mostPages?: number;
}

/** Loads all pages of a list, one after another. */
function useAllPages<Item>(
  options: PagesQuery<Item>,
  { enabled = true, mostPages = Number.POSITIVE_INFINITY }: AllPagesOptions = {},
) {
  const query = useInfiniteQuery({ ...options, ...loadOnceOptions, enabled, structuralSharing: false });
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
    isTooLong,
    isComplete: data !== undefined && !hasNextPage && error === null,
    error: enabled ? error : null,
    retry: () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}

const isoTime = (instant: number) => new Date(instant).toISOString();

/** The report on a range of days at all stores, from the data that is loaded so far. */
export function useReport({ from, to }: ReportPeriod, by: Grouping, directory: Directory) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { session, hasPlan } = useDesk();
  const { company, fallbackZone, employees } = directory;
  const stores = useZonedStores(company.stores);
  const now = useMinute();
  const hasHistory = session.capabilities.listHistory !== undefined;

  const spanIn = (zone: string): Interval => ({ start: dayInterval(zone, from).start, end: dayInterval(zone, to).end });
  const zones = [...new Set(stores.length > 0 ? stores.map(({ timeZone }) => timeZone) : [fallbackZone])];
  const start = isoTime(Math.min(...zones.map((zone) => spanIn(zone).start)));
  const end = isoTime(Math.max(...zones.map((zone) => spanIn(zone).end)));
  // The same days are a different interval in each time zone, so the filter has a condition for each zone.
  const starts = zones.map((zone) => {
    const span = spanIn(zone);
    const time = { start: { gte: isoTime(span.start), lt: isoTime(span.end) } };
    const inZone = stores.filter((store) => store.timeZone === zone).map(({ id }) => id);
    return zones.length > 1 ? { ...time, storeId: { in: inZone } } : time;
  });
  // Appointments that began before the span and last into it are loaded, too, since they take up time of its shifts.
  const ongoing = { start: { lt: start }, end: { gt: start } };

  const query = { companyId: company.id, limit: PAGE_LIMIT };
  const pollOptions = { purpose: 'poll' } as const;
  const search = { ...query, filter: { or: hasPlan ? [...starts, ongoing] : starts } };
  const appointments = useAllPages(pagedListQuery(api, calls.searchAppointments, search, pollOptions), {
    ...(hasHistory ? {} : { mostPages: MAX_PAGES }),
  });
  const history = useAllPages(pagedListQuery(api, calls.listHistory, { ...query, start, end }, pollOptions), {
    enabled: hasHistory,
  });
  const plan = useAllPages(pagedListQuery(api, calls.listAvailability, { ...query, start, end }, pollOptions), {
    enabled: hasPlan,
  });
  const vets = [...employees.values()].filter(({ role }) => role === 'vet');
  const parts = [appointments, history, plan].filter(({ enabled }) => enabled);
  return {
    report: appointments.isComplete
      ? createReport(
          {
            appointments: appointments.records,
            history: history.isComplete ? history.records : null,
            plan: plan.isComplete ? plan.records : null,
            vetIds: vets.map(({ id }) => id),
            spanAt: (storeId) => spanIn(zoneOfAppointment({ storeId }, directory)),
            dateOf: ({ storeId, start }) => dateIn(zoneOfAppointment({ storeId }, directory), instantOf(start)),
            now,
          },
          by,
        )
      : null,
    /** What the practice system provides, whether or not it is loaded yet. */
    has: { history: hasHistory, plan: hasPlan },
    isReading: {
      history: !history.isComplete && history.error === null,
      plan: !plan.isComplete && plan.error === null,
    },
    /** Whether there are more appointments than can be loaded from this practice system. */
    isTooLong: appointments.isTooLong,
    failed: parts.filter(({ error }) => error !== null),
    unreadable: appointments.unreadable,
    isLoading: !parts.every(({ isComplete, isTooLong }) => isComplete || isTooLong),
    refresh: () => void queryClient.resetQueries({ predicate: ({ meta }) => meta?.['of'] === 'report' }),
  };
}
