import type { BoardColumn, StoreDay } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { byKey, minutesWithin } from '#app/features/board/model/column-load.ts';
import type { BoardPlan } from '#app/features/board/plan/board-plan.ts';
import { MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import { type MinuteRange, mergeMinutes } from '#app/scheduling/interval.ts';

/** In minutes: the steps in which a day of a week shows how full it is. */
const FULLNESS_STEP = 30;

/**
 * How full each half hour of a day is, 0 to 1, from midnight on: the rooms taken of the rooms there are, or whether the vet
 * whose week it is has a visit. Null where no rooms are known.
 */
export function fullnessOf(
  day: Pick<BoardColumn, 'id' | 'date' | 'employeeId'>,
  items: readonly BoardItem[],
  days: readonly StoreDay[],
  plan?: Pick<BoardPlan, 'blockedRooms'> | null,
): readonly number[] | null {
  const rooms = days
    .filter(({ clock }) => clock.date === day.date)
    .reduce((sum, { store }) => sum + store.rooms.length, 0);
  const places = day.employeeId === null ? rooms : 1;
  if (places === 0) return null;
  const own = items.filter(
    ({ columnId, appointment }) => columnId === day.id && (day.employeeId !== null || appointment.roomId !== null),
  );
  const taken = [
    ...byKey(own, ({ appointment }) => (day.employeeId === null ? (appointment.roomId ?? '') : '')).values(),
  ].map((group) => mergeMinutes(group));
  const blocked =
    day.employeeId === null
      ? [...(plan?.blockedRooms.get(day.date)?.values() ?? [])].map((ranges) => mergeMinutes(ranges))
      : [];
  return Array.from({ length: MINUTES_OF_DAY / FULLNESS_STEP }, (_, step) => {
    const half = [{ fromMinute: step * FULLNESS_STEP, toMinute: (step + 1) * FULLNESS_STEP }];
    const minutes = taken.reduce((sum, ranges) => sum + minutesWithin(half, ranges), 0);
    const there = places * FULLNESS_STEP - blocked.reduce((sum, ranges) => sum + minutesWithin(half, ranges), 0);
    // Where there is no room nothing is free.
    return there <= 0 ? 1 : Math.min(1, minutes / there);
  });
}

/** A day's band as CSS backgrounds: for each half hour of the window a bar as long as the day is full then. */
function fullnessBand(fullness: readonly number[] | null, window: MinuteRange): string {
  const bars = (fullness ?? []).flatMap((share, step) => {
    const from = step * FULLNESS_STEP;
    if (share === 0 || from < window.fromMinute || from >= window.toMinute) return [];
    const color = share === 1 ? 'var(--full)' : 'var(--part)';
    const top = `calc(var(--hour) * ${(from - window.fromMinute) / 60})`;
    const width = `${Math.max(10, Math.round(share * 100))}%`;
    return `linear-gradient(${color}, ${color}) var(--edge) ${top} / ${width} calc(var(--hour) * ${FULLNESS_STEP / 60} - 1px) no-repeat`;
  });
  return bars.join(', ') || 'none';
}

/** The bands of the days of a week. */
export function bandsOf(
  columns: readonly BoardColumn[],
  {
    items,
    days,
    window,
    plan,
  }: {
    items: readonly BoardItem[];
    days: readonly StoreDay[];
    window: MinuteRange;
    plan?: Pick<BoardPlan, 'blockedRooms'> | null | undefined;
  },
): string[] {
  return columns.map((day) => fullnessBand(fullnessOf(day, items, days, plan), window));
}
