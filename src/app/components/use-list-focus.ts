import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SECOND_PRESS_MS } from '#app/browser/press-guard.ts';
import { rowIdAt, rowIn, useRowFocus } from './row-focus.ts';

/** The id of the list, which gets the focus when no row is left. */
export const ANSWER_LIST_ID = 'answers';

/** Focuses the first link or button of the row with this id, or the list itself if there is no such row. */
function focusRow(id: string | undefined, options?: FocusOptions): void {
  const list = document.getElementById(ANSWER_LIST_ID);
  const row = id === undefined ? null : rowIn(list, id);
  (row?.querySelector<HTMLElement>('a, button') ?? list)?.focus(options);
}

/** Whether the focus is nowhere, on the list itself, or on this page's link in the navigation. */
const isFocusFree = ({ activeElement, body }: Document) =>
  activeElement === body || activeElement?.matches(`#${ANSWER_LIST_ID}, nav [aria-current="page"]`) === true;

/**
 * Manages the focus in a list of rows to answer. When the focused row disappears, the next row gets the focus. After an
 * answer, the next unanswered row gets it, once a second press is no longer ignored.
 *
 * @param ids The ids of the rows, in their order
 * @param openIds The ids of the rows that are not answered yet
 * @param firstId The id of the row that has the focus at first; by default the first in the list
 */
export function useListFocus(ids: readonly string[], openIds: readonly string[], firstId = ids[0]) {
  const rows = useRowFocus(ids, { firstId, focusRow: (id) => focusRow(id) });
  const { tabStop } = rows;
  /** Whether to move the focus when the focused row disappears: true at first, and until the focus leaves the list. */
  const keepsFocus = useRef(true);
  useEffect(() => {
    if (keepsFocus.current && isFocusFree(document)) focusRow(tabStop);
  }, [tabStop]);
  const [answered, setAnswered] = useState<{ id: string } | null>(null);
  const focusNextOpenRow = useEffectEvent((from: string) => {
    const { activeElement } = document;
    if (rowIdAt(activeElement) !== from) return;
    const isOpen = (id: string) => openIds.includes(id);
    const next = ids.slice(ids.indexOf(from)).find(isOpen) ?? ids.findLast(isOpen);
    // While the pointer rests on the row, the list does not scroll, so that nothing moves under the pointer.
    focusRow(next, { preventScroll: activeElement?.closest('[data-row]')?.matches(':hover') === true });
  });
  useEffect(() => {
    if (!answered) return undefined;
    const timer = setTimeout(() => focusNextOpenRow(answered.id), SECOND_PRESS_MS);
    return () => clearTimeout(timer);
  }, [answered]);
  return {
    tabStop,
    /** Keeps the focus on an answered row for a while, since the buttons of the row disappear. */
    onAnswered(id: string) {
      focusRow(id);
      setAnswered({ id });
    },
    handlers: {
      onFocus(event: FocusEvent) {
        keepsFocus.current = true;
        rows.onFocus(event);
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        keepsFocus.current = currentTarget.contains(relatedTarget);
      },
      onKeyDown(event: KeyboardEvent) {
        // In a radio group, the arrow keys select an option instead of moving to another row.
        if (event.target instanceof HTMLInputElement && event.key.startsWith('Arrow')) return;
        const id = rowIdAt(event.target);
        rows.onKeyDown(event);
        // Each further key on an answered row restarts the pause after which the focus moves on.
        if (id !== undefined && !event.defaultPrevented && !openIds.includes(id)) setAnswered({ id });
      },
    },
  };
}
