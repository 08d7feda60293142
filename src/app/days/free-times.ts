import { useState } from 'react';
import { PAGE_LIMIT } from '#app/api/pages.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { type Interval, isSameInterval } from '#contract/interval.ts';
import type { ReceivedAppointment, ReceivedEmployee } from '#contract/received.ts';
import {
  type AppointmentNeeds,
  type BookableStore,
  createBookable,
  type FreeStart,
  type HeldRequest,
  type StartsQuery,
} from '#scheduling/bookable.ts';
import { addDays, dateIn, dayInterval } from '#scheduling/calendar-day.ts';
import { type PlanEntries, weeksToLoad } from '#scheduling/plan.ts';
import { type DayFreshness, type DaySpan, useDays } from './use-days.ts';

/** The number of free times that are offered at once. */
export const OFFERED_TIME_COUNT = 5;

/**
 * The pause, in milliseconds, before the days after the first are loaded. It is long, since all desks share the request
 * budget.
 */
export const NEXT_DAYS_DEBOUNCE_MS = 600;

/**
 * The maximum number of requests for one search, including those for the first day. It is low, since all desks share the
 * request budget.
 */
const MAX_REQUESTS = 6;

/** The steps of the search after the first day: each loads at most `days` days, in about `requests` requests. */
const STEPS = [
  { days: 5, requests: 1 },
  { days: 14, requests: 2 },
  { days: 14, requests: 2 },
] as const;

const DAY_MS = 24 * 3_600_000;

interface NextDaysInput {
  /** The calendar days that are loaded. */
  loaded: Interval;
  /** The number of records on the loaded days. */
  records: number;
  zone: string;
  /** The approximate maximum number of records to read. */
  most: number;
  /** The maximum number of days. */
  days: number;
}

/**
 * Returns the days to load next: as many as are likely to have at most `most` records, estimated from the loaded days.
 */
export function estimateNextDays({ loaded, records, zone, most, days }: NextDaysInput): Interval {
  const perDay = records / Math.max(1, Math.round((loaded.end - loaded.start) / DAY_MS));
  const fitting = perDay === 0 ? days : Math.floor(most / perDay);
  const ahead = Math.max(1, Math.min(days, fitting));
  return { start: loaded.end, end: dayInterval(zone, addDays(dateIn(zone, loaded.end), ahead)).start };
}

interface SearchProgress {
  /** The days of the search so far. */
  days: readonly DaySpan[];
  /** Whether all of these days are loaded. */
  isComplete: boolean;
  /** Whether these days have enough free times. */
  isEnough: boolean;
  /** The number of records on these days. */
  records: number;
  /** The number of requests that loaded these days. */
  requestCount: number;
}

interface SearchLimits {
  firstDay: Interval;
  /** Whether the first day is on the screen, so that it is loaded however many requests this takes. */
  isFirstShown?: boolean;
  /** The IANA zone of the calendar days. */
  zone: string;
  /** The IANA zones in which the plan is needed; empty if there is no plan. */
  planZones: readonly string[];
}

/** Returns the days to load for a search. They stay the same while the search waits for them, and once it has ended. */
export function extendSearch(
  { days, isComplete, isEnough, records, requestCount }: SearchProgress,
  { firstDay, isFirstShown = false, zone, planZones }: SearchLimits,
): readonly DaySpan[] {
  const [first] = days;
  if (first === undefined) {
    const maxPages = isFirstShown ? Number.POSITIVE_INFINITY : MAX_REQUESTS - weeksToLoad(planZones, firstDay).length;
    return [{ ...firstDay, maxPages }];
  }
  const step = STEPS[days.length - 1];
  if (!isComplete || isEnough || !step) return days;
  const loaded = { start: first.start, end: days.at(-1)?.end ?? first.end };
  const next = estimateNextDays({ loaded, records, zone, most: step.requests * PAGE_LIMIT, days: step.days });
  const loadedWeeks = weeksToLoad(planZones, loaded);
  const newWeeks = weeksToLoad(planZones, next).filter((monday) => !loadedWeeks.includes(monday));
  // One of the remaining requests is for the days; each other one may be for a week of the plan.
  const remaining = MAX_REQUESTS - requestCount;
  const weeks = newWeeks.slice(0, Math.max(0, remaining - 1));
  const [beyond] = newWeeks.slice(weeks.length);
  const end = beyond === undefined ? next.end : Math.min(next.end, dayInterval(zone, beyond).start);
  return remaining < 1 || end <= next.start ? days : [...days, { ...next, end, maxPages: remaining - weeks.length }];
}

