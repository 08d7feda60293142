import { type BoardFilters, UNASSIGNED } from '#app/addresses/board-search.ts';
import type { Directory } from '#app/api/directory.ts';
import type { StoreDay } from '#app/days/shown-days.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import {
  createBookable,
  type Obstacle,
  openIntervals,
  type Planned,
  plannedIn,
  type Wanted,
  wantedOf,
} from '#scheduling/bookable.ts';
import { isInDay } from '#scheduling/calendar-day.ts';
import type { PlanEntries } from '#scheduling/duty.ts';
import { type Interval, mergeIntervals, overlaps, without } from '#scheduling/interval.ts';
import { QUARTER } from '#scheduling/opening-hours.ts';
import { isVetAt } from '#scheduling/visit.ts';

/** A room or a vet with its free time. */
export interface FreeRow {
  id: string;
  name: string;
  roomId: string | null;
  employeeId: string | null;
  /**
   * Sorted and without overlaps, within the opening hours, not before `from`. Each is at least as long as the
   * appointment.
   */
  free: Interval[];
  /** Why nothing is free; null if something is, or if nothing remains of the day. */
  why: NotFree | null;
}

/**
 * Why a room or a vet has no free time. `booked`: appointments take everything that the plan leaves, the last one until
 * then. `short`: every remaining gap is too short. `other`: no vet remains for the room, or no room for the vet.
 */
export type NotFree =
  | { kind: 'planned'; planned: Planned }
  | { kind: 'booked'; until: number }
  | { kind: 'short' }
  | { kind: 'other' };

/** Why nothing is free in the rest of the day. */
function reasonNotFree(left: readonly Interval[], obstacles: readonly Obstacle[], length: number): NotFree | null {
  if (left.length === 0) return null;
  const own = without(left, obstacles);
  if (own.some(({ start, end }) => Math.ceil(start / QUARTER) * QUARTER + length <= end)) return { kind: 'other' };
  if (own.length > 0) return { kind: 'short' };
  const fromPlan = obstacles.filter(
    (obstacle) => obstacle.kind !== 'visit' && left.some((part) => overlaps(part, obstacle)),
  );
  const planned = without(left, fromPlan).length === 0 ? plannedIn(fromPlan) : null;
  if (planned) return { kind: 'planned', planned };
  const until = Math.max(...obstacles.flatMap((obstacle) => (obstacle.kind === 'visit' ? [obstacle.end] : [])));
  return { kind: 'booked', until: Math.min(until, left.at(-1)?.end ?? until) };
}

/** The free time of a store on a day. */
export interface FreeDay {
  day: StoreDay;
  /** The opening hours that day; null if they are unknown, in which case usual hours are assumed. */
  open: Interval[] | null;
  /** What closes the store during the rest of the day; null if nothing does. */
  closure: Planned | null;
  /** Whether a vet is on duty during the rest of the day. */
  isAnybodyThere: boolean;
  /** The rooms that suit one of the categories. */
  rooms: FreeRow[];
  /** The vets selected in the filter. */
  vets: FreeRow[];
  /** Whether one of the vets may have appointments at stores that are not shown. */
  vetsElsewhere: boolean;
}

interface FreeTimeData {
  days: readonly StoreDay[];
  /** All appointments of the shown stores on these days. Without some of them free time would be unknown. */
  appointments: readonly ReceivedAppointment[];
  /** The plan of the weeks that contain these days. */
  plan: PlanEntries;
  directory: Directory;
}

const inZone = ({ store, zone }: StoreDay) => ({ ...store, timeZone: zone });

export interface FreeTimeInput extends FreeTimeData {
  /** The columns of all rooms. */
  columns: readonly BoardColumn[];
  /** Milliseconds since 1970-01-01T00:00Z, as is `from`. */
  now: number;
  /** Nothing before this is free. */
  from: number;
  /** The length of the appointment, in milliseconds. */
  length: number;
  /** The vets who can take the appointment, and its possible categories. Empty means any. */
  filters: Pick<BoardFilters, 'vets' | 'types'>;
}

