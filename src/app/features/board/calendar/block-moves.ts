import { type ReactElement, type RefObject, useState } from 'react';
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

/**
 * The dragging and stretching of a calendar's blocks. Meanwhile the keys belong to the drag, and Escape cancels it.
 *
 * @param drawn the calendar as it was rendered last. If any option changes during a drag, FullCalendar treats the drop as coming
 *   from another calendar and fires no `eventDrop`, so the element is `frozen` until the drag ends
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
            // Ends FullCalendar's drag by mouse; a drag by touch ends when the finger is lifted.
            document.dispatchEvent(new Event('mouseup'));
          },
          { capture: true, signal: keys.signal },
        );
      },
      /** FullCalendar reports the drop after this. */
      onStop() {
        keys?.abort();
        keys = null;
        setFrozen(null);
      },
      /** Whether the drag that ended in a drop was cancelled. Without an event, the calendar was unmounted. */
      isCancelled: (event: Event | undefined) => cancelled || !event || event.type === 'touchcancel',
    };
  });
  return { ...drag, frozen };
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
