import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '#app/api/api-client.ts';
import { retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { applyUnsavedChanges } from '#app/api/appointment-records.ts';
import { listMembership, useListContent } from '#app/api/appointment-store.ts';
import { appointmentQueries } from '#app/api/appointments.ts';
import { useNextPage } from '#app/api/pages.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useUnsavedChanges } from '#app/changes/appointment-changes.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { instantOf } from '#contract/date-time.ts';
import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { compareByStart } from '#scheduling/visit.ts';

/** The number of past days on which to look for unanswered requests. */
export const PAST_DAYS = 7;
/** The maximum number of pages to read, since all desks share the request budget. */
const MAX_PAGES = 4;

/**
 * The requested appointments at all accessible stores, soonest first, with this tab's unsaved changes. The navigation
 * and the page of requests share the query.
 */
export function useRequestedAppointments() {
  const { company, fallbackZone } = useDesk();
  const now = useMinute();
  const firstDay = addDays(dateIn(fallbackZone, now), -PAST_DAYS);
  const list = {
    companyId: company.id,
    requestedFrom: new Date(dayInterval(fallbackZone, firstDay).start).toISOString(),
  };
  const query = useInfiniteQuery({
    ...appointmentQueries.requests(useApi(), list),
    ...retryUntilLoadedOptions,
  });
  const pages = query.data?.pages;
  const mayContinue = (pages?.length ?? 0) < MAX_PAGES;
  useNextPage(query, mayContinue);
  const isCut = query.hasNextPage && !mayContinue;
  const content = useListContent(list, pages);
  const { records } = useUnsavedChanges();
  const all = applyUnsavedChanges(content?.appointments ?? [], records, listMembership(list)).toSorted(compareByStart);
  const isUpcoming = ({ start }: (typeof all)[number]) => instantOf(start) >= now;
  return {
    query,
    now,
    firstDay,
    /** Whether the requests are loaded: all of them or, if `isCut`, the newest. */
    isLoaded: content !== null && (content.isComplete || isCut),
    isCut,
    unreadable: content?.unresolvedIds.length ?? 0,
    /** Requests whose time has not passed yet. */
    coming: all.filter(isUpcoming),
    /** Requests of the last {@link PAST_DAYS} days whose time passed before they were answered. */
    passed: all.filter((one) => !isUpcoming(one)),
  };
}
