import { useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * The dragging and stretching of a calendar's blocks. Meanwhile the keys are the drag's: Escape breaks it off, and Alt,
 * once it was pressed, makes its steps `fine` until the end, so that what is shown when the button is released is what
 * is dropped.
 */
export function useBlockDrag() {
  const [fine, setFine] = useState(false);
  const [, redraw] = useState({});
  const [drag] = useState(() => {
    let underWay: AbortController | null = null;
    let brokenOff = false;
    return {
      isUnderWay: () => underWay !== null,
      /** Before FullCalendar hears of the button, so that the drag begins with its steps. */
      onPointerDown: ({ altKey }: { altKey: boolean }) => flushSync(() => setFine(altKey)),
      onStart() {
        underWay = new AbortController();
        brokenOff = false;
        const listening = { capture: true, signal: underWay.signal };
        window.addEventListener('mousemove', ({ altKey }) => altKey && flushSync(() => setFine(true)), listening);
        window.addEventListener(
          'keydown',
          (event) => {
            event.stopImmediatePropagation();
            event.preventDefault();
            if (event.key !== 'Escape') return;
            brokenOff = true;
            // Ends FullCalendar's drag by mouse; a finger's ends where it is lifted.
            document.dispatchEvent(new Event('mouseup'));
          },
          listening,
        );
      },
      /** The drop follows. */
      onStop() {
        underWay?.abort();
        underWay = null;
        redraw({});
      },
      /** Whether a drop is the end of a drag that was broken off; without an event, the calendar is gone. */
      isBrokenOff: (event: Event | undefined) => brokenOff || !event || event.type === 'touchcancel',
    };
  });
  return { ...drag, fine };
}
