import { type TouchEvent, useEffect, useRef } from 'react';

/** How long a finger rests on an appointment to ask what can be done with it, and so long it may drag it: in milliseconds. */
export const LONG_PRESS_MS = 500;
/** A finger that moved by no more pixels rests. */
const TOLERANCE = 10;

interface Hold {
  element: Element;
  x: number;
  y: number;
  at: number;
}

/**
 * The listeners that tell of a finger that rested on an appointment and was lifted there: what a right click is for a mouse. Not all
 * browsers send `contextmenu` for it.
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
      // No click follows, which would open the details.
      event.preventDefault();
      // The end of a touch closes what is open and was not touched.
      setTimeout(() => latest.current(held.element));
    },
    onTouchCancel: end,
  };
}
