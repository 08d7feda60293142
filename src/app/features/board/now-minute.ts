import { createDayClock, type DayClock, isInDay, minuteOfDay } from '#app/scheduling/calendar-day.ts';
import type { BoardColumn } from './board-columns.ts';

/** The clock that was asked last for each zone; a board asks for few. */
const clocks = new Map<string, DayClock>();

/** Where the line of the present is in a column, in minutes after midnight; null where the column shows another day. */
export function nowMinute(column: Pick<BoardColumn, 'zone' | 'date'>, now: number): number | null {
  let clock = clocks.get(column.zone);
  if (clock?.date !== column.date) {
    clock = createDayClock(column.zone, column.date);
    clocks.set(column.zone, clock);
  }
  return isInDay(clock, now) ? minuteOfDay(clock, now) : null;
}
