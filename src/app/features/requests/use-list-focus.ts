import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SECOND_PRESS_MS } from '#app/browser/press-guard.ts';
import { isForTarget } from '#app/browser/shortcut-key.ts';

/** The id of the list, which has the focus if no row is left. */
export const LIST_ID = 'answers';

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

const rowAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-answer-row]') : null;

/** The id of the appointment whose row has the focus. */
export const focusedRow = (target: EventTarget | null) => rowAt(target)?.dataset['answerRow'];

/** Focuses a row, or the list itself if it does not exist. */
function focusRow(id: string | undefined, options?: FocusOptions): void {
  const row = id === undefined ? null : document.querySelector(`[data-answer-row="${CSS.escape(id)}"]`);
  (row?.querySelector<HTMLElement>('a, button') ?? document.getElementById(LIST_ID))?.focus(options);
}

/** Whether the focus is nowhere, on the whole list, or on the link that led here. */
const isFocusFree = ({ activeElement, body }: Document) =>
  activeElement === body || activeElement?.matches(`#${LIST_ID}, nav [aria-current="page"]`) === true;

/**
 * Keeps one row in the tab order; the arrow keys move to the others. When it disappears, the
 * next row gets the focus; after an answer here the next open one does, but not before a second press would count.
 *
 * @param ids The ids of the appointments, in their order
 * @param openIds The ids of those that are not answered yet
 * @param firstId The one that has the focus at first; the first in the list unless one is given
 */
export function useListFocus(ids: readonly string[], openIds: readonly string[], firstId = ids[0]) {
  const [active, setActive] = useState({ id: firstId, index: 0 });
  const index = ids.indexOf(active.id ?? '');
  // Others may have appeared or disappeared before it.
  if (index >= 0 && index !== active.index) setActive({ id: active.id, index });
  const current = index >= 0 ? active.id : ids[Math.min(active.index, ids.length - 1)];
  /** Whether to move the focus when the focused row disappears: true at first, until the focus goes elsewhere. */
  const keepsFocus = useRef(true);
  useEffect(() => {
    if (keepsFocus.current && isFocusFree(document)) focusRow(current);
  }, [current]);
  const [answered, setAnswered] = useState<{ id: string } | null>(null);
  const goOn = useEffectEvent((from: string) => {
    const row = rowAt(document.activeElement);
    if (row?.dataset['answerRow'] !== from) return;
    const isOpen = (id: string) => openIds.includes(id);
    const next = ids.slice(ids.indexOf(from)).find(isOpen) ?? ids.findLast(isOpen);
    // Nothing moves under the pointer.
    focusRow(next, { preventScroll: row.matches(':hover') });
  });
  useEffect(() => {
    if (!answered) return undefined;
    const timer = setTimeout(() => goOn(answered.id), SECOND_PRESS_MS);
    return () => clearTimeout(timer);
  }, [answered]);
  return {
    current,
    /** Keeps the focus on an answered row for a while: its buttons disappear. */
    onAnswered(id: string) {
      focusRow(id);
      setAnswered({ id });
    },
    handlers: {
      onFocus({ target }: FocusEvent) {
        keepsFocus.current = true;
        const id = rowAt(target)?.dataset['answerRow'];
        if (id !== undefined) setActive({ id, index: ids.indexOf(id) });
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        keepsFocus.current = currentTarget.contains(relatedTarget);
      },
      onKeyDown(event: KeyboardEvent) {
        const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
        const id = rowAt(target)?.dataset['answerRow'];
        if (id === undefined || altKey || ctrlKey || metaKey || shiftKey || isForTarget(target)) return;
        const step = STEPS[key];
        if (step) {
          event.preventDefault();
          focusRow(ids[Math.min(Math.max(step(ids.indexOf(id), ids.length - 1), 0), ids.length - 1)]);
        } else if (!openIds.includes(id)) {
          // Each further press begins the pause anew.
          setAnswered({ id });
        }
      },
    },
  };
}
