import { type ReactElement, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AppointmentChanges, type MoveTarget, useChanges } from '#app/api/appointment-changes.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import type { BoardScreenView, BoardView } from '#app/session/board-search.ts';
import { mainEmployeeId } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** Where a block was dropped, and its new time; instants in UTC. */
export interface DroppedTime {
  start: string;
  end: string;
  /** Null in a week. */
  columnId: string | null;
}

function columnChanges(view: BoardScreenView, { roomId, employeeId }: BoardColumn): FieldChanges {
  return view === 'week' ? {} : view === 'vets' ? { employeeId } : { roomId };
}

/** The columns that an appointment can be moved to: its own and, where these can change, its store's rooms or the vets. */
export function targetsOf(
  view: BoardScreenView,
  appointment: ReceivedAppointment,
  columns: readonly BoardColumn[],
  can: AppointmentChanges['can'],
): MoveTarget[] {
  if (view === 'week') return [];
  const [field, present] =
    view === 'vets'
      ? (['employeeId', mainEmployeeId(appointment)] as const)
      : (['roomId', appointment.roomId] as const);
  return columns
    .filter(({ storeId }) => view === 'vets' || storeId === appointment.storeId)
    .map((column) => ({
      title: column.title,
      changes: columnChanges(view, column),
      current: column[field] === present,
    }))
    .filter(({ current }) => current || can.has(field));
}

/** The fields that a drop changes; none where the block is where it was. */
function dropChanges(
  view: BoardView,
  { appointment, columnId: before }: BoardItem,
  { start, end, columnId }: DroppedTime,
  columns: readonly BoardColumn[],
): FieldChanges {
  const column = columns.find(({ id }) => id === columnId);
  return {
    ...(instantOf(start) === instantOf(appointment.start) ? {} : { start }),
    ...(instantOf(end) === instantOf(appointment.end) ? {} : { end }),
    ...(column === undefined || columnId === before ? {} : columnChanges(view, column)),
  };
}

/** How a drag goes: `fine` in finer steps, `at once` for a finger on a handle, which need not rest first. */
export type DragKind = 'usual' | 'fine' | 'at once';

/** The class of what a finger drags a block by. */
export const HANDLE = 'block-handle';

const isHandle = (target: EventTarget | null) => target instanceof Element && target.matches(`.${HANDLE}`);

/**
 * The dragging and stretching of a calendar's blocks. Meanwhile the keys are the drag's: Escape breaks it off, and Alt,
 * once it was pressed, makes its steps finer until the end, so that what is shown when the button is released is what
 * is dropped.
 *
 * @param drawn the calendar as it was drawn last: to FullCalendar a drop after any option but those of its kind has changed is one
 *   from a calendar elsewhere, of which nobody is told, so it is `held` until the end
 */
export function useBlockDrag(drawn: RefObject<ReactElement | null>) {
  const [kind, setKind] = useState<DragKind>('usual');
  const [held, setHeld] = useState<ReactElement | null>(null);
  const [drag] = useState(() => {
    let underWay: AbortController | null = null;
    let brokenOff = false;
    return {
      /** Before FullCalendar hears of the button or the finger, so that the drag begins with its steps, and when it should. */
      onPointerDown: ({ altKey, target }: Pick<PointerEvent, 'altKey' | 'target'>) =>
        flushSync(() => setKind(altKey ? 'fine' : isHandle(target) ? 'at once' : 'usual')),
      onStart() {
        setHeld(drawn.current);
        underWay = new AbortController();
        brokenOff = false;
        const listening = { capture: true, signal: underWay.signal };
        window.addEventListener('mousemove', ({ altKey }) => altKey && flushSync(() => setKind('fine')), listening);
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
  return { ...drag, kind, held };
}

/** What the drops of blocks mean for their appointments. The functions stay the same, since others would redraw the calendars. */
export function useDrops(view: BoardView, columns: readonly BoardColumn[]) {
  const changes = useChanges();
  const latest = useLatest({ view, columns, changes });
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
  return {
    ...drops,
    canMove: changes.can.has('start') && changes.can.has('end'),
    canReassign: view !== 'week' && changes.can.has(view === 'rooms' ? 'roomId' : 'employeeId'),
  };
}
