import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { lazy } from '#app/components/lazy.tsx';
import { useAppointmentFacts } from '#app/features/board/appointment-facts.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { visitAt } from '#app/features/board/visit-elements.ts';
import { visitOf } from '#app/features/board/visit-text.tsx';
import type { AppointmentCardProps } from './appointment-card.tsx';

const AppointmentCard = lazy<AppointmentCardProps>({
  load: () => import('./appointment-card.tsx').then((module) => module.AppointmentCard),
  Fallback: () => null,
});

/** How long the pointer or the focus has to be on a block until its card is shown, in milliseconds. */
const SHOW_AFTER = 300;
/** How long the card stays when the pointer leaves the block, in milliseconds: enough to reach the card. */
const HIDE_AFTER = 200;

interface ShownCard {
  appointmentId: string;
  /** The block, row or bar that it belongs to. */
  element: HTMLElement;
}

/** Which appointment of a view has its card shown: the one under the pointer, or the one that the keyboard has focused. */
function useShownCard() {
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
      onPointerOverCapture({ target, currentTarget, pointerType, buttons }: PointerEvent) {
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

/**
 * The card of the appointment that a view's pointer or focus is on: the view gets the handlers, and renders the card. Its elements bear
 * `data-appointment`. There is none for the appointment whose details are open.
 */
export function useAppointmentCard() {
  const { board, directory, selectedId } = useBoard();
  const { shown, hold, release, close, handlers } = useShownCard();
  const factsOf = useAppointmentFacts(useMinute());
  const id = shown?.appointmentId;
  const item = id === selectedId ? undefined : board.items.find(({ appointment }) => appointment.id === id);
  const visit = item && visitOf(board, item);
  if (!shown || !visit) return { handlers, card: null };
  const card = (
    <AppointmentCard
      anchor={shown.element}
      facts={factsOf(visit)}
      directory={directory}
      onClose={close}
      onPointerEnter={hold}
      onPointerLeave={release}
    />
  );
  return { handlers, card };
}
