import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The row that was last opened, to which the focus returns. */
let lastOpened: string | null = null;

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  PageUp: (index) => index - 15,
  PageDown: (index) => index + 15,
  Home: () => 0,
  End: (_, last) => last,
};

const rowOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`) ?? null;

/**
 * Keeps one row of a table in the tab order; rows have their id in `data-row`. Arrow keys move to the others, including
 * rows that are not rendered.
 */
export function useRowFocus(
  scroller: RefObject<HTMLElement | null>,
  records: readonly { readonly id: string }[],
  scrollTo: (index: number) => void,
) {
  const [activeId, setActiveId] = useState(lastOpened);
  const target = useRef<string | null>(null);
  const hasReturned = useRef(lastOpened === null);
  useEffect(() => {
    if (target.current !== null) {
      const row = rowOf(scroller.current, target.current);
      row?.focus();
      if (row) target.current = null;
    } else if (!hasReturned.current && activeId !== null) {
      const row = rowOf(scroller.current, activeId);
      if (!row) return;
      hasReturned.current = true;
      lastOpened = null;
      // Only if nothing else has been focused in the meantime.
      if (document.activeElement === document.body) row.focus({ preventScroll: true });
    }
  });
  const activeIndex = records.findIndex(({ id }) => id === activeId);
  return {
    tabStop: (activeIndex < 0 ? records[0]?.id : activeId) ?? null,
    onFocus({ target: element }: FocusEvent) {
      const id = element.closest<HTMLElement>('tr[data-row]')?.dataset['row'];
      if (id !== undefined) setActiveId(id);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { altKey, ctrlKey, metaKey, shiftKey } = event;
      const step = STEPS[event.key];
      const row = event.target instanceof Element ? event.target.closest('tr[data-row]') : null;
      if (!step || row === null || altKey || ctrlKey || metaKey || shiftKey) return;
      event.preventDefault();
      const from = Math.max(activeIndex, 0);
      const index = Math.min(Math.max(step(from, records.length - 1), 0), records.length - 1);
      const id = records[index]?.id;
      if (id === undefined) return;
      scrollTo(index);
      target.current = id;
      setActiveId(id);
    },
  };
}

/** Remembers which row was opened. */
export function rememberOpened(id: string): void {
  lastOpened = id;
}
