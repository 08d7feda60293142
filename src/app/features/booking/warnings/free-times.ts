import type { BookingStore } from '#app/features/booking/booking-schema.ts';
import { addDays, dateIn, dayInterval, dayOfInstant } from '#app/scheduling/calendar-day.ts';
import { isAssigned } from '#app/scheduling/clashes.ts';
import { type Interval, overlaps } from '#app/scheduling/interval.ts';
import { openStarts } from '#app/scheduling/opening-hours.ts';
import { roomsThatSuit } from '#app/scheduling/rooms.ts';
import { takenTime } from '#app/scheduling/visit.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

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

/** The calendar days of a zone that have to be loaded to check a time. */
export function daysToKnow(time: Interval, zone: string): Interval {
  return {
    start: dayOfInstant(zone, time.start).start,
    end: dayOfInstant(zone, Math.max(time.start, time.end - 1)).end,
  };
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
