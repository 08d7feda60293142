import type { Directory } from '#app/api/directory.ts';
import type { BoardColumn, StoreDay } from '#app/features/board/model/board-columns.ts';
import { createBookable, type Obstacle, openIntervals, type Planned, plannedIn } from '#app/scheduling/bookable.ts';
import { isInDay } from '#app/scheduling/calendar-day.ts';
import { isDutyPlanned, type PlanEntries } from '#app/scheduling/duty.ts';
import { type Interval, overlaps, without } from '#app/scheduling/interval.ts';
import { isVetAt } from '#app/scheduling/visit.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A room or a vet with the time that is free. */
export interface FreeRow {
  id: string;
  name: string;
  roomId: string | null;
  employeeId: string | null;
  /** In order, without overlaps, within the opening hours, not before `from`. */
  free: Interval[];
  /** What the plan has against all of the time that is left; null where it leaves some. */
  planned: Planned | null;
}

/** The free time of a store on its day. */
export interface FreeDay {
  day: StoreDay;
  /** The opening hours that day; null where they are not known, and then any time of the day counts as open. */
  open: Interval[] | null;
  /** What closes the store for some of the time that is left; null for nothing. */
  closure: Planned | null;
  /** Whether a vet is there for some of the time that is left; then alone a room is free. */
  isAnybodyThere: boolean;
  /** Whether anybody has duty at the store in that week; otherwise all its vets count as there. */
  isDutyPlanned: boolean;
  rooms: FreeRow[];
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

/** A store of the board with its vets, as the rule asks for them. */
function askedOf({ store, zone }: StoreDay, { employees }: Directory) {
  const vets = [...employees.values()].filter((employee) => isVetAt(employee, new Set([store.id])));
  return { store: { ...store, timeZone: zone }, vets };
}

/** The free time of each store's rooms and vets, from `from` on. Where no vet is there, no room is free. */
export function freeTime({
  days,
  columns,
  appointments,
  plan,
  directory,
  from,
}: Known & {
  /** The columns of all rooms. */
  columns: readonly BoardColumn[];
  /** Nothing earlier is free; milliseconds since 1970-01-01T00:00Z. */
  from: number;
}): FreeDay[] {
  const shown = new Set(days.map(({ store }) => store.id));
  const elsewhere = new Set(directory.company.stores.map(({ id }) => id).filter((id) => !shown.has(id)));
  return days.map((day) => {
    const { start, end } = day.clock;
    const whole = { start, end };
    const { store, vets } = askedOf(day, directory);
    const bookable = createBookable({ span: whole, appointments, plan });
    const told = openIntervals(store, whole);
    const closed = bookable.ofStore(store, 'unknown').obstacles;
    const left = without([{ start: Math.max(start, from), end }], closed);
    const rowOf = (row: Omit<FreeRow, 'free' | 'planned'>, obstacles: readonly Obstacle[]): FreeRow => {
      const planned = obstacles.filter((one) => one.kind !== 'visit' && left.some((part) => overlaps(part, one)));
      const isAll = left.length > 0 && without(left, planned).length === 0;
      return { ...row, free: without(left, obstacles), planned: isAll ? plannedIn(planned) : null };
    };
    const nobody = without([whole], bookable.somebodyThere(vets, store));
    const isAnybodyThere = left.length === 0 || without(left, nobody).length > 0;
    return {
      day,
      open: told && without([whole], without([whole], told)),
      closure: plannedIn(closed.filter((one) => one.end > from)),
      isDutyPlanned: isDutyPlanned(plan, store, whole),
      isAnybodyThere,
      rooms: columns
        .filter((column) => column.roomId !== null && (column.storeId ?? '') === store.id)
        .map(({ id, title, roomId }) => {
          const row = rowOf({ id, name: title, roomId, employeeId: null }, bookable.ofRoom(roomId ?? '').obstacles);
          return { ...row, free: without(row.free, nobody) };
        }),
      vets: vets.map((vet) =>
        rowOf(
          { id: `${store.id}|${vet.id}`, name: vet.name, roomId: null, employeeId: vet.id },
          bookable.ofPerson(vet, store).obstacles,
        ),
      ),
      vetsElsewhere: vets.some((vet) => isVetAt(vet, elsewhere)),
    };
  });
}

/** A room in which nothing is booked now. */
export interface FreeRoom {
  day: StoreDay;
  room: StoreDay['store']['rooms'][number];
  /** When its next visit begins, the last vet leaves, or the store closes. */
  until: number;
}

/** A room that is free for less than this is not offered, in milliseconds. */
const LEAST_FREE_MS = 5 * 60_000;

/**
 * The rooms that are free now within the opening hours while a vet is there, in the order of the stores and their rooms. Where a
 * store's hours are unknown a usual day is assumed.
 *
 * @param now milliseconds since 1970-01-01T00:00Z
 */
export function freeRoomsNow({ days, appointments, plan, directory }: Known, now: number): FreeRoom[] {
  return days.flatMap((day) => {
    if (!isInDay(day.clock, now)) return [];
    const { store, vets } = askedOf(day, directory);
    const span = { start: now, end: day.clock.end };
    const bookable = createBookable({ span, appointments, plan, now });
    const closed = bookable.ofStore(store, 'usual').obstacles;
    const left = without(bookable.somebodyThere(vets, store), closed);
    return day.store.rooms.flatMap((room) => {
      const [free] = without(left, bookable.ofRoom(room.id).obstacles);
      return free?.start === now && free.end - now >= LEAST_FREE_MS ? [{ day, room, until: free.end }] : [];
    });
  });
}
