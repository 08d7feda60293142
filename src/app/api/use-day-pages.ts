import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { type AppointmentDay, appointmentQueries } from '#app/api/appointment-queries.ts';
import { retryUntilLoaded } from '#app/api/retry.ts';

/**
 * Loads every page of a day, one after the other. A page that fails leaves the loaded ones in place: `isFetchNextPageError`
 * says that the day is incomplete, and `fetchNextPage` resumes where it stopped. While it is not `enabled` nothing is
 * asked for, and what is known already is there all the same. A day that is `needed` is asked for until it is there; of one
 * that is worth `maxPages` only no more are read.
 */
export function useDayPages(
  day: AppointmentDay,
  { enabled = true, needed = false, maxPages = Number.POSITIVE_INFINITY } = {},
) {
  const query = useInfiniteQuery({
    ...appointmentQueries.day(useApi(), day),
    enabled,
    ...(needed ? retryUntilLoaded : {}),
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const more = hasNextPage && (data?.pages.length ?? 0) < maxPages;
  useEffect(() => {
    if (enabled && more && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [enabled, more, isFetching, isFetchNextPageError, fetchNextPage]);
  return query;
}
