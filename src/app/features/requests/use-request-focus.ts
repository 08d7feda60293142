import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isForTarget, shortcutKey } from '#app/browser/shortcut-key.ts';

/** The id of the list, which has the focus where no request is left. */
export const LIST_ID = 'requests';

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

const rowAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-request]') : null;

/** What gets the focus of a request; the list itself where there is none. */
function focusRequest(id: string | undefined): void {
  const row = id === undefined ? null : document.querySelector(`[data-request="${CSS.escape(id)}"]`);
  (row?.querySelector<HTMLElement>('a, button') ?? document.getElementById(LIST_ID))?.focus();
}

/** Whether the focus is nowhere, on the list as a whole, or on the link that led here. */
const isFocusFree = ({ activeElement, body }: Document) =>
  activeElement === body || activeElement?.matches(`#${LIST_ID}, nav [aria-current="page"]`) === true;

/**
 * One request is in the tab order; the arrow keys lead from it to the others. When it goes, being answered here or by a colleague,
 * the focus is on the next one.
 *
 * @param ids of the requests, in their order
 * @param onKey called with other keys that are pressed on a request
 */
export function useRequestFocus(ids: readonly string[], onKey: (key: string, id: string) => void) {
  const [active, setActive] = useState({ id: ids[0], index: 0 });
  const index = ids.indexOf(active.id ?? '');
  // Others may have come or gone before it.
  if (index >= 0 && index !== active.index) setActive({ id: active.id, index });
  const current = index >= 0 ? active.id : ids[Math.min(active.index, ids.length - 1)];
  /** Whether the focus belongs here, where the request that had it is gone: at first, and until it goes elsewhere. */
  const isHere = useRef(true);
  useEffect(() => {
    if (isHere.current && isFocusFree(document)) focusRequest(current);
  }, [current]);
  return {
    current,
    handlers: {
      onFocus({ target }: FocusEvent) {
        isHere.current = true;
        const id = rowAt(target)?.dataset['request'];
        if (id !== undefined) setActive({ id, index: ids.indexOf(id) });
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        isHere.current = currentTarget.contains(relatedTarget);
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