interface FreeTimesQuery extends AppointmentNeeds, StartsQuery {
  stores: readonly BookableStore[];
  /** All employees. */
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
  /** Whether the first day is on the screen, so that it is loaded however many requests this takes. */
  isFirstShown?: boolean;
  /** The ids of appointments and requests from the web site to ignore, since they are being moved or booked. */
  without?: ReadonlySet<string>;
  freshness: DayFreshness;
}

/** The loaded days, starting with the first, and their free times. */
export interface FreeTimes {
  /**
   * `enough`: `count` times were found; `failed`: the days after `span` could not be loaded; `unplanned`: the plan for
   * those days could not be loaded; `ended`: the search stops at the end of `span`.
   */
  state: 'enough' | 'loading' | 'failed' | 'unplanned' | 'ended';
  /** The days that are loaded. */
  span: Interval;
  starts: FreeStart[];
  /** The appointments on the days, except those to ignore. */
  appointments: readonly ReceivedAppointment[];
  /** The requests from the web site whose time is held, except those to ignore. */
  held: readonly HeldRequest[];
  /** The plan for these days. */
  plan: PlanEntries;
  /** Finds out which times on these days can be booked. */
  bookable: ReturnType<typeof createBookable>;
  /**
   * The number of records on these days, entries in their plan and requests from the web site that could not be read.
   * They may take up any time.
   */
  unreadable: number;
  /** Retries what could not be loaded. */
  retry: () => void;
}

const NO_DAYS: readonly DaySpan[] = [];

/**
 * Finds the next free times from `from` on. Loads days and their plan until there are enough times: first `firstDay`,
 * which the form has already loaded, then a few days, then more, in at most six requests.
 */
export function useFreeTimes(query: FreeTimesQuery): FreeTimes {
  const { store, stores, employees, now, firstDay, freshness, without, begin = true, ahead } = query;
  const { zones = [store.timeZone], isFirstShown = false } = query;
  const { hasPlan } = useDesk();
  const [searched, setSearched] = useState<readonly DaySpan[]>([]);
  const days = searched[0] && isSameInterval(searched[0], firstDay) ? searched : NO_DAYS;
  const requestable = !begin ? 0 : ahead ? Number.POSITIVE_INFINITY : 1;
  const known = useDays(days, { zones, freshness, requestable, isFirstShown });
  const { plan, unreadable, retry } = known;
  const isIncluded = ({ id }: { id: string }) => !without?.has(id);
  const held = known.held.filter(isIncluded);

  const firstMissing = days.findIndex((day) => known.statusOf(day).state !== 'complete');
  const loadedDays = firstMissing === -1 ? days : days.slice(0, firstMissing);
  const span = { start: firstDay.start, end: loadedDays.at(-1)?.end ?? firstDay.start };
  const appointments = known.appointments.filter(isIncluded);
  const bookable = createBookable({ span, appointments, heldRequests: held, plan, stores, employees, now });
  const starts = bookable.findFreeStarts(query, query);
  const isEnough = loadedDays.length > 0 && starts.length >= query.count;

  const wanted = extendSearch(
    {
      ...{ days, isEnough, records: appointments.length },
      isComplete: firstMissing === -1,
      requestCount: known.requestCount,
    },
    { firstDay, isFirstShown, zone: store.timeZone, planZones: hasPlan ? zones : [] },
  );
  if (wanted !== days) setSearched(wanted);
  const missing = days[firstMissing];
  const state = missing ? known.statusOf(missing).state : 'complete';
  return {
    state: isEnough
      ? 'enough'
      : wanted !== days || state === 'loading'
        ? 'loading'
        : state === 'complete' || state === 'cut'
          ? 'ended'
          : state,
    ...{ span, starts, bookable, appointments, held, plan, unreadable, retry },
  };
}
