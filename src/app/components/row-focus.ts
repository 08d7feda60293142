import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isForTarget } from '#app/browser/shortcut-key.ts';

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  PageUp: (index) => index - 15,
  PageDown: (index) => index + 15,
  Home: () => 0,
  End: (_, last) => last,
};

/** The id of the row in which something happened; rows have theirs in `data-row`. */
export const rowIdAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;

/** The row with this id; null if it is not rendered. */
export const rowIn = (list: ParentNode | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null;

interface RowFocusOptions {
  /** The row in the tab order at first; by default the first in the list. */
  firstId: string | null | undefined;
  focusRow: (id: string, index: number) => void;
}

/**
 * Keeps one row of a list in the tab order; arrow keys move to the others. When it disappears, the row that follows takes
 * its place.
 */
export function useRowFocus(ids: readonly string[], { firstId, focusRow }: RowFocusOptions) {
  const [active, setActive] = useState({ id: firstId, index: 0 });
  const index = ids.indexOf(active.id ?? '');
  // Others may have appeared or disappeared before it.
  if (index >= 0 && index !== active.index) setActive({ id: active.id, index });
  const last = ids.length - 1;
  return {
    tabStop: ids[index >= 0 ? index : Math.min(active.index, last)],
    onFocus({ target }: Pick<FocusEvent, 'target'>) {
      const id = rowIdAt(target);
      if (id !== undefined) setActive({ id, index: ids.indexOf(id) });
    },
    onKeyDown(event: KeyboardEvent) {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const [step, from] = [STEPS[key], rowIdAt(target)];
      if (!step || from === undefined || altKey || ctrlKey || metaKey || shiftKey || isForTarget(target)) return;
      event.preventDefault();
      const next = Math.min(Math.max(step(ids.indexOf(from), last), 0), last);
      const id = ids[next];
      if (id === undefined) return;
      setActive({ id, index: next });
      focusRow(id, next);
    },
  };
}

/** The row that was last opened, to which the focus returns. */
let lastOpened: string | null = null;

/** Remembers which row was opened. */
export function rememberOpened(id: string): void {
  lastOpened = id;
}

/** The same in a list whose rows are rendered only near the view: a row gets the focus as soon as it is rendered. */
export function useLongListFocus(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  scrollTo: (index: number) => void,
) {
  const [returnedId] = useState(lastOpened);
  const awaited = useRef(returnedId);
  useEffect(() => {
    const row = awaited.current === null ? null : rowIn(list.current, awaited.current);
    if (!row) return;
    const isReturning = lastOpened === awaited.current;
    awaited.current = null;
    lastOpened = null;
    // Back in the list, only if nothing else has been focused in the meantime.
    if (!isReturning) row.focus();
    else if (document.activeElement === document.body) row.focus({ preventScroll: true });
  });
  return useRowFocus(ids, {
    firstId: returnedId,
    focusRow(id, index) {
      lastOpened = null;
      awaited.current = id;
      scrollTo(index);
    },
  });
}
