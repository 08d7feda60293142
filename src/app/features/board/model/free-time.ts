import type { Directory } from '#app/api/directory.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import {
  createBookable,
  type Obstacle,
  openIntervals,
  type Planned,
  plannedIn,
  type Wanted,
  wantedOf,
} from '#app/scheduling/bookable.ts';
import { isInDay } from '#app/scheduling/calendar-day.ts';
import type { PlanEntries } from '#app/scheduling/duty.ts';
import { type Interval, mergeIntervals, overlaps, without } from '#app/scheduling/interval.ts';
import { QUARTER } from '#app/scheduling/opening-hours.ts';
import { isVetAt } from '#app/scheduling/visit.ts';
import { type BoardFilters, UNASSIGNED } from '#app/session/board-search.ts';
import type { StoreDay } from '#app/session/shown-days.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A room or a vet with the time that is free. */
export interface FreeRow {
  id: string;
  name: string;
  roomId: string | null;
  employeeId: string | null;
  /** In order, without overlaps, within the opening hours, not before `from`, each as long as an appointment is to be at least. */
  free: Interval[];
  /** Why nothing is free; null where something is, and where nothing is left of the day. */
  why: NotFree | null;
}

/**
 * Why a room or a vet has no free time. `booked`: appointments take all that the plan leaves, the last one until then; `short`: all
 * that is left is shorter than the appointment is to be; `other`: no vet is left over for the room, or no room for the vet.
 */
export type NotFree =
  | { kind: 'planned'; planned: Planned }
  | { kind: 'booked'; until: number }
  | { kind: 'short' }
  | { kind: 'other' };

/** Why nothing is free of the time that is left of a day. */
function whyNotFree(left: readonly Interval[], obstacles: readonly Obstacle[], length: number): NotFree | null {
  if (left.length === 0) return null;
  const own = without(left, obstacles);
  if (own.some(({ start, end }) => Math.ceil(start / QUARTER) * QUARTER + length <= end)) return { kind: 'other' };
  if (own.length > 0) return { kind: 'short' };
  const ofPlan = obstacles.filter((one) => one.kind !== 'visit' && left.some((part) => overlaps(part, one)));
  const planned = without(left, ofPlan).length === 0 ? plannedIn(ofPlan) : null;
  if (planned) return { kind: 'planned', planned };
  const until = Math.max(...obstacles.flatMap((one) => (one.kind === 'visit' ? [one.end] : [])));
  return { kind: 'booked', until: Math.min(until, left.at(-1)?.end ?? until) };
}

/** The free time of a store on its day. */
export interface FreeDay {
  day: StoreDay;
  /** The opening hours that day; null where they are not known, and then a usual day is assumed. */
  open: Interval[] | null;
  /** What closes the store for some of the time that is left; null for nothing. */
  closure: Planned | null;
  /** Whether a vet is there for some of the time that is left. */
  isAnybodyThere: boolean;
  /** Those that suit one of the categories. */
  rooms: FreeRow[];
  /** Those of the filter. */
  vets: FreeRow[];
  /** Whether one of the vets may have visits at stores that are not shown. */
  vetsElsewhere: boolean;
}

interface Known {
  days: readonly StoreDay[];
  /** Every appointment of the shown stores on these days; without some of them free time is not known. */
  appointments: readonly ReceivedAppointment[];
  /** The plan of the weeks of these days. */
  plan: PlanEntries;
  directory: Directory;
}

const inZone = ({ store, zone }: StoreDay) => ({ ...store, timeZone: zone });

export interface FreeTimeInput extends Known {
  /** The columns of all rooms. */
  columns: readonly BoardColumn[];
  /** Milliseconds since 1970-01-01T00:00Z, as `from`. */
  now: number;
  /** Nothing earlier is free. */
  from: number;
  /** How long an appointment is to be, in milliseconds. */
  length: number;
  /** The vets of whom one is wanted, and the categories of which the appointment may be; none for any. */
  filters: Pick<BoardFilters, 'vets' | 'types'>;
}

/**
 * The free time of each store's rooms and vets: all that the free starts of an appointment of that length take, in that room or
 * with that vet. A time is free for a room only if a vet is left over for it, and for a vet only if a room is.
 */
