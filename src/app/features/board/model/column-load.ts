import type { BoardPlan } from '#app/features/board/plan/board-plan.ts';
import { type MinuteRange, mergeMinutes } from '#app/scheduling/interval.ts';
import { occupies } from '#contract/appointment-rules.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';

/** What columns hold: how many visits take place, and what share of the opening hours they take. */
export interface Load {
  visits: number;
  /** 0 to 1; null where there are no opening hours, or more than one visit may take place at a time. */
  share: number | null;
  /** What the plan says of it, in words. */
  note?: string | undefined;
}

function length(ranges: readonly MinuteRange[]): number {
  return ranges.reduce((sum, { fromMinute, toMinute }) => sum + toMinute - fromMinute, 0);
}

/** The minutes of `ranges`, which do not overlap, that are in others, which do not, either. */
export function minutesWithin(ranges: readonly MinuteRange[], others: readonly MinuteRange[]): number {
  return ranges.reduce(
    (sum, range) =>
      sum +
      others.reduce(
        (part, other) =>
          part + Math.max(0, Math.min(range.toMinute, other.toMinute) - Math.max(range.fromMinute, other.fromMinute)),
        0,
      ),
    0,
  );
}

/** The items that take place, by what `keyOf` says. */
export function byKey(items: readonly BoardItem[], keyOf: (item: BoardItem) => string): Map<string, BoardItem[]> {
  const groups = new Map<string, BoardItem[]>();
  for (const item of items) {
    if (!occupies(item.appointment)) continue;
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The opening minutes of a room or of a vet, and those taken; null where a share of them would say nothing. */
function takenOf(column: BoardColumn, items: readonly BoardItem[]): { taken: number; open: number } | null {
  const { openings, roomId, employeeId } = column;
  if (openings === null || (roomId === null && employeeId === null)) return null;
  return { taken: minutesWithin(mergeMinutes(items), openings), open: length(openings) };
}

const shareOf = (parts: readonly { taken: number; open: number }[]): number | null => {
  const open = parts.reduce((sum, part) => sum + part.open, 0);
  return open === 0 ? null : parts.reduce((sum, part) => sum + part.taken, 0) / open;
};

/** What each column holds, and all of them together, where a visit of several days counts once. */
export function loadsOf(
  columns: readonly BoardColumn[],
  items: readonly BoardItem[],
  plan?: Pick<BoardPlan, 'bookable' | 'notes'> | null,
): { whole: Load; byColumn: ReadonlyMap<string, Load> } {
  const groups = byKey(items, ({ columnId }) => columnId);
  const parts = columns.map((column) => {
    const own = groups.get(column.id) ?? [];
    return { id: column.id, own, taken: takenOf(plan?.bookable.get(column.id) ?? column, own) };
  });
  const ids = new Set(parts.flatMap(({ own }) => own.map(({ appointment }) => appointment.id)));
  return {
    whole: { visits: ids.size, share: shareOf(parts.flatMap(({ taken }) => taken ?? [])) },
    byColumn: new Map(
      parts.map(({ id, own, taken }) => [
        id,
        { visits: own.length, share: taken && shareOf([taken]), note: plan?.notes.get(id) },
      ]),
    ),
  };
}
