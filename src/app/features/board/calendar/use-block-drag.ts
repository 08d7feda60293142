import { type ReactElement, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '#app/browser/use-latest.ts';
import { type BoardChanges, type DroppedTime, dropChanges } from '#app/features/board/model/board-changes.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem, BoardView } from '#app/features/board/model/board-items.ts';

/**
 * The dragging and stretching of a calendar's blocks. Meanwhile the keys are the drag's: Escape breaks it off, and Alt,
 * once it was pressed, makes its steps finer until the end, so that what is shown when the button is released is what
 * is dropped.
 *
 * @param drawn the calendar as it was drawn last: to FullCalendar a drop after any option but the step has changed is one
 *   from a calendar elsewhere, of which nobody is told, so it is `held` until the end
 */
export function useBlockDrag(drawn: RefObject<ReactElement | null>) {
  const [fine, setFine] = useState(false);
  const [held, setHeld] = useState<ReactElement | null>(null);
  const [drag] = useState(() => {
    let underWay: AbortController | null = null;
    let brokenOff = false;
    return {
      /** Before FullCalendar hears of the button, so that the drag begins with its steps. */
      onPointerDown: ({ altKey }: { altKey: boolean }) => flushSync(() => setFine(altKey)),
      onStart() {
        setHeld(drawn.current);
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
        setHeld(null);
      },
      /** Whether a drop is the end of a drag that was broken off; without an event, the calendar is gone. */
      isBrokenOff: (event: Event | undefined) => brokenOff || !event || event.type === 'touchcancel',
    };
  });
  return { ...drag, fine, held };
}

interface DropsInput {
  view: BoardView;
  columns: readonly BoardColumn[];
  changes: BoardChanges;
}

/** What the drops of blocks mean for their appointments. The functions stay the same, since others would redraw the calendars. */
export function useDrops(input: DropsInput) {
  const latest = useLatest(input);
  const [drops] = useState(() => {
    const changesOf = (item: BoardItem, to: DroppedTime) =>
      dropChanges(latest.current.view, item, to, latest.current.columns);
    return {
      onDrop(item: BoardItem, to: DroppedTime): boolean {
        const changed = changesOf(item, to);
        if (Object.keys(changed).length === 0) return false;
        latest.current.changes.change(item.appointment, changed);
        return true;
      },
      warningsAt: (item: BoardItem, to: DroppedTime) =>
        latest.current.changes.warningsOf(item.appointment, changesOf(item, to)),
    };
  });
  const { view, changes } = input;
  return {
    ...drops,
    canMove: changes.can.has('start') && changes.can.has('end'),
    canReassign: view !== 'week' && changes.can.has(view === 'rooms' ? 'roomId' : 'employeeId'),
  };
}
