import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The row that was opened last: the way back leads to it. */
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
  list?.querySelector<HTMLElement>(`tr[data-appointment="${CSS.escape(id)}"]`) ?? null;

/** One row is in the tab order; the arrow keys lead from it to the others, also to those that are not drawn. */
export function useRowFocus(
  scroller: RefObject<HTMLElement | null>,
  records: readonly ReceivedAppointment[],
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
      // Only where nothing else has the focus by now.
      if (document.activeElement === document.body) row.focus({ preventScroll: true });
    }
  });
  const activeIndex = records.findIndex(({ id }) => id === activeId);
  return {
    tabStop: (activeIndex < 0 ? records[0]?.id : activeId) ?? null,
    onFocus({ target: element }: FocusEvent) {
      const id = element.closest<HTMLElement>('tr[data-appointment]')?.dataset['appointment'];
      if (id !== undefined) setActiveId(id);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { altKey, ctrlKey, metaKey, shiftKey } = event;
      const step = STEPS[event.key];
      const row = event.target instanceof Element ? event.target.closest('tr[data-appointment]') : null;
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

/** Remembers the row from which an appointment is opened. */
export function rememberOpened(id: string): void {
  lastOpened = id;
}
