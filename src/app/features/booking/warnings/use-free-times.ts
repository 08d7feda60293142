import { PAGE_LIMIT } from '#app/api/pages.ts';
import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type FreeTimesInput, freeTimes, nextDays } from './free-times.ts';
import { type DayFreshness, useCurrentDay } from './use-current-day.ts';

/** The most requests for one search, including those for the day itself, since all desks share the budget. */
const MAX_REQUESTS = 6;

interface FreeTimesQuestion
  extends Pick<FreeTimesInput, 'length' | 'petId' | 'category' | 'staffIds' | 'from' | 'count'> {
  companyId: string;
  stores: readonly BookingStore[];
  store: BookingStore;
  /** The store's calendar day to start from. */
  firstDay: Interval;
  /** Whether the following days may be requested, too; those that are loaded are read in any case. */
  ahead: boolean;
  freshness: DayFreshness;
}

/** The days that are loaded, from the first one on, and the free times on them. */
export interface KnownDays {
  /**
   * `enough`: as many times as wanted were found; `failed`: the days after `span` could not be loaded; `ended`: the
   * search stops at `span`.
   */
  state: 'enough' | 'loading' | 'failed' | 'ended';
  /** The days that are loaded. */
  span: Interval;
  starts: number[];
  /** Unresolved records on these days: any time may be taken by them. */
  unreadable: number;
  /** Retries what could not be loaded. */
  retry: () => void;
}

interface Reading extends KnownDays {
  appointments: readonly ReceivedAppointment[];
  requests: number;
}

/**
 * The next free times, from `from` on. Loads days until enough are found: first that day, which the form has loaded
 * already, then a few days, then more, in six requests at most.
 */
export function useFreeTimes(question: FreeTimesQuestion): KnownDays {
  const day = question.firstDay;
  const nothing = { starts: [], unreadable: 0, appointments: [], requests: 0, retry: () => undefined };
  const begin: Reading = { ...nothing, state: 'ended', span: { start: day.start, end: day.start } };
  const first = useFurther({ ...question, ahead: true }, begin, day);
  const second = useFurther(question, first, daysAfter(question, first, 1, 5));
  const third = useFurther(question, second, daysAfter(question, second, 2, 14));
  return useFurther(question, third, daysAfter(question, third, 2, 14));
}

/** The days to load next, in about this many requests. */
function daysAfter({ store }: FreeTimesQuestion, known: Reading, requests: number, days: number) {
  if (known.state !== 'ended') return null;
  const records = known.appointments.length;
  return nextDays({ known: known.span, records, zone: store.timeZone, most: requests * PAGE_LIMIT, days });
}

/** The state after loading the next days, too; unchanged where there are none to load. */
function useFurther(question: FreeTimesQuestion, known: Reading, next: Interval | null): Reading {
  const { companyId, stores, freshness, ahead } = question;
  const maxPages = MAX_REQUESTS - known.requests;
  const enabled = next !== null && maxPages > 0;
  const day = useCurrentDay(
    {
      companyId,
      storeIds: stores.map(({ id }) => id),
      from: next ? new Date(next.start).toISOString() : '',
      to: next ? new Date(next.end).toISOString() : '',
    },
    freshness,
    { enabled: enabled && ahead, maxPages },
  );
  if (!enabled) return known;
  const { state, retry } = day;
  const pages = day.pages ?? [];
  if (state === 'failed') return { ...known, state, retry };
  if (state === 'part' && pages.length >= maxPages) return { ...known, state: 'ended' };
  if (state !== 'complete') return { ...known, state: 'loading' };
  const appointments = [...known.appointments, ...pages.flatMap(({ records }) => records)];
  const span = { start: known.span.start, end: next.end };
  const starts = freeTimes({ ...question, appointments, known: span });
  return {
    state: starts.length >= question.count ? 'enough' : 'ended',
    span,
    starts,
    appointments,
    unreadable: known.unreadable + pages.reduce((sum, { unresolvedIds }) => sum + unresolvedIds.length, 0),
    requests: known.requests + pages.length,
    retry: known.retry,
  };
}
