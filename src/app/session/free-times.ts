import { PAGE_LIMIT } from '#app/api/pages.ts';
import {
  type BookableStore,
  createBookable,
  type FreeStart,
  type StartsQuery,
  type Wanted,
} from '#app/scheduling/bookable.ts';
import { addDays, dateIn, dayInterval } from '#app/scheduling/calendar-day.ts';
import { type PlanEntries, weeksToKnow } from '#app/scheduling/duty.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import { type DayFreshness, useCurrentDays } from './current-day.ts';
import { useDesk } from './use-desk.ts';

interface NextDaysInput {
  /** The calendar days that are loaded, and how many records they have. */
  known: Interval;
  records: number;
  zone: string;
  /** About so many records may be read. */
  most: number;
  /** So many days at most. */
  days: number;
}

const DAY_MS = 24 * 3_600_000;

/** The days to load next: as many as should have this many records, estimated from the days that are loaded. */
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

/** The most requests for one search, including those for the day itself, since all desks share the budget. */
const MAX_REQUESTS = 6;

interface FreeTimesQuestion extends Wanted, StartsQuery {
  stores: readonly BookableStore[];
  /** All staff. */
  employees: readonly ReceivedEmployee[];
  /** The zones in which the plan has to be known; that of the store if nothing is said. */
  zones?: readonly string[];
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** The store's calendar day to start from. */
  firstDay: Interval;
  /** Whether the first day may be requested, as it may if nothing is said; one that is loaded is read in any case. */
  begin?: boolean;
  /** Whether the following days may be requested, too; those that are loaded are read in any case. */
  ahead: boolean;
  /** Whether the first day is loaded whatever it costs, as for the day that somebody is looking at. */
  isFirstNeeded?: boolean;
  /** The appointments that do not count, since they are moved. */
  without?: ReadonlySet<string>;
  freshness: DayFreshness;
}

interface Search extends FreeTimesQuestion {
  /** Whether the practice system has a plan. */
  hasPlan: boolean;
}

/** The days that are loaded, from the first one on, and the free times on them. */
export interface FreeTimes {
  /**
   * `enough`: as many times as wanted were found; `failed`: the days after `span` could not be loaded; `unplanned`: the plan of
   * these could not be; `ended`: the search stops at `span`.
   */
  state: 'enough' | 'loading' | 'failed' | 'unplanned' | 'ended';
  /** The days that are loaded. */
  span: Interval;
  starts: FreeStart[];
  /** All appointments on the days. */
  appointments: readonly ReceivedAppointment[];
  /** The plan of the days. */
  plan: PlanEntries;
  /** What is known of these days. */
  bookable: ReturnType<typeof createBookable>;
  /** Unresolved records on these days, and entries of their plan: any time may be taken by them. */
  unreadable: number;
  /** Retries what could not be loaded. */
  retry: () => void;
}

interface Reading extends FreeTimes {
  /** Unresolved records on the days. */
  unreadVisits: number;
  requests: number;
  /** The weeks of the plan that are loaded, by their Mondays. */
  weeks: readonly string[];
}

/** Where every search begins. */
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
 * The next free times, from `from` on. Loads days and their plan until enough are found: first that day, which the form has
 * loaded already, then a few days, then more, in six requests at most.
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

/** The days to load next, in about this many requests beside those for the plan. */
function daysAfter(search: Search, known: Reading, requests: number, days: number) {
  if (known.state !== 'ended') return null;
  const records = known.appointments.length;
  const zone = search.store.timeZone;
  const next = nextDays({ known: known.span, records, zone, most: requests * PAGE_LIMIT, days });
  // One request is for the days; each of the others that are left may be for a week of the plan.
  const left = Math.max(0, MAX_REQUESTS - known.requests - 1);
  const further = weeksOf(search, next).filter((monday) => !known.weeks.includes(monday))[left];
  return further === undefined ? next : { ...next, end: Math.min(next.end, dayInterval(zone, further).start) };
}

/** The weeks of the plan that have to be known for some days, by their Mondays. */
function weeksOf({ hasPlan, store, zones = [store.timeZone] }: Search, days: Interval): string[] {
  return hasPlan ? weeksToKnow(zones, days) : [];
}

/** The state after loading the next days, too; unchanged where there are none to load. */
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
