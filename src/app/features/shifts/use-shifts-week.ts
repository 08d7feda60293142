import { getRouteApi } from '@tanstack/react-router';
import { use } from 'react';
import { useBoardChoice } from '#app/addresses/board-choice.ts';
import { isTemporary } from '#app/api/api-error.ts';
import { FirstWeekdayContext } from '#app/components/first-weekday.ts';
import { LOADING_PLAN, usePlan } from '#app/days/availability.ts';
import { useLive } from '#app/days/live-state.ts';
import { useShownDay } from '#app/days/use-shown-day.ts';
import { useDesk, useReference, useZonedStores } from '#app/session/use-desk.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { addDays, dayInterval, getWeekStart } from '#scheduling/calendar-day.ts';
import { weeksToLoad } from '#scheduling/plan.ts';
import { createSearchForDays, listStoreDays } from '#scheduling/shown-days.ts';
import { createShiftsWeek } from './shifts-week.ts';

const shiftsApi = getRouteApi('/desk/shifts');
const NO_PEOPLE: readonly ReceivedEmployee[] = [];
const NO_VISITS: readonly ReceivedAppointment[] = [];
const DAYS_PER_WEEK = 7;

/** The week and the stores that the URL names, with the interval and the weeks of the plan to load for them. */
function useChosenWeek() {
  const { company, fallbackZone } = useDesk();
  const { week, store } = shiftsApi.useSearch();
  const choice = useBoardChoice({ date: week, store });
  const firstWeekday = use(FirstWeekdayContext)();
  const first = getWeekStart(choice.date, firstWeekday);
  const stores = useZonedStores(choice.stores);
  const dates = Array.from({ length: DAYS_PER_WEEK }, (_, day) => addDays(first, day));
  const days = stores.flatMap((one) =>
    listStoreDays({ view: 'week', date: first, stores: [one], fallbackZone, firstWeekday: () => firstWeekday }),
  );
  const zones = [...new Set(stores.map(({ timeZone }) => timeZone))];

  const mondaysToLoad = (from: string) => {
    const times = zones.map((zone) => ({
      start: dayInterval(zone, from).start,
      end: dayInterval(zone, addDays(from, DAYS_PER_WEEK - 1)).end,
    }));
    return [...new Set(times.flatMap((time) => weeksToLoad(zones, time)))];
  };
  return {
    ...{ ...choice, firstWeekday, first, dates, stores },
    span: createSearchForDays(company, days),
    mondays: mondaysToLoad(first),
    mondaysBefore: mondaysToLoad(addDays(first, -DAYS_PER_WEEK)),
  };
}

/** The week in the URL: its plan, the people and rooms of the chosen stores, and their appointments. */
export function useShiftsWeek() {
  const { company } = useDesk();
  const { span, mondays, mondaysBefore, ...chosen } = useChosenWeek();
  const { date, today, firstWeekday, now, first, dates, stores } = chosen;
  const live = useLive();
  const planScope = { companyId: company.id, isThere: true };
  const plan = usePlan({ ...planScope, mondays, everyMs: live.everyMs });
  const before = usePlan({ ...planScope, mondays: mondaysBefore });
  const { query: visits, content } = useShownDay(span);
  const appointments = content?.appointments ?? NO_VISITS;
  const { employees } = useReference();
  const people = employees.data?.records ?? NO_PEOPLE;
  // Rows with conflicting appointments are taller. The plan is shown only once these are loaded, so that nothing moves under
  // the pointer.
  const isReady = (employees.data !== undefined || employees.isError) && (visits.data !== undefined || visits.isError);
  const groups =
    plan.state === 'known' && isReady
      ? createShiftsWeek({ stores, dates, entries: plan.entries, employees: people, appointments, now })
      : [];
  return {
    ...{ date, today, firstWeekday, first, dates, stores, groups, before, people },
    // The plan counts as loading until the employees, each of whom has a row, and the appointments, which affect the heights of
    // the rows, are loaded.
    plan: plan.state === 'known' && !isReady ? LOADING_PLAN : plan,
    /** The errors with which the practice system asked Frontdesk to send requests again later. */
    delays: [plan.delay, ...(isReady ? [] : [employees.failureReason, visits.failureReason].filter(isTemporary))],
    visitsFailed: visits.isFetchNextPageError || (visits.isError && visits.data === undefined) || live.failures > 2,
    retryVisits: () => (visits.isFetchNextPageError ? void visits.fetchNextPage() : live.retry()),
  };
}
