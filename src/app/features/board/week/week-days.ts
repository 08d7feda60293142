import type { BoardFilters } from '#app/addresses/board-search.ts';

import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { vetFilterIds } from '#app/features/board/model/board-filters.ts';
import { type BoardItem, byTime } from '#app/features/board/model/board-items.ts';
import type { BoardModel } from '#app/features/board/model/board-model.ts';
import type { BoardPlan } from '#app/features/board/plan/board-plan.ts';
import { occupies } from '#contract/appointment-rules.ts';
import { type MinuteRange, subtractMinutes } from '#contract/interval.ts';
import { openMinutes } from '#scheduling/opening-hours.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';

/** Whose week is shown: a vet's, a room's, or the week of all rooms and vets. */
export type WeekSubject = { vet: string } | { room: string } | 'all';

const onlyId = (ids: readonly string[]) => (ids.length === 1 ? ids[0] : undefined);

/** Determines whose week the filters select: a room's or a vet's if they name exactly one, otherwise everyone's. */
export function weekSubject({ rooms, vets }: Pick<BoardFilters, 'rooms' | 'vets'>): WeekSubject {
  const [room, vet] = [onlyId(rooms), onlyId(vets)];
  if (room !== undefined) return { room };
  return vet === undefined ? 'all' : { vet };
}

/** A day in the week view, with its appointments and how full it is. */
export interface WeekDay {
  column: BoardColumn;
  /** The appointments of the selected room or vet, or of all of them, by time. A stay appears on each of its days. */
  items: readonly BoardItem[];
  /** The number of these appointments that take place, which excludes cancelled and missed ones. */
  count: number;
  /**
   * The share of the bookable time that is taken, from 0 to 1; null if nothing is bookable or the opening hours are
   * unknown.
   */
  share: number | null;
  isClosed: boolean;
}

type WeekPlan = Pick<BoardPlan, 'bookable' | 'blockedRooms'> | null | undefined;

const totalMinutes = (ranges: readonly MinuteRange[]) =>
  ranges.reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0);

/** The time in which a room or vet can be booked, and the time taken by appointments. */
interface Resource {
  open: readonly MinuteRange[];
  taken: readonly MinuteRange[];
}

function takenShare(resources: readonly Resource[]): number | null {
  const open = resources.reduce((sum, resource) => sum + totalMinutes(resource.open), 0);
  const free = resources.reduce(
    (sum, resource) => sum + totalMinutes(subtractMinutes(resource.open, resource.taken)),
    0,
  );
  return open === 0 ? null : 1 - free / open;
}

const openMinutesOf = ({ store, clock }: StoreDay) => openMinutes(store.openingHours, clock.date);

/**
 * The resources whose time counts on a day: all rooms, or only the selected vet or room; null if the opening hours are
 * unknown.
 */
function resourcesOfDay(
  column: BoardColumn,
  {
    of,
    here,
    items,
    plan,
  }: { of: WeekSubject; here: readonly StoreDay[]; items: readonly BoardItem[]; plan: WeekPlan },
): Resource[] | null {
  const taking = items.filter(({ appointment }) => occupies(appointment));
  if (of !== 'all' && 'vet' in of) {
    const hours = plan?.bookable.get(column.id)?.openings ?? column.openings;
    return hours && [{ open: hours, taken: taking }];
  }
  const blocked = plan?.blockedRooms.get(column.date);
  const rooms: Resource[] = [];
  for (const day of here) {
    const hours = openMinutesOf(day);
    if (hours === null) return null;
    for (const { id } of day.store.rooms) {
      if (of !== 'all' && of.room !== id) continue;
      rooms.push({
        open: subtractMinutes(hours, blocked?.get(id) ?? []),
        taken: taking.filter(({ appointment }) => appointment.roomId === id),
      });
    }
  }
  return rooms;
}

interface WeekDaysInput {
  of: WeekSubject;
  plan: WeekPlan;
}

/** The days of a week, with the appointments of the selected room or vet, or of all of them. */
export function buildWeekDays(
  board: Pick<BoardModel, 'columns' | 'days' | 'items'>,
  { of, plan }: WeekDaysInput,
): WeekDay[] {
  const isChosen = ({ appointment }: BoardItem) =>
    of === 'all' || ('room' in of ? appointment.roomId === of.room : vetFilterIds(appointment).includes(of.vet));
  return board.columns.map((column) => {
    const here = board.days.filter(({ clock }) => clock.date === column.date);
    const items = board.items.filter((item) => item.columnId === column.id && isChosen(item)).sort(byTime);
    const resources = resourcesOfDay(column, { of, here, items, plan });
    return {
      column,
      items,
      count: items.filter(({ appointment }) => occupies(appointment)).length,
      share: resources && takenShare(resources),
      isClosed: here.length > 0 && here.every((day) => openMinutesOf(day)?.length === 0),
    };
  });
}
