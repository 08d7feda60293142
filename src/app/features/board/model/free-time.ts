import type { Directory } from '#app/api/directory.ts';
import { type BoardColumn, isExpected, type StoreDay } from '#app/features/board/model/board-columns.ts';
import { MIN_MINUTES } from '#app/features/board/model/board-items.ts';
import { isInDay } from '#app/scheduling/calendar-day.ts';
import { type Interval, mergeIntervals } from '#app/scheduling/interval.ts';
import { openIntervals, usualHours } from '#app/scheduling/opening-hours.ts';
import { isBeingSeen, oddEndOf, recordedTime } from '#app/scheduling/visit.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A room or a vet with the time in which nothing is booked. */
export interface FreeRow {
  id: string;
  name: string;
  roomId: string | null;
  employeeId: string | null;
  /** In order, without overlaps, within the opening hours, not before `from`. */
  free: Interval[];
}

/** The free time of a store on its day. */
export interface FreeDay {
  day: StoreDay;
  /** The opening hours that day; null where they are not known, and then any time of the day counts as open. */
  open: Interval[] | null;
  rooms: FreeRow[];
  vets: FreeRow[];
  /** Whether one of the vets may have visits at stores that are not shown. */
  vetsElsewhere: boolean;
}

/** The parts of `open` from `from` on that no interval of `taken` covers, in order. */
export function freeIntervals(open: readonly Interval[], taken: readonly Interval[], from: number): Interval[] {
  const free: Interval[] = [];
  const busy = mergeIntervals(taken);
  for (const { start, end } of mergeIntervals(open)) {
    let reached = Math.max(start, from);
    for (const next of busy) {
      if (next.end <= reached) continue;
      if (next.start >= end) break;
      if (next.start > reached) free.push({ start: reached, end: next.start });
      reached = next.end;
    }
    if (reached < end) free.push({ start: reached, end });
  }
  return free;
}

interface FreeTimeInput {
  days: readonly StoreDay[];
  /** The columns of all rooms. */
  columns: readonly BoardColumn[];
  /** Every appointment of the shown stores on these days; without some of them free time is not known. */
  appointments: readonly ReceivedAppointment[];
  directory: Directory;
  /** Nothing earlier is free; milliseconds since 1970-01-01T00:00Z. */
  from: number;
}

/** The duration of an appointment without a valid end, as on the board. */
const MIN_MS = MIN_MINUTES * 60_000;

function timeTaken(appointment: ReceivedAppointment): Interval {
  const time = recordedTime(appointment);
  return oddEndOf(time) === null ? time : { start: time.start, end: time.start + MIN_MS };
}

function clip(intervals: readonly Interval[], { start, end }: Interval): Interval[] {
  return intervals
    .map((interval) => ({ start: Math.max(interval.start, start), end: Math.min(interval.end, end) }))
    .filter((interval) => interval.start < interval.end);
}

/** The free time of each store's rooms and vets. Cancelled visits take no time. */
export function freeTime({ days, columns, appointments, directory, from }: FreeTimeInput): FreeDay[] {
  const taking = appointments.filter(occupies).map((appointment) => ({ appointment, time: timeTaken(appointment) }));
  const takenBy = (isTheirs: (appointment: ReceivedAppointment) => boolean) =>
    taking.filter(({ appointment }) => isTheirs(appointment)).map(({ time }) => time);
  const shown = new Set(days.map(({ store }) => store.id));
  return days.map((day) => {
    const { store, zone, clock } = day;
    const whole = { start: clock.start, end: clock.end };
    const told = openIntervals({ openingHours: store.openingHours, timeZone: zone }, whole);
    const open = told && clip(told, whole);
    const rowOf = (row: Omit<FreeRow, 'free'>, taken: readonly Interval[]): FreeRow => ({
      ...row,
      free: freeIntervals(open ?? [whole], taken, from),
    });
    const rooms = columns
      .filter((column) => column.roomId !== null && (column.storeId ?? '') === store.id)
      .map(({ id, title, roomId }) =>
        rowOf(
          { id, name: title, roomId, employeeId: null },
          takenBy((appointment) => (appointment.storeId ?? '') === store.id && appointment.roomId === roomId),
        ),
      );
    const expected = [...directory.employees.values()].filter((employee) => isExpected(employee, new Set([store.id])));
    const vets = expected.map(({ id, name }) =>
      rowOf(
        { id: `${store.id}|${id}`, name, roomId: null, employeeId: id },
        takenBy(({ employees }) => employees.some((employee) => employee.id === id)),
      ),
    );
    const elsewhere = directory.company.stores.filter(({ id }) => !shown.has(id));
    const vetsElsewhere = expected.some(({ storeIds }) =>
      elsewhere.some(({ id }) => storeIds === null || storeIds.includes(id)),
    );
    return { day, open, rooms, vets, vetsElsewhere };
  });
}

/** A room in which nothing is booked now. */
export interface FreeRoom {
  day: StoreDay;
  room: StoreDay['store']['rooms'][number];
  /** When its next visit begins, or the store closes. */
  until: number;
}

/** A room that is free for less than this is not offered, in milliseconds. */
const LEAST_FREE_MS = 5 * 60_000;

/** The time for which a visit takes its room as it looks now: while the patient is being seen, whatever its times say. */
function timeTakenNow(appointment: ReceivedAppointment, now: number): Interval {
  const { start, end } = timeTaken(appointment);
  return isBeingSeen(appointment) ? { start: Math.min(start, now), end: Math.max(end, now + 1) } : { start, end };
}

/**
 * The rooms that are free now within the opening hours, in the order of the stores and their rooms. Where a store's
 * hours are unknown a usual day is assumed.
 *
 * @param appointments every one of these days; without some of them nothing is known to be free
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function freeRoomsNow(
  days: readonly StoreDay[],
  appointments: readonly ReceivedAppointment[],
  now: number,
): FreeRoom[] {
  const key = (storeId: string | null, roomId: string) => `${storeId ?? ''} ${roomId}`;
  /** Until when each room is free: until now where something is in it. */
  const nextIn = new Map<string, number>();
  for (const appointment of appointments) {
    if (appointment.roomId === null || !occupies(appointment)) continue;
    const { start, end } = timeTakenNow(appointment, now);
    if (end <= now) continue;
    const room = key(appointment.storeId, appointment.roomId);
    nextIn.set(room, Math.min(nextIn.get(room) ?? Number.POSITIVE_INFINITY, Math.max(start, now)));
  }
  return days.flatMap((day) => {
    const { store, zone, clock } = day;
    if (!isInDay(clock, now)) return [];
    const openingHours = store.openingHours.length > 0 ? store.openingHours : usualHours;
    const hours = openIntervals({ openingHours, timeZone: zone }, { start: now, end: now + 1 });
    const open = hours?.find(({ start, end }) => start <= now && now < end);
    if (!open) return [];
    return store.rooms
      .map((room) => ({ day, room, until: Math.min(nextIn.get(key(store.id, room.id)) ?? open.end, open.end) }))
      .filter(({ until }) => until - now >= LEAST_FREE_MS);
  });
}
