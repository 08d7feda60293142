import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { type AppointmentDay, appointmentQueries } from '#app/api/appointment-queries.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';

/**
 * Loads every page of a day, one after the other. After a failed page the loaded ones stay: `isFetchNextPageError`
 * says that the day is incomplete, and `fetchNextPage` resumes. While not `enabled` nothing is requested, but cached
 * pages are returned. A `needed` day is retried until it is loaded; `maxPages` limits the pages. With `anew` a cached
 * day is loaded again, for where no polling keeps it up to date.
 */
export function useDayPages(
  day: AppointmentDay,
  { enabled = true, needed = false, anew = false, maxPages = Number.POSITIVE_INFINITY } = {},
) {
  const query = useInfiniteQuery({
    ...appointmentQueries.day(useApi(), day),
    enabled,
    ...(needed ? retryUntilLoaded : {}),
    ...(anew ? { staleTime: 0 } : {}),
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const more = hasNextPage && (data?.pages.length ?? 0) < maxPages;
  useEffect(() => {
    if (enabled && more && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [enabled, more, isFetching, isFetchNextPageError, fetchNextPage]);
  return query;
}
