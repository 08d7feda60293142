import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { visitAt } from '#app/features/board/visit-elements.ts';

/** How long the pointer or the focus has to be on a block until its card is shown, in milliseconds. */
const SHOW_AFTER = 300;
/** How long the card stays when the pointer leaves the block, in milliseconds: enough to reach the card. */
const HIDE_AFTER = 200;

export interface ShownCard {
  appointmentId: string;
  /** The block, row or bar that it belongs to. */
  element: HTMLElement;
}

/** Which appointment of a view has its card shown: the one under the pointer, or the one that the keyboard has focused. */
export function useBlockCard() {
  const [shown, setShown] = useState<ShownCard | null>(null);
  const [timer] = useState(() => {
    let aimed: HTMLElement | null = null;
    let pending: number | undefined;
    const show = (element: HTMLElement) => {
      // It may have been scrolled away or drawn anew meanwhile.
      if (!element.isConnected || !element.matches(':hover, :focus-visible')) return;
      setShown({ appointmentId: element.dataset['appointment'] ?? '', element });
    };
    return {
      aimAt(element: HTMLElement | null) {
        if (element !== null && element === aimed) return;
        aimed = element;
        clearTimeout(pending);
        pending = element
          ? window.setTimeout(() => show(element), SHOW_AFTER)
          : window.setTimeout(() => setShown(null), HIDE_AFTER);
      },
      /** Keeps the card, since the pointer is on it. */
      hold: () => clearTimeout(pending),
      close() {
        clearTimeout(pending);
        setShown(null);
      },
    };
  });

  useEffect(() => {
    if (shown === null) return;
    const listening = new AbortController();
    for (const type of ['keydown', 'pointerdown', 'scroll', 'resize'])
      window.addEventListener(type, timer.close, { capture: true, passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [shown, timer]);
  useEffect(() => timer.close, [timer]);

  return {
    shown,
    hold: timer.hold,
    release: () => timer.aimAt(null),
    close: timer.close,
    handlers: {
      onPointerOver({ target, currentTarget, pointerType, buttons }: PointerEvent) {
        // A touch opens the details. While something is dragged, other texts are shown. The card is no child in the page.
        if (pointerType === 'touch' || buttons !== 0 || !(target instanceof Node) || !currentTarget.contains(target))
          return;
        timer.aimAt(visitAt(target));
      },
      onPointerLeave: () => timer.aimAt(null),
      onPointerDownCapture: () => timer.close(),
      onFocusCapture({ target }: FocusEvent) {
        if (visitAt(target) === target && target.matches(':focus-visible')) timer.aimAt(visitAt(target));
      },
      onBlurCapture: () => timer.aimAt(null),
    },
  };
}
