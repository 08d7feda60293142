import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import { recedes } from './status-look.tsx';

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

interface Stretch {
  fromMinute: number;
  toMinute: number;
}

/** The minutes of [from, to) that at least one of the stretches covers. */
export function coveredMinutes(stretches: readonly Stretch[], from: number, to: number): number {
  let covered = 0;
  let reached = from;
  for (const stretch of [...stretches].sort((one, other) => one.fromMinute - other.fromMinute)) {
    const begin = Math.max(stretch.fromMinute, reached);
    const end = Math.min(stretch.toMinute, to);
    if (end <= begin) continue;
    covered += end - begin;
    reached = end;
  }
  return covered;
}

function hourSpan(columns: readonly BoardColumn[], items: readonly BoardItem[]): [number, number] {
  const openings = columns.flatMap((column) => column.openings ?? []);
  const stretches: Stretch[] = openings.length > 0 ? openings : items.filter((item) => !item.continuesBefore);
  if (stretches.length === 0) return [8, 18];
  const from = Math.min(...stretches.map((stretch) => stretch.fromMinute));
  const to = Math.max(...stretches.map((stretch) => stretch.toMinute));
  return [Math.floor(from / 60), Math.ceil(to / 60)];
}

/**
 * The load of each room by the hour, over the hours in which any of them is open. What is cancelled takes no room.
 */
export function loadByHour(all: readonly BoardColumn[], items: readonly BoardItem[]): ColumnLoad[] {
  const columns = all.filter((column) => column.roomId !== null);
  const [first, last] = hourSpan(columns, items);
  const present = items.filter((item) => !recedes(item.appointment.status));
  return columns.map((column) => {
    const own = present.filter((item) => item.columnId === column.id);
    const hours = Array.from({ length: last - first }, (_, index) => {
      const fromMinute = (first + index) * 60;
      const toMinute = fromMinute + 60;
      return {
        fromMinute,
        busy: Math.round(coveredMinutes(own, fromMinute, toMinute)),
        open: column.openings === null ? 60 : Math.round(coveredMinutes(column.openings, fromMinute, toMinute)),
        count: own.filter((item) => item.fromMinute < toMinute && item.toMinute > fromMinute).length,
      };
    });
    return { column, hours };
  });
}
