import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useMinute } from '#app/browser/use-now.ts';
import { lazy } from '#app/components/lazy.tsx';
import { appointmentElementAt } from '#app/features/board/appointment-elements.ts';
import { useAppointmentViews } from '#app/features/board/appointment-view.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { findBoardAppointment } from '#app/features/board/model/board-appointments.ts';
import type { AppointmentCardProps } from './appointment-card.tsx';

const AppointmentCard = lazy<AppointmentCardProps>({
  load: () => import('./appointment-card.tsx').then((module) => module.AppointmentCard),
});

/** How long a block must be hovered or focused before its card appears, in milliseconds. */
const SHOW_DELAY_MS = 300;
/** How long the card stays after the pointer leaves the block, in milliseconds, so that the pointer can reach the card. */
const HIDE_DELAY_MS = 200;

interface ShownCard {
  appointmentId: string;
  /** The block, row or bar of the appointment. */
  element: HTMLElement;
}

/** Keys that may return the focus to a block, for example because they close a dialog. They show no card. */
const RETURN_KEYS = new Set(['Escape', 'Enter', ' ']);

/**
 * Tracks whether the person moved the pointer or the focus to a block. No card is shown if instead the layout moved the
 * block under the pointer, or the focus returned to it.
 */
function useMovementTracker() {
  const [moves] = useState(() => {
    let [x, y] = [Number.NaN, Number.NaN];
    let isKey = false;
    return {
      byPointer: (event: PointerEvent) => event.clientX !== x || event.clientY !== y,
      byKey: () => isKey,
      onPointerMove(event: globalThis.PointerEvent) {
        [x, y] = [event.clientX, event.clientY];
      },
      onKeyDown({ key }: KeyboardEvent) {
        isKey = !RETURN_KEYS.has(key);
        setTimeout(() => {
          isKey = false;
        });
      },
    };
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    window.addEventListener('pointermove', moves.onPointerMove, options);
    window.addEventListener('keydown', moves.onKeyDown, options);
    return () => listening.abort();
  }, [moves]);
  return moves;
}

/** The appointment whose card is shown: the one under the pointer, or the one that got the focus by keyboard. */
function useShownCard() {
  const moves = useMovementTracker();
  const [shown, setShown] = useState<ShownCard | null>(null);
  const [timer] = useState(() => {
    let target: HTMLElement | null = null;
    let pending: number | undefined;
    const showCard = (element: HTMLElement) => {
      // Shows nothing if the element was scrolled away or replaced in the meantime.
      if (!element.isConnected || !element.matches(':hover, :focus-visible')) return;
      setShown({ appointmentId: element.dataset['appointment'] ?? '', element });
    };
    return {
      scheduleShow(element: HTMLElement | null) {
        if (element !== null && element === target) return;
        target = element;
        clearTimeout(pending);
        pending = element
          ? window.setTimeout(() => showCard(element), SHOW_DELAY_MS)
          : window.setTimeout(() => setShown(null), HIDE_DELAY_MS);
      },
      /** Keeps the card open while the pointer is on it. */
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
    release: () => timer.scheduleShow(null),
    close: timer.close,
    handlers: {
      onPointerOverCapture(event: PointerEvent) {
        const { target, currentTarget, pointerType, buttons } = event;
        // Shows no card after a touch, which opens the details, or during a drag, which shows other texts. Events from
        // the card itself are ignored: it is a React child of the view, but not a DOM child.
        if (pointerType === 'touch' || buttons !== 0 || !(target instanceof Node) || !currentTarget.contains(target))
          return;
        timer.scheduleShow(moves.byPointer(event) ? appointmentElementAt(target) : null);
      },
      onPointerLeave: () => timer.scheduleShow(null),
      onPointerDownCapture: () => timer.close(),
      onFocusCapture({ target }: FocusEvent) {
        if (moves.byKey() && appointmentElementAt(target) === target && target.matches(':focus-visible'))
          timer.scheduleShow(appointmentElementAt(target));
      },
      onBlurCapture: () => timer.scheduleShow(null),
    },
  };
}

/**
 * Shows the card of the appointment that is hovered or focused in a view. The view attaches the handlers, renders the
 * card, and marks its elements with `data-appointment`. An appointment whose details are open gets no card.
 */
export function useAppointmentCard() {
  const { board, directory, selectedId } = useBoard();
  const { shown, hold, release, close, handlers } = useShownCard();
  const factsOf = useAppointmentViews(useMinute());
  const id = shown?.appointmentId;
  const item = id === selectedId ? undefined : board.items.find(({ appointment }) => appointment.id === id);
  const visit = item && findBoardAppointment(board, item);
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
