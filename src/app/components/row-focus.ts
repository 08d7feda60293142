import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { needsKeys } from '#app/browser/shortcut-key.ts';
import { keyBack, keyForward } from '#app/language/line-direction.ts';

const END_STEPS: Readonly<Record<string, number>> = { Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };
const ROW_STEPS: Readonly<Record<string, number>> = { [keyBack]: -1, [keyForward]: 1, ...END_STEPS };
const LIST_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -15, PageDown: 15 };

const clampIndex = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);

/** The index to which a key moves, in a list or in a grid whose cells are listed row by row; null if it moves nowhere. */
function nextIndex(key: string, index: number, count: number, columns: number): number | null {
  const [row, column] = [Math.floor(index / columns), index % columns];
  const byRows = (columns === 1 ? { ...LIST_STEPS, ...END_STEPS } : LIST_STEPS)[key];
  if (byRows !== undefined) return clampIndex(row + byRows, count / columns) * columns + column;
  const byColumns = columns === 1 ? undefined : ROW_STEPS[key];
  return byColumns === undefined ? null : row * columns + clampIndex(column + byColumns, columns);
}

/** The id (`data-row`) of the row that contains an element; undefined outside of rows. */
export const rowIdAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;

/** The row with this id; null if it is not rendered. */
export const rowIn = (list: ParentNode | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null;

interface RowFocusOptions {
  /** The id of the row that is in the tab order at first; by default the first in the list. */
  firstId: string | null | undefined;
  focusRow: (id: string, index: number) => void;
  /** The number of columns of a grid, in which each id is a cell, listed row by row; 1 in a list. */
  columns?: number;
}

/**
 * Keeps one row of a list, or one cell of a grid, in the tab order; arrow keys move to the others. If that row
 * disappears, the row that followed it is in the tab order instead.
 */
export function useRowFocus(ids: readonly string[], { firstId, focusRow, columns = 1 }: RowFocusOptions) {
  const [active, setActive] = useState({ id: firstId, index: 0 });
  const index = ids.indexOf(active.id ?? '');
  // The index is updated, since other rows may have appeared or disappeared before the active one.
  if (index >= 0 && index !== active.index) setActive({ id: active.id, index });
  return {
    tabStop: ids[index >= 0 ? index : clampIndex(active.index, ids.length)],
    onFocus({ target }: Pick<FocusEvent, 'target'>) {
      const id = rowIdAt(target);
      if (id !== undefined) setActive({ id, index: ids.indexOf(id) });
    },
    onKeyDown(event: KeyboardEvent) {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const from = ids.indexOf(rowIdAt(target) ?? '');
      if (from < 0 || altKey || ctrlKey || metaKey || shiftKey || needsKeys(target)) return;
      const next = nextIndex(key, from, ids.length, columns) ?? -1;
      const id = ids[next];
      if (id === undefined) return;
      event.preventDefault();
      setActive({ id, index: next });
      focusRow(id, next);
    },
  };
}

/** The id of the row that was last opened, to which the focus returns; null if there is none, or once it has returned. */
let lastOpenedId: string | null = null;

export function rememberOpenedRow(id: string): void {
  lastOpenedId = id;
}

/**
 * Like {@link useRowFocus}, for a list whose rows are rendered only near the visible area: a row to which a key moves
 * gets the focus as soon as it is rendered.
 */
export function useLongListFocus(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  scrollTo: (index: number) => void,
) {
  const [returnedId] = useState(lastOpenedId);
  const awaitedRowId = useRef(returnedId);
  useEffect(() => {
    const row = awaitedRowId.current === null ? null : rowIn(list.current, awaitedRowId.current);
    if (!row) return;
    const isReturning = lastOpenedId === awaitedRowId.current;
    awaitedRowId.current = null;
    lastOpenedId = null;
    // When the person comes back to the list, the row is focused only if nothing else has the focus.
    if (!isReturning) row.focus();
    else if (document.activeElement === document.body) row.focus({ preventScroll: true });
  });
  return useRowFocus(ids, {
    firstId: returnedId,
    focusRow(id, index) {
      lastOpenedId = null;
      awaitedRowId.current = id;
      scrollTo(index);
    },
  });
}
