import { type ReactElement, type RefObject, useState } from 'react';

/**
 * Handles dragging and resizing of a calendar's blocks. During a drag, no key reaches the page, and Escape cancels the
 * drag.
 *
 * @param drawn the calendar as it was last rendered. If any option changes during a drag, FullCalendar treats the drop
 * as coming from another calendar and fires no `eventDrop`. So the caller renders this element (`frozen`) until the
 * drag ends
 */
export function useBlockDrag(drawn: RefObject<ReactElement | null>) {
  const [frozen, setFrozen] = useState<ReactElement | null>(null);
  const [drag] = useState(() => {
    let keys: AbortController | null = null;
    let cancelled = false;
    return {
      onStart() {
        setFrozen(drawn.current);
        keys = new AbortController();
        cancelled = false;
        window.addEventListener(
          'keydown',
          (event) => {
            event.stopImmediatePropagation();
            event.preventDefault();
            if (event.key !== 'Escape') return;
            cancelled = true;
            // Ends a FullCalendar drag by mouse. A drag by touch ends when the finger is lifted.
            document.dispatchEvent(new Event('mouseup'));
          },
          { capture: true, signal: keys.signal },
        );
      },
      /** Called before FullCalendar reports the drop. */
      onStop() {
        keys?.abort();
        keys = null;
        setFrozen(null);
      },
      /**
       * Whether the drag that just ended was cancelled. There is no event if the calendar was unmounted during the
       * drag.
       */
      isCancelled: (event: Event | undefined) => cancelled || !event || event.type === 'touchcancel',
    };
  });
  return { ...drag, frozen };
}
