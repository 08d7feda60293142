import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { addDays, dateIn, dayInterval, dayOfInstant, mondayOf } from '#app/scheduling/calendar-day.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { isOpenFor, openIntervals } from '#app/scheduling/opening-hours.ts';
import { isStay, occupies, takenTime } from '#app/scheduling/visit.ts';
import { clockAt, firstInstantOf } from '#app/scheduling/wall-clock.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isAssigned } from './booking-warnings.ts';

/** Starts are offered on quarters of an hour, which every zone's wall clock shares with UTC. */
const GRID = 15 * 60_000;

/**
 * The calendar days of a zone that have to be known to judge a time and the free times of its day, from the first
 * instant to the one after the last. Of a visit those it touches; of a stay those that it touches whenever it starts on
 * that day, since an evening free for it is nothing that a morning's stay would tell.
 */
export function daysToKnow(time: Interval, zone: string): Interval {
  const day = dayOfInstant(zone, time.start);
  const latest = isStay(time, day) ? day.end - GRID + time.end - time.start : time.end;
  const last = Math.max(time.start, time.end - 1, latest - 1);
  return { start: day.start, end: dayOfInstant(zone, last).end };
}

export interface FreeTimesInput {
  /** The time asked for: its length is kept, its start is what "near" means. */
  time: Interval;
  store: BookingStore;
  petId: string | null;
  vetId: string | null;
  /** Everything known of the day, of all stores in reach. */
  appointments: readonly ReceivedAppointment[];
  /** Beyond this instant nothing is known, so nothing that ends later is offered. */
  knownUntil: number;
  /** Nothing earlier is offered; milliseconds since 1970-01-01T00:00Z. */
  now: number;
  /** How many to offer. */
  count: number;
}

/**
 * The starts nearest to the one asked for, on the same calendar day of the store, at which the vet and the pet are free,
 * one room is free for the whole time, and the store is open for a visit of that length; in order of time. Where the
 * store publishes no hours, any time of the day will do; where it has no rooms, rooms do not matter.
 */
export function freeTimes(input: FreeTimesInput): number[] {
  const { time, store, petId, vetId, knownUntil, now, count } = input;
  const length = time.end - time.start;
  const day = dayOfInstant(store.timeZone, time.start);
  const reach = { start: day.start, end: knownUntil };
  const others = input.appointments
    .filter(occupies)
    .map((other) => ({ other, taken: takenTime(other) }))
    .filter(({ taken }) => overlaps(taken, reach));
  const people = others
    .filter(({ other }) => (vetId !== null && isAssigned(other, vetId)) || (petId !== null && other.petId === petId))
    .map(({ taken }) => taken);
  const rooms = store.rooms.map((room) =>
    others.filter(({ other }) => other.roomId === room.id).map(({ taken }) => taken),
  );
  const open = openIntervals(store, reach);

  const starts: number[] = [];
  const last = Math.min(day.end - 1, knownUntil - length);
  for (let start = Math.ceil(Math.max(day.start, now) / GRID) * GRID; start <= last; start += GRID) {
    const candidate = { start, end: start + length };
    const isFree = (taken: readonly Interval[]) => !taken.some((one) => overlaps(one, candidate));
    const isOpen = open === null || isOpenFor(open, candidate, day);
    if (isOpen && isFree(people) && (rooms.length === 0 || rooms.some(isFree))) starts.push(start);
  }
  return starts
    .sort((a, b) => Math.abs(a - time.start) - Math.abs(b - time.start) || a - b)
    .slice(0, count)
    .sort((a, b) => a - b);
}

/** How many days are looked at for a free time when the day asked for has none. */
export const DAYS_AHEAD = 7;

/** What lasts longer is not looked for on later days: the records of weeks would have to be read for it. */
const LONGEST = 24 * 3_600_000;

type LaterInput = Omit<FreeTimesInput, 'knownUntil' | 'appointments'>;

/** Some of the days to look at, and what has to be known for that. */
export interface LaterDays {
  /** The time asked for, on each of the days that could take it if nothing were booked; never none. */
  times: Interval[];
  /** What to read: it depends on the week and on today alone, so that all dates, lengths, vets and pets share it. */
  window: Interval;
}

/** Whether a free time of this length is looked for on later days at all. */
export function looksAhead(time: Interval): boolean {
  return time.end - time.start <= LONGEST;
}

/**
 * The days to look at when the day asked for has no free time, by calendar week of the store: the seven after it, or
 * from today on where it has passed. A week is read in one piece, and with it the day after it, into which what starts
 * late may last. None where no day could take the length, so that nothing is asked for in vain.
 */
export function laterDays(input: LaterInput): LaterDays[] {
  const { time, store, now } = input;
  if (!looksAhead(time)) return [];
  const zone = store.timeZone;
  const clock = clockAt(zone, time.start);
  const today = dateIn(zone, now);
  const first = later(addDays(dateIn(zone, time.start), 1), today);
  const weeks = new Map<number, LaterDays>();
  for (let days = 0; days < DAYS_AHEAD; days += 1) {
    const date = addDays(first, days);
    const start = firstInstantOf(zone, date, clock);
    const moved = { start, end: start + time.end - time.start };
    const monday = mondayOf(date);
    const window = {
      start: dayInterval(zone, later(monday, today)).start,
      end: dayInterval(zone, addDays(monday, 7)).end,
    };
    const unbooked = { ...input, time: moved, appointments: [], knownUntil: window.end, count: 1 };
    if (freeTimes(unbooked).length === 0) continue;
    const week = weeks.get(window.end);
    if (week) week.times.push(moved);
    else weeks.set(window.end, { times: [moved], window });
  }
  return [...weeks.values()];
}

/** The free starts of the first of the days that has some, once everything in their window is known; null without one. */
export function firstFree(days: LaterDays, input: Omit<FreeTimesInput, 'knownUntil' | 'time'>): number[] | null {
  for (const time of days.times) {
    const starts = freeTimes({ ...input, time, knownUntil: days.window.end });
    if (starts.length > 0) return starts;
  }
  return null;
}

/** The later of two dates, `YYYY-MM-DD`. */
function later(one: string, other: string): string {
  return one < other ? other : one;
}
