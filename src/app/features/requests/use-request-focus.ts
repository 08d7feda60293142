import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isForTarget, shortcutKey } from '#app/browser/shortcut-key.ts';

/** The id of the list, which has the focus if no request is left. */
export const LIST_ID = 'requests';

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

const rowAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-request]') : null;

/** Focuses a request, or the list itself if it does not exist. */
function focusRequest(id: string | undefined): void {
  const row = id === undefined ? null : document.querySelector(`[data-request="${CSS.escape(id)}"]`);
  (row?.querySelector<HTMLElement>('a, button') ?? document.getElementById(LIST_ID))?.focus();
}

/** Whether the focus is nowhere, on the whole list, or on the link that led here. */
const isFocusFree = ({ activeElement, body }: Document) =>
  activeElement === body || activeElement?.matches(`#${LIST_ID}, nav [aria-current="page"]`) === true;

/**
 * Keeps one request in the tab order; the arrow keys move to the others. When it disappears, after an answer here or by
 * a colleague, the next request gets the focus.
 *
 * @param ids The ids of the requests, in their order
 * @param onKey Called with other keys that are pressed on a request
 */
export function useRequestFocus(ids: readonly string[], onKey: (key: string, id: string) => void) {
  const [active, setActive] = useState({ id: ids[0], index: 0 });
  const index = ids.indexOf(active.id ?? '');
  // Others may have appeared or disappeared before it.
  if (index >= 0 && index !== active.index) setActive({ id: active.id, index });
  const current = index >= 0 ? active.id : ids[Math.min(active.index, ids.length - 1)];
  /** Whether to move the focus when the focused request disappears: true at first, until the focus goes elsewhere. */
  const keepsFocus = useRef(true);
  useEffect(() => {
    if (keepsFocus.current && isFocusFree(document)) focusRequest(current);
  }, [current]);
  return {
    current,
    handlers: {
      onFocus({ target }: FocusEvent) {
        keepsFocus.current = true;
        const id = rowAt(target)?.dataset['request'];
        if (id !== undefined) setActive({ id, index: ids.indexOf(id) });
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        keepsFocus.current = currentTarget.contains(relatedTarget);
      },
      onKeyDown(event: KeyboardEvent) {
        const { key, target, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
        const id = rowAt(target)?.dataset['request'];
        if (id === undefined || altKey || ctrlKey || metaKey || shiftKey || isForTarget(target)) return;
        const step = STEPS[key];
        if (step) {
          event.preventDefault();
          focusRequest(ids[Math.min(Math.max(step(ids.indexOf(id), ids.length - 1), 0), ids.length - 1)]);
        } else if (!repeat) {
          onKey(shortcutKey(event.nativeEvent), id);
        }
      },
    },
  };
}