export function freeTime({
  days,
  columns,
  appointments,
  plan,
  directory,
  now,
  from,
  length,
  filters,
}: FreeTimeInput): FreeDay[] {
  const shown = new Set(days.map(({ store }) => store.id));
  const elsewhere = new Set(directory.company.stores.map(({ id }) => id).filter((id) => !shown.has(id)));
  const employees = [...directory.employees.values()];
  const chosen = filters.vets.filter((id) => id !== UNASSIGNED);
  const types = filters.types.length === 0 ? [null] : filters.types.map((category) => ({ category }));
  return days.map((day) => {
    const { start, end } = day.clock;
    const whole = { start, end };
    const store = inZone(day);
    const isHere = (one: (typeof employees)[number]) => isVetAt(one, new Set([store.id]));
    const vets = employees.filter((one) => isHere(one) && (chosen.length === 0 || chosen.includes(one.id)));
    const bookable = createBookable({ span: whole, appointments, plan, stores: days.map(inZone), employees, now });
    const open = openIntervals(store, whole);
    const closed = bookable.ofStore(store, 'usual').obstacles;
    const left = without([{ start: Math.max(start, from), end }], closed);
    const wanted = types.map((type) => {
      const anything = wantedOf({ store, vet: null, type, petId: null, employees });
      return chosen.length === 0 ? anything : { ...anything, staff: vets };
    });
    const isVetMissing = chosen.length > 0 && vets.length === 0;

    function rowOf(
      row: Omit<FreeRow, 'free' | 'why'>,
      obstacles: readonly Obstacle[],
      ways: readonly Wanted[],
    ): FreeRow {
      const starts = isVetMissing
        ? []
        : ways.flatMap((way) => bookable.freeStarts(way, { length, from, count: Number.POSITIVE_INFINITY }));
      const free = mergeIntervals(starts.map(({ start }) => ({ start, end: start + length })));
      return { ...row, free, why: free.length > 0 ? null : whyNotFree(left, obstacles, length) };
    }

    const there = bookable.somebodyThere(vets, store);
    const isAnybodyThere = left.length === 0 || without(left, without([whole], there)).length > 0;
    return {
      day,
      open: open && without([whole], without([whole], open)),
      closure: plannedIn(closed.filter((one) => one.end > from)),
      isAnybodyThere,
      rooms: columns.flatMap(({ id, title, roomId, storeId }) => {
        if (roomId === null || (storeId ?? '') !== store.id) return [];
        const ways = wanted.flatMap((way) => {
          const rooms = way.rooms?.filter((room) => room.id === roomId) ?? [{ id: roomId }];
          return rooms.length === 0 ? [] : [{ ...way, rooms }];
        });
        const row = { id, name: title, roomId, employeeId: null };
        return ways.length === 0 ? [] : [rowOf(row, bookable.ofRoom(roomId).obstacles, ways)];
      }),
      vets: vets.map((vet) => {
        const row = { id: `${store.id}|${vet.id}`, name: vet.name, roomId: null, employeeId: vet.id };
        const ways = wanted.map((way) => ({ ...way, staff: [vet] }));
        return rowOf(row, bookable.ofPerson(vet, store).obstacles, ways);
      }),
      vetsElsewhere: vets.some((vet) => isVetAt(vet, elsewhere)),
    };
  });
}

/** A room in which nothing is booked now. */
export interface FreeRoom {
  day: StoreDay;
  room: StoreDay['store']['rooms'][number];
  /** When its next appointment begins, one without a room needs it, the last vet leaves, or the store closes. */
  until: number;
}

/** A room that is free for less than this is not offered, in milliseconds. */
const LEAST_FREE_MS = 5 * 60_000;

/**
 * The rooms that are free now within the opening hours, where a vet is left over now, in the order of the stores and their rooms. Where a
 * store's hours are unknown a usual day is assumed.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function freeRoomsNow({ days, appointments, plan, directory }: Known, now: number): FreeRoom[] {
  return days.flatMap((day) => {
    if (!isInDay(day.clock, now)) return [];
    const store = inZone(day);
    const employees = [...directory.employees.values()];
    const vets = employees.filter((one) => isVetAt(one, new Set([store.id])));
    const span = { start: now, end: day.clock.end };
    const bookable = createBookable({ span, appointments, plan, stores: days.map(inZone), employees, now });
    const closed = bookable.ofStore(store, 'usual').obstacles;
    const left = without(bookable.somebodyThere(vets, store), closed);
    const soon = { start: now, end: now + LEAST_FREE_MS };
    const anything = wantedOf({ store, vet: null, type: null, petId: null, employees });
    if (vets.length > 0 && bookable.freePlace(anything, soon).employeeId === null) return [];
    const startsWithoutRoom = appointments.filter(({ roomId }) => roomId === null).map(({ start }) => instantOf(start));
    return day.store.rooms.flatMap((room) => {
      const [free] = without(left, bookable.ofRoom(room.id).obstacles);
      if (free?.start !== now) return [];
      // It is needed from the first appointment without a room on for which no other is left.
      const ends = [free.end, ...startsWithoutRoom.filter((start) => start > now && start < free.end)];
      const until = ends
        .sort((one, other) => other - one)
        .find((end) => bookable.firstLeftOver('room', [room.id], { start: now, end }) !== null);
      return until !== undefined && until - now >= LEAST_FREE_MS ? [{ day, room, until }] : [];
    });
  });
}
