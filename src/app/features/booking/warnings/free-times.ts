import type { BookingStore } from '#app/features/booking/booking-model.ts';
import { dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { isOpenFor, openIntervals } from '#app/scheduling/opening-hours.ts';
import { isStay, occupies, takenTime } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isAssigned } from './busy.ts';

/** Starts are offered on quarters of an hour, which every zone's wall clock shares with UTC. */
const GRID = 15 * 60_000;

/**
 * The calendar days of a zone that have to be known to judge a span and the free times of its day, from the first
 * instant to the one after the last. Of a visit those it touches; of a stay those that it touches whenever it starts on
 * that day, since an evening free for it is nothing that a morning's stay would tell.
 */
export function daysToKnow(span: Interval, zone: string): Interval {
  const day = dayOfInstant(zone, span.start);
  const latest = isStay(span, day) ? day.end - GRID + span.end - span.start : span.end;
  const last = Math.max(span.start, span.end - 1, latest - 1);
  return { start: day.start, end: dayOfInstant(zone, last).end };
}

export interface FreeTimesInput {
  /** The time asked for: its length is kept, its start is what "near" means. */
  span: Interval;
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
 * store tells no hours, any time of the day will do; where it has no rooms, rooms do not matter.
 */
export function freeTimes(input: FreeTimesInput): number[] {
  const { span, store, petId, vetId, knownUntil, now, count } = input;
  const length = span.end - span.start;
  const day = dayOfInstant(store.timeZone, span.start);
  const reach = { start: day.start, end: knownUntil };
  const taking = input.appointments
    .filter((other) => occupies(other))
    .map((other) => ({ other, time: takenTime(other) }))
    .filter(({ time }) => overlaps(time, reach));
  const people = taking
    .filter(({ other }) => (vetId !== null && isAssigned(other, vetId)) || (petId !== null && other.petId === petId))
    .map(({ time }) => time);
  const rooms = store.rooms.map((room) =>
    taking.filter(({ other }) => other.roomId === room.id).map(({ time }) => time),
  );
  const openings = openIntervals(store, reach);

  const starts: number[] = [];
  const last = Math.min(day.end - 1, knownUntil - length);
  for (let start = Math.ceil(Math.max(day.start, now) / GRID) * GRID; start <= last; start += GRID) {
    const candidate = { start, end: start + length };
    const isFree = (taken: readonly Interval[]) => !taken.some((time) => overlaps(time, candidate));
    const open = openings === null || isOpenFor(openings, candidate, day);
    if (open && isFree(people) && (rooms.length === 0 || rooms.some(isFree))) starts.push(start);
  }
  return starts
    .sort((a, b) => Math.abs(a - span.start) - Math.abs(b - span.start) || a - b)
    .slice(0, count)
    .sort((a, b) => a - b);
}
