import { type DayFreshness, useCurrentDay } from '#app/api/appointments.ts';
import { PAGE_LIMIT } from '#app/api/pages.ts';
import { addDays, dateIn, dayInterval } from '#app/scheduling/calendar-day.ts';
import { during, isAssigned } from '#app/scheduling/clashes.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { openStarts } from '#app/scheduling/opening-hours.ts';
import { takenTime } from '#app/scheduling/visit.ts';
import { occupies, roomsThatSuit } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BookingStore } from './booking-schema.ts';

export interface FreeTimesInput {
  /** How long the visit is, in milliseconds. */
  length: number;
  store: BookingStore;
  petId: string | null;
  /** The category of the visit type; null while none is chosen. */
  category: string | null;
  /** The staff of whom one has to be free for the whole time; empty where nobody has to. */
  staffIds: readonly string[];
  /** All appointments in `known`, of all stores in reach. */
  appointments: readonly ReceivedAppointment[];
  /** The store's calendar days that are loaded: only times within them are offered. */
  known: Interval;
  /** Nothing earlier is offered; milliseconds since 1970-01-01T00:00Z. */
  from: number;
  /** How many to offer. */
  count: number;
}

/**
 * The first possible starts, on quarters of an hour: the store is open for a visit of that length, a room that suits
 * and one of the staff are free throughout, and the pet has no other visit that day. Where the store has no rooms, rooms
 * do not matter.
 */
export function freeTimes(input: FreeTimesInput): number[] {
  const { length, store, petId, category, staffIds, appointments, known, count } = input;
  const zone = store.timeZone;
  const from = Math.max(input.from, known.start);
  const others = appointments.filter(occupies).map((other) => ({ other, taken: takenTime(other) }));
  const takenBy = (isTheirs: (other: ReceivedAppointment) => boolean) =>
    others.filter(({ other }) => isTheirs(other)).map(({ taken }) => taken);
  const pet = petId === null ? [] : takenBy((other) => other.petId === petId);
  const rooms = roomsThatSuit(store.rooms, category).map(({ id }) => takenBy(({ roomId }) => roomId === id));
  const staff = staffIds.map((staffId) => takenBy((other) => isAssigned(other, staffId)));

  const starts: number[] = [];
  for (let date = dateIn(zone, from); starts.length < count; date = addDays(date, 1)) {
    const day = dayInterval(zone, date);
    if (day.start >= known.end) break;
    for (const start of openStarts(store, date, length, from)) {
      const time = { start, end: start + length };
      const isFree = (taken: readonly Interval[]) => !taken.some((one) => overlaps(one, time));
      const whole = { start: day.start, end: Math.max(day.end, time.end) };
      if (time.end > known.end || starts.length >= count) break;
      if (pet.some((one) => overlaps(one, whole))) continue;
      if ((store.rooms.length === 0 || rooms.some(isFree)) && (staff.length === 0 || staff.some(isFree)))
        starts.push(start);
    }
  }
  return starts;
}

/** The room that a visit would get at a time: the first that suits and is free; null where none is. */
export function freeRoom(
  store: BookingStore,
  category: string | null,
  time: Interval,
  appointments: readonly ReceivedAppointment[],
): string | null {
  const taken = new Set(during(appointments, time).map(({ roomId }) => roomId));
  return roomsThatSuit(store.rooms, category).find(({ id }) => !taken.has(id))?.id ?? null;
}

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

/** The most requests for one search, including those for the day itself, since all desks share the budget. */
const MAX_REQUESTS = 6;

interface FreeTimesQuestion
  extends Pick<FreeTimesInput, 'length' | 'petId' | 'category' | 'staffIds' | 'from' | 'count'> {
  companyId: string;
  stores: readonly BookingStore[];
  store: BookingStore;
  /** The store's calendar day to start from. */
  firstDay: Interval;
  /** Whether the first day may be requested, as it may if nothing is said; one that is loaded is read in any case. */
  begin?: boolean;
  /** Whether the following days may be requested, too; those that are loaded are read in any case. */
  ahead: boolean;
  /** Loads the days again that are loaded already, where no polling keeps them up to date. */
  refetch?: boolean;
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
  /** All appointments on these days. */
  appointments: readonly ReceivedAppointment[];
  /** Unresolved records on these days: any time may be taken by them. */
  unreadable: number;
  /** Retries what could not be loaded. */
  retry: () => void;
}

interface Reading extends KnownDays {
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
  const first = useFurther({ ...question, ahead: question.begin ?? true }, begin, day);
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
  const { companyId, stores, freshness, ahead, refetch = false } = question;
  const maxPages = MAX_REQUESTS - known.requests;
  const isAsked = maxPages > 0;
  const options = { enabled: isAsked && ahead, maxPages, refetch };
  const day = useCurrentDay({ companyId, stores, span: next }, freshness, options);
  if (next === null || !isAsked) return known;
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
