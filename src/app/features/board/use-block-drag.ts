import { type MouseEvent, useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Ends FullCalendar's drag, as when the button is released, or the system takes the finger for something else. */
function endDrag({ type, target }: Event): void {
  if (type.startsWith('touch')) target?.dispatchEvent(new TouchEvent('touchcancel'));
  else document.dispatchEvent(new window.MouseEvent('mouseup'));
}

/**
 * The dragging and stretching of a calendar's blocks. Meanwhile the keys are the drag's: Escape breaks it off, and Alt,
 * once it was pressed, makes it `fine` until its end, so that what is shown when the button is released is what is dropped.
 */
export function useBlockDrag() {
  const [fine, setFine] = useState(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const underWay = useRef<AbortController | null>(null);
  const brokenOff = useRef(false);
  useEffect(() => () => underWay.current?.abort(), []);

  /** Before FullCalendar hears of the event, which then finds its new steps. */
  function followAlt({ altKey }: { altKey: boolean }) {
    if (altKey) flushSync(() => setFine(true));
  }

  const [handlers] = useState(() => ({
    isUnderWay: () => underWay.current !== null,
    /** Whether a drop is the end of a drag that was broken off; without an event, the calendar is gone. */
    isBrokenOff: (event: Event | undefined) => brokenOff.current || !event || event.type === 'touchcancel',
    onMouseDown(event: MouseEvent) {
      if (!(event.target instanceof Element && event.target.closest('[data-appointment]'))) return;
      followAlt(event);
      window.addEventListener('mouseup', () => underWay.current ?? setFine(false), { once: true });
    },
    onStart(begun: Event) {
      const over = new AbortController();
      const listening = { capture: true, signal: over.signal };
      underWay.current = over;
      brokenOff.current = false;
      window.addEventListener('mousemove', followAlt, listening);
      window.addEventListener(
        'keydown',
        (event) => {
          event.stopImmediatePropagation();
          if (!event.ctrlKey && !event.metaKey) event.preventDefault();
          if (event.key !== 'Escape') return;
          brokenOff.current = true;
          endDrag(begun);
        },
        listening,
      );
    },
    /** The drop follows. */
    onStop() {
      underWay.current?.abort();
      underWay.current = null;
      setFine(false);
      redraw();
    },
  }));
  return { fine, ...handlers };
}
