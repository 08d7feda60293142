import { type TouchEvent, useRef, useState } from 'react';
import { useLatest } from '#app/browser/use-latest.ts';
import { visitAt } from './visit-elements.ts';

/** How long a touch on an appointment has to last to open its menu or to start a drag, in milliseconds. */
export const LONG_PRESS_MS = 500;
/** How far the touch may move meanwhile, in pixels. */
const TOLERANCE = 10;

interface Hold {
  element: Element;
  /** Ends listening to the moves of the finger. */
  listening: AbortController;
  x: number;
  y: number;
  at: number;
}

/**
 * Touch handlers that report a long press on an appointment, which is to touch what a right click is to a mouse. Not
 * all browsers send `contextmenu` for it.
 */
export function useLongPress(enabled: boolean, onHold: (element: Element) => void) {
  const hold = useRef<Hold | null>(null);
  const latest = useLatest(onHold);
  const [end] = useState(() => () => {
    hold.current?.listening.abort();
    hold.current = null;
  });
  // Where the page is busy, FullCalendar's timer is late: whether a finger has rested is told by the times of its events.
  const [onMove] = useState(() => (event: globalThis.TouchEvent) => {
    const held = hold.current;
    const touch = event.touches[0];
    if (!held || !touch) return;
    const moved = Math.hypot(touch.clientX - held.x, touch.clientY - held.y) > TOLERANCE;
    if (event.timeStamp - held.at >= LONG_PRESS_MS) {
      // The day would scroll along with the finger, and the block stay behind.
      if (held.element.matches('.calendar-block')) event.preventDefault();
    } else if (moved) {
      // FullCalendar then begins no drag.
      window.dispatchEvent(new Event('scroll'));
    }
    if (moved) end();
  });
  return {
    onTouchStart({ target, touches, timeStamp }: TouchEvent) {
      end();
      const element = visitAt(target);
      const touch = touches[0];
      if (!enabled || !element || !touch || touches.length !== 1) return;
      const listening = new AbortController();
      hold.current = { element, listening, x: touch.clientX, y: touch.clientY, at: timeStamp };
      // React's own listeners cannot prevent scrolling.
      target.addEventListener('touchmove', onMove as EventListener, { passive: false, signal: listening.signal });
    },
    onTouchEnd(event: TouchEvent) {
      const held = hold.current;
      end();
      if (!held || event.timeStamp - held.at < LONG_PRESS_MS) return;
      // Suppresses the click, which would open the details.
      event.preventDefault();
      // After this event, whose default action closes open menus.
      setTimeout(() => latest.current(held.element));
    },
    onTouchCancel: end,
  };
}
