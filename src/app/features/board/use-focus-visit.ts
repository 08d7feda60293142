import { type RefObject, useEffect, useRef } from 'react';
import { blockAt } from './calendar/roving-focus.ts';

function find(root: HTMLElement | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(id)}"]`) ?? null;
}

function show(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * Focuses the element of an appointment (`data-appointment`) and scrolls it into view, once for each new object and as
 * soon as the element is there. If it had the focus and is drawn again in another place, it gets it back.
 *
 * @param onMissing called where the element is not there, to bring it there
 */
export function useFocusVisit(
  root: RefObject<HTMLElement | null>,
  focus: { readonly id: string } | null,
  onMissing?: (id: string) => void,
): void {
  const done = useRef<object | null>(null);
  useEffect(() => {
    if (!focus || done.current === focus) return;
    const element = find(root.current, focus.id);
    if (!element) {
      onMissing?.(focus.id);
      return;
    }
    done.current = focus;
    show(element);
  });

  const had = useRef<string | null>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const over = new AbortController();
    const idOf = (target: EventTarget | null) => blockAt(target)?.dataset['appointment'] ?? null;
    element.addEventListener(
      'focusin',
      ({ target }) => {
        had.current = idOf(target);
      },
      { signal: over.signal },
    );
    element.addEventListener(
      'focusout',
      ({ target }) =>
        queueMicrotask(() => {
          // Removing the focused element is not a blur by the user.
          if (target instanceof Element && target.isConnected && !target.matches(':focus')) had.current = null;
        }),
      { signal: over.signal },
    );
    return () => over.abort();
  }, [root]);
  useEffect(() => {
    if (had.current === null || document.activeElement !== document.body) return;
    const element = find(root.current, had.current);
    if (element) show(element);
  });
}
