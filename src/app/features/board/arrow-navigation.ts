import type { BoardItem } from './board-items.ts';

/** `left` means towards the start of a line of text, on the right-hand side in a language such as Arabic. */
export type ArrowMove = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

interface Arrangement {
  /** Ids of the columns from the start of a line: left to right, or right to left. */
  columnIds: readonly string[];
  items: readonly BoardItem[];
}

function inTime(one: BoardItem, other: BoardItem): number {
  return (
    one.fromMinute - other.fromMinute ||
    one.toMinute - other.toMinute ||
    (one.appointment.id < other.appointment.id ? -1 : 1)
  );
}

/**
 * The block that an arrow key moves to: up and down by time within a column, left and right to the nearest column with
 * a block, at the block closest in time. Null where there is none.
 */
export function blockAfter({ columnIds, items }: Arrangement, from: string | null, move: ArrowMove): BoardItem | null {
  const current = items.find((item) => item.appointment.id === from);
  if (!current) return items.length > 0 ? ([...items].sort(inTime)[0] ?? null) : null;
  if (move === 'left' || move === 'right') return acrossFrom(current, { columnIds, items }, move === 'left' ? -1 : 1);
  const column = items.filter((item) => item.columnId === current.columnId).sort(inTime);
  if (move === 'first') return column[0] ?? null;
  if (move === 'last') return column.at(-1) ?? null;
  return column[column.indexOf(current) + (move === 'down' ? 1 : -1)] ?? null;
}

function acrossFrom(current: BoardItem, { columnIds, items }: Arrangement, step: 1 | -1): BoardItem | null {
  let index = columnIds.indexOf(current.columnId) + step;
  for (; index >= 0 && index < columnIds.length; index += step) {
    const column = items.filter((item) => item.columnId === columnIds[index]).sort(inTime);
    const first = column[0];
    if (!first) continue;
    const distance = (item: BoardItem) => Math.abs(item.fromMinute - current.fromMinute);
    return column.reduce((best, item) => (distance(item) < distance(best) ? item : best), first);
  }
  return null;
}
