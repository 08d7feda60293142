import { PAGE_LIMIT } from '#app/api/pages.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import {
  type BookableStore,
  createBookable,
  type FreeStart,
  type StartsQuery,
  type Wanted,
} from '#scheduling/bookable.ts';
import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { type PlanEntries, weeksToKnow } from '#scheduling/duty.ts';
import type { Interval } from '#scheduling/interval.ts';
import { type DayFreshness, useCurrentDays } from './current-day.ts';

interface NextDaysInput {
  /** The calendar days that are loaded, and their number of records. */
  known: Interval;
  records: number;
  zone: string;
  /** The approximate maximum number of records to read. */
  most: number;
  /** The maximum number of days. */
  days: number;
}

const DAY_MS = 24 * 3_600_000;

/** The days to load next: as many as are likely to have this many records, estimated from the loaded days. */
export function nextDays({ known, records, zone, most, days }: NextDaysInput): Interval {
  const perDay = records / Math.max(1, Math.round((known.end - known.start) / DAY_MS));
  const fitting = perDay === 0 ? days : Math.floor(most / perDay);
  const ahead = Math.max(1, Math.min(days, fitting));
  return { start: known.end, end: dayInterval(zone, addDays(dateIn(zone, known.end), ahead)).start };
}

/** How many free times are offered at once. */
export const OFFERED = 5;

/** The following days are loaded after a longer pause, since all desks share the request budget. */
export const AHEAD_DEBOUNCE_MS = 600;

/**
 * The maximum number of requests for one search, including those for the day itself, since all desks share the budget.
 */
const MAX_REQUESTS = 6;

interface FreeTimesQuestion extends Wanted, StartsQuery {
  stores: readonly BookableStore[];
  /** All staff. */
  employees: readonly ReceivedEmployee[];
  /** The zones in which the plan is needed; by default the store's. */
  zones?: readonly string[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** The store's calendar day to start from. */
  firstDay: Interval;
  /** Whether the first day may be requested (the default); a loaded one is used in any case. */
  begin?: boolean;
  /** Whether the following days may be requested, too; loaded ones are used in any case. */
  ahead: boolean;
  /** Whether the first day is loaded at any cost, for a day that is on the screen. */
  isFirstNeeded?: boolean;
  /** Appointments to ignore, since they are being moved. */
  without?: ReadonlySet<string>;
  freshness: DayFreshness;
}

interface Search extends FreeTimesQuestion {
  /** Whether the practice system has a plan. */
  hasPlan: boolean;
}

/** The loaded days, starting with the first, and their free times. */
export interface FreeTimes {
  /**
   * `enough`: as many times as wanted were found; `failed`: the days after `span` could not be loaded; `unplanned`:
   * their plan could not be loaded; `ended`: the search stops at `span`.
   */
  state: 'enough' | 'loading' | 'failed' | 'unplanned' | 'ended';
  /** The days that are loaded. */
  span: Interval;
  starts: FreeStart[];
  /** All appointments on the days. */
  appointments: readonly ReceivedAppointment[];
  /** The plan of the days. */
  plan: PlanEntries;
  /** Whether these days can be booked. */
  bookable: ReturnType<typeof createBookable>;
  /** Unreadable records on these days and in their plan: any time may be taken by them. */
  unreadable: number;
  /** Retries what could not be loaded. */
  retry: () => void;
}

interface Reading extends FreeTimes {
  /** Unreadable records on the days. */
  unreadVisits: number;
  requests: number;
  /** The weeks of the plan that are loaded, by their Mondays. */
  weeks: readonly string[];
}

/** The start of every search. */
const NOTHING = {
  ...{
    starts: [],
    unreadable: 0,
    unreadVisits: 0,
    appointments: [],
    plan: [],
    requests: 0,
    weeks: [],
    retry: () => undefined,
  },
  bookable: createBookable({ span: { start: 0, end: 0 }, appointments: [], plan: [], stores: [], employees: [] }),
};

/**
 * The next free times, from `from` on. Loads days and their plan until enough are found: first that day, which the form
 * has already loaded, then a few days, then more, in six requests at most.
 */
export function useFreeTimes(question: FreeTimesQuestion): FreeTimes {
  const { hasPlan } = useDesk();
  const search = { ...question, hasPlan };
  const day = question.firstDay;
  const begin: Reading = { ...NOTHING, state: 'ended', span: { start: day.start, end: day.start } };
  const first = useFurther({ ...search, ahead: question.begin ?? true }, begin, day);
  const second = useFurther(search, first, daysAfter(search, first, 1, 5));
  const third = useFurther(search, second, daysAfter(search, second, 2, 14));
  return useFurther(search, third, daysAfter(search, third, 2, 14));
}

/** The days to load next, in about this many requests, not counting those for the plan. */
function daysAfter(search: Search, known: Reading, requests: number, days: number) {
  if (known.state !== 'ended') return null;
  const records = known.appointments.length;
  const zone = search.store.timeZone;
  const next = nextDays({ known: known.span, records, zone, most: requests * PAGE_LIMIT, days });
  // One request is for the days; each remaining one may be for a week of the plan.
  const remainingRequests = Math.max(0, MAX_REQUESTS - known.requests - 1);
  const further = weeksOf(search, next).filter((monday) => !known.weeks.includes(monday))[remainingRequests];
  return further === undefined ? next : { ...next, end: Math.min(next.end, dayInterval(zone, further).start) };
}

/** The weeks of the plan that are needed for some days, by their Mondays. */
function weeksOf({ hasPlan, store, zones = [store.timeZone] }: Search, days: Interval): string[] {
  return hasPlan ? weeksToKnow(zones, days) : [];
}

/** The state after also loading the next days; unchanged if there are none to load. */
function useFurther(search: Search, known: Reading, next: Interval | null): Reading {
  const { stores, employees, now, freshness, ahead, without } = search;
  const { start } = known.span;
  const end = next && next.end > next.start ? next.end : null;
  const weeks = end === null ? [] : weeksOf(search, { start, end });
  const newWeeks = weeks.filter((monday) => !known.weeks.includes(monday)).length;
  const isFirst = known.requests === 0;
  const maxPages =
    isFirst && search.isFirstNeeded ? Number.POSITIVE_INFINITY : MAX_REQUESTS - known.requests - newWeeks;
  const isAsked = end !== null && maxPages > 0;
  const days = useCurrentDays({ stores, span: next, mondays: weeks }, freshness, {
    enabled: isAsked && ahead,
    maxPages,
  });
  const { state, plan, pageCount, retry } = days;
  if (!isAsked) return known;
  if (state === 'failed' || state === 'unplanned') return { ...known, state, retry };
  if (state === 'part' && pageCount >= maxPages) return { ...known, state: 'ended', requests: MAX_REQUESTS };
  if (state !== 'complete') return { ...known, state: 'loading' };
  const span = { start, end };
  const appointments = [...known.appointments, ...days.appointments.filter(({ id }) => !without?.has(id))];
  const bookable = createBookable({ span, appointments, plan, stores, employees, now });
  const starts = bookable.freeStarts(search, search);
  return {
    ...{ span, starts, bookable, appointments, plan, weeks },
    state: starts.length >= search.count ? 'enough' : 'ended',
    unreadVisits: known.unreadVisits + days.unreadVisits,
    unreadable: known.unreadVisits + days.unreadable,
    requests: known.requests + pageCount + newWeeks,
    retry: known.retry,
  };
}
