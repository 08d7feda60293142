import type { BookingStore } from '#app/features/booking/booking-model.ts';
import { type Interval, overlaps, subtract } from '#app/features/booking/intervals.ts';
import { dayBounds, zonedAt } from '#app/features/booking/wall-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { isAssigned, takesPlace, timeOf } from './busy.ts';
import { openingsAround } from './opening.ts';

/** Starts are offered on quarters of an hour, which every zone's wall clock shares with UTC. */
const GRID = 15 * 60_000;

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
 * one room is free for the whole time, and the store is open throughout; in order of time. Where the store tells no
 * hours, any time of the day will do; where it has no rooms, rooms do not matter.
 */
export function freeTimes(input: FreeTimesInput): number[] {
  const { span, store, petId, vetId, knownUntil, now, count } = input;
  const length = span.end - span.start;
  const day = dayBounds(zonedAt(span.start, store.timeZone).toPlainDate(), store.timeZone);
  const taking = input.appointments.filter(takesPlace);
  const people = taking
    .filter((other) => (vetId !== null && isAssigned(other, vetId)) || (petId !== null && other.petId === petId))
    .map(timeOf);
  const rooms = store.rooms.map((room) => taking.filter(({ roomId }) => roomId === room.id).map(timeOf));
  const reach = { start: day.start, end: knownUntil };
  const open = (openingsAround(store, reach) ?? [reach]).flatMap((opening) => subtract(opening, people));

  const starts: number[] = [];
  for (const gap of open) {
    const from = Math.max(gap.start, day.start, now);
    for (
      let start = Math.ceil(from / GRID) * GRID;
      start + length <= Math.min(gap.end, knownUntil) && start < day.end;
      start += GRID
    ) {
      const candidate = { start, end: start + length };
      const room = rooms.length === 0 || rooms.some((taken) => taken.every((other) => !overlaps(other, candidate)));
      if (room) starts.push(start);
    }
  }
  return starts
    .sort((a, b) => Math.abs(a - span.start) - Math.abs(b - span.start) || a - b)
    .slice(0, count)
    .sort((a, b) => a - b);
}
