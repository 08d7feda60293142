import { type RefObject, useEffect, useRef } from 'react';

// Each view marks the element of an appointment, whether a block, a row or a card, with `data-appointment`.

/** The element of the appointment in which an event happened. */
export function visitAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-appointment]') : null;
}

/** The id of that appointment. */
export function appointmentIdAt(target: EventTarget | null): string | null {
  return visitAt(target)?.dataset['appointment'] ?? null;
}

/** The id of the calendar event in which something happened, whether an appointment or blocked time. */
export function eventIdAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-event]')?.dataset['event'] ?? null) : null;
}

/** The element of an appointment inside another element. */
export function visitIn(root: ParentNode | null, id: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-appointment="${CSS.escape(id)}"]`) ?? null;
}

/** Gives a truncated text a tooltip while the mouse is over it. */
export function titleWhenTruncated({ target }: { target: EventTarget }): void {
  const truncated = target instanceof Element ? target.closest<HTMLElement>('.truncate') : null;
  if (truncated && truncated.scrollWidth > truncated.clientWidth) truncated.title = truncated.textContent;
}

/** Focuses the element of an appointment and scrolls it into view. */
export function showVisit(element: Pick<HTMLElement, 'focus' | 'scrollIntoView'>): void {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * Focuses the element of an appointment and scrolls it into view, once for each new object, as soon as the element
 * exists. If a focused element is re-created in another place, it gets the focus back.
 *
 * @param onMissing called if the element is missing, to make it appear
 */
export function useFocusVisit(
  root: RefObject<HTMLElement | null>,
  focus: { readonly id: string } | null,
  onMissing?: (id: string) => void,
): void {
  const done = useRef<object | null>(null);
  useEffect(() => {
    if (!focus || done.current === focus) return;
    const element = visitIn(root.current, focus.id);
    if (!element) {
      onMissing?.(focus.id);
      return;
    }
    done.current = focus;
    showVisit(element);
  });

  const had = useRef<string | null>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const over = new AbortController();
    element.addEventListener(
      'focusin',
      ({ target }) => {
        had.current = appointmentIdAt(target);
      },
      { signal: over.signal },
    );
    element.addEventListener(
      'focusout',
      ({ target }) =>
        queueMicrotask(() => {
          // Removing the focused element is not a blur by the user.
          if (!(target instanceof Element) || !target.isConnected || target.matches(':focus')) return;
          // Another element may have the focus by now.
          if (had.current === appointmentIdAt(target)) had.current = null;
        }),
      { signal: over.signal },
    );
    return () => over.abort();
  }, [root]);
  useEffect(() => {
    if (had.current === null || document.activeElement !== document.body) return;
    const element = visitIn(root.current, had.current);
    if (element) showVisit(element);
  });
}
