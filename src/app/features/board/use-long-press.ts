import { type TouchEvent, useEffect, useRef } from 'react';

/** How long a touch on an appointment has to last to open its menu or to start a drag, in milliseconds. */
export const LONG_PRESS_MS = 500;
/** How far the touch may move meanwhile, in pixels. */
const TOLERANCE = 10;

interface Hold {
  element: Element;
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
  const latest = useRef(onHold);
  useEffect(() => {
    latest.current = onHold;
  });
  const end = () => {
    hold.current = null;
  };
  return {
    onTouchStart({ target, touches, timeStamp }: TouchEvent) {
      const element = target instanceof Element ? target.closest('[data-appointment]') : null;
      const touch = touches[0];
      hold.current =
        enabled && element && touch && touches.length === 1
          ? { element, x: touch.clientX, y: touch.clientY, at: timeStamp }
          : null;
    },
    onTouchMove({ touches }: TouchEvent) {
      const touch = touches[0];
      if (!hold.current || !touch) return;
      const { x, y } = hold.current;
      if (Math.hypot(touch.clientX - x, touch.clientY - y) > TOLERANCE) end();
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