/**
 * The free time of each store's rooms and vets: the union of all possible appointments of that length in the room or
 * with the vet. Time in a room is free only if a vet remains for it, and a vet's time only if a room does.
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
    const isHere = (employee: (typeof employees)[number]) => isVetAt(employee, new Set([store.id]));
    const vets = employees.filter(
      (employee) => isHere(employee) && (chosen.length === 0 || chosen.includes(employee.id)),
    );
    const bookable = createBookable({ span: whole, appointments, plan, stores: days.map(inZone), employees, now });
    const open = openIntervals(store, whole);
    const closed = bookable.ofStore(store, 'usual').obstacles;
    const left = without([{ start: Math.max(start, from), end }], closed);
    const needs = types.map((type) => {
      const any = wantedOf({ store, vet: null, type, petId: null, employees });
      return chosen.length === 0 ? any : { ...any, staff: vets };
    });
    const isVetMissing = chosen.length > 0 && vets.length === 0;

    function rowOf(
      row: Omit<FreeRow, 'free' | 'why'>,
      obstacles: readonly Obstacle[],
      options: readonly Wanted[],
    ): FreeRow {
      const starts = isVetMissing
        ? []
        : options.flatMap((option) => bookable.freeStarts(option, { length, from, count: Number.POSITIVE_INFINITY }));
      const free = mergeIntervals(starts.map(({ start }) => ({ start, end: start + length })));
      return { ...row, free, why: free.length > 0 ? null : reasonNotFree(left, obstacles, length) };
    }

    const vetTimes = bookable.somebodyThere(vets, store);
    const isAnybodyThere = left.length === 0 || without(left, without([whole], vetTimes)).length > 0;
    return {
      day,
      open: open && without([whole], without([whole], open)),
      closure: plannedIn(closed.filter((obstacle) => obstacle.end > from)),
      isAnybodyThere,
      rooms: columns.flatMap(({ id, title, roomId, storeId }) => {
        if (roomId === null || (storeId ?? '') !== store.id) return [];
        const options = needs.flatMap((option) => {
          const rooms = option.rooms?.filter((room) => room.id === roomId) ?? [{ id: roomId }];
          return rooms.length === 0 ? [] : [{ ...option, rooms }];
        });
        const row = { id, name: title, roomId, employeeId: null };
        return options.length === 0 ? [] : [rowOf(row, bookable.ofRoom(roomId).obstacles, options)];
      }),
      vets: vets.map((vet) => {
        const row = { id: `${store.id}|${vet.id}`, name: vet.name, roomId: null, employeeId: vet.id };
        const options = needs.map((option) => ({ ...option, staff: [vet] }));
        return rowOf(row, bookable.ofPerson(vet, store).obstacles, options);
      }),
      vetsElsewhere: vets.some((vet) => isVetAt(vet, elsewhere)),
    };
  });
}

/** A room that is not in use now. */
export interface FreeRoom {
  day: StoreDay;
  room: StoreDay['store']['rooms'][number];
  /**
   * When its next appointment begins, an appointment without a room needs it, the last vet leaves, or the store closes.
   */
  until: number;
}

/** A room is offered only if it is free for at least this long, in milliseconds. */
const LEAST_FREE_MS = 5 * 60_000;

/**
 * The rooms that are free now, within opening hours and with a vet remaining, in the order of stores and rooms. If a
 * store's hours are unknown, usual hours are assumed.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function freeRoomsNow({ days, appointments, plan, directory }: FreeTimeData, now: number): FreeRoom[] {
  return days.flatMap((day) => {
    if (!isInDay(day.clock, now)) return [];
    const store = inZone(day);
    const employees = [...directory.employees.values()];
    const vets = employees.filter((employee) => isVetAt(employee, new Set([store.id])));
    const span = { start: now, end: day.clock.end };
    const bookable = createBookable({ span, appointments, plan, stores: days.map(inZone), employees, now });
    const closed = bookable.ofStore(store, 'usual').obstacles;
    const left = without(bookable.somebodyThere(vets, store), closed);
    const nextMinutes = { start: now, end: now + LEAST_FREE_MS };
    const any = wantedOf({ store, vet: null, type: null, petId: null, employees });
    if (vets.length > 0 && bookable.freePlace(any, nextMinutes).employeeId === null) return [];
    const startsWithoutRoom = appointments.filter(({ roomId }) => roomId === null).map(({ start }) => instantOf(start));
    return day.store.rooms.flatMap((room) => {
      const [free] = without(left, bookable.ofRoom(room.id).obstacles);
      if (free?.start !== now) return [];
      // The room is needed from the first appointment without a room for which no other room remains.
      const ends = [free.end, ...startsWithoutRoom.filter((start) => start > now && start < free.end)];
      const until = ends
        .sort((a, b) => b - a)
        .find((end) => bookable.firstLeftOver('room', [room.id], { start: now, end }) !== null);
      return until !== undefined && until - now >= LEAST_FREE_MS ? [{ day, room, until }] : [];
    });
  });
}
