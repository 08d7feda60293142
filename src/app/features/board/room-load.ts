import { coveredMinutes, type MinuteRange } from '#app/scheduling/interval.ts';
import { occupies } from '#app/scheduling/visit.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';

/** How full one hour of a column is. */
export interface HourLoad {
  /** The hour's first minute after midnight. */
  fromMinute: number;
  /** Minutes in which at least one appointment is on. */
  busy: number;
  /** Minutes in which the store is open; 60 where nobody says when it is. */
  open: number;
  /** Appointments that have a part in the hour. */
  count: number;
}

export interface ColumnLoad {
  column: BoardColumn;
  hours: HourLoad[];
}

function hourSpan(columns: readonly BoardColumn[], items: readonly BoardItem[]): [number, number] {
  const openings = columns.flatMap((column) => column.openings ?? []);
  const ranges: MinuteRange[] = openings.length > 0 ? openings : items.filter((item) => !item.continuesBefore);
  if (ranges.length === 0) return [8, 18];
  const from = Math.min(...ranges.map((range) => range.fromMinute));
  const to = Math.max(...ranges.map((range) => range.toMinute));
  return [Math.floor(from / 60), Math.ceil(to / 60)];
}

/**
 * The load of each room by the hour, over the hours in which any of them is open. What is cancelled takes no room.
 */
export function loadByHour(all: readonly BoardColumn[], items: readonly BoardItem[]): ColumnLoad[] {
  const columns = all.filter((column) => column.roomId !== null);
  const [first, last] = hourSpan(columns, items);
  const present = items.filter((item) => occupies(item.appointment));
  return columns.map((column) => {
    const own = present.filter((item) => item.columnId === column.id);
    const hours = Array.from({ length: last - first }, (_, index) => {
      const fromMinute = (first + index) * 60;
      const toMinute = fromMinute + 60;
      return {
        fromMinute,
        busy: Math.round(coveredMinutes(own, { fromMinute, toMinute })),
        open: column.openings === null ? 60 : Math.round(coveredMinutes(column.openings, { fromMinute, toMinute })),
        count: own.filter((item) => item.fromMinute < toMinute && item.toMinute > fromMinute).length,
      };
    });
    return { column, hours };
  });
}
