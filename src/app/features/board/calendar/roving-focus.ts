import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { appointmentIdAt, visitAt } from '#app/features/board/visit-elements.ts';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import type { BlockStates } from './block-states.ts';

/** `left` means towards the start of a line of text, on the right-hand side in a language such as Arabic. */
type ArrowMove = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

export const MOVES: Readonly<Record<string, ArrowMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  // Columns follow the direction of the text.
  [keyBack]: 'left',
  [keyOn]: 'right',
  Home: 'first',
  End: 'last',
};

/** What the arrows lead to: the block of a visit, or a band of the plan. */
interface Stop extends Pick<BoardItem, 'columnId' | 'fromMinute' | 'toMinute'> {
  appointment: { readonly id: string };
}

interface Arrangement {
  /** Ids of the columns from the start of a line: left to right, or right to left. */
  columnIds: readonly string[];
  items: readonly Stop[];
}

function inTime(one: Stop, other: Stop): number {
  return (
    one.fromMinute - other.fromMinute ||
    one.toMinute - other.toMinute ||
    (one.appointment.id < other.appointment.id ? -1 : 1)
  );
}

/** The earliest of the items; null where there is none. */
export function firstInTime(items: readonly Stop[]): Stop | null {
  return [...items].sort(inTime)[0] ?? null;
}

/**
 * The block that an arrow key moves to: up and down by time within a column, left and right to the nearest column with
 * a block, at the block closest in time. The first block where the one before is gone, null where there is none.
 */
export function blockAfter({ columnIds, items }: Arrangement, from: string, move: ArrowMove): Stop | null {
  const current = items.find((item) => item.appointment.id === from);
  if (!current) return firstInTime(items);
  if (move === 'left' || move === 'right') return acrossFrom(current, { columnIds, items }, move === 'left' ? -1 : 1);
  const column = items.filter((item) => item.columnId === current.columnId).sort(inTime);
  if (move === 'first') return column[0] ?? null;
  if (move === 'last') return column.at(-1) ?? null;
  return column[column.indexOf(current) + (move === 'down' ? 1 : -1)] ?? null;
}

function acrossFrom(current: Stop, { columnIds, items }: Arrangement, step: 1 | -1): Stop | null {
  let index = columnIds.indexOf(current.columnId) + step;
  for (; index >= 0 && index < columnIds.length; index += step) {
    const column = items.filter((item) => item.columnId === columnIds[index]).sort(inTime);
    const first = column[0];
    if (!first) continue;
    const distance = (item: Stop) => Math.abs(item.fromMinute - current.fromMinute);
    return column.reduce((best, item) => (distance(item) < distance(best) ? item : best), first);
  }
  return null;
}

/** Moves the focus as browsers do: FullCalendar keeps them from it, so that a field would go on taking the keys. */
function onMouseDown({ target, defaultPrevented }: MouseEvent) {
  if (!defaultPrevented) return;
  const block = visitAt(target);
  if (block) block.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

interface RovingFocusInput {
  columns: readonly BoardColumn[];
  /** The items that have a block. */
  items: readonly BoardItem[];
  states: BlockStates;
  /** Called with the appointment of the block that an arrow key moved to. */
  onMove: (appointmentId: string) => void;
}

/** One block is in the tab order, the last that had the focus; the arrow keys move from it to the others. */
export function useRovingFocus({ columns, items, states, onMove }: RovingFocusInput) {
  const [lastId, setLastId] = useState<string | null>(null);
  const isThere = items.some((item) => item.appointment.id === lastId);
  return {
    /** The appointment whose block is in the tab order. */
    tabStop: isThere ? lastId : (firstInTime(items)?.appointment.id ?? null),
    handlers: {
      onMouseDown,
      onFocus({ target }: FocusEvent) {
        const id = appointmentIdAt(target);
        if (id !== null) setLastId(id);
      },
      onKeyDown(event: KeyboardEvent) {
        const move = MOVES[event.key];
        const id = appointmentIdAt(event.target);
        if (!move || id === null || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const drawn = items.filter((item) => states.has(item.appointment.id));
        const next = blockAfter({ columnIds: columns.map((column) => column.id), items: drawn }, id, move);
        if (!next) return;
        states.focus(next.appointment.id);
        onMove(next.appointment.id);
      },
    },
  };
}
