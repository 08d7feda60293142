import type { FieldChanges } from '#app/api/appointments.ts';
import type { AppointmentChanges, KeyboardMove, MoveTarget } from '#app/changes/appointment-changes.ts';
import type { PlanActions } from '#app/changes/plan-actions.ts';
import { changingActivity } from '#app/changes/presence.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { type Band, idOfBand } from '#app/features/board/plan/board-plan.ts';
import { columnsForEntry, entryChanges } from '#app/features/board/plan/entry-moves.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { BoardView, ColumnsView } from '#scheduling/board-day.ts';

interface ViewColumns<View> {
  view: View;
  columns: readonly BoardColumn[];
}

/** The fields that a move changes; empty if the appointment is dropped where it was. */
export function findMoveChanges(
  { appointment, columnId: before }: BoardItem,
  { start, end, columnId }: MoveTarget,
  { view, columns }: ViewColumns<BoardView>,
): FieldChanges {
  const column = columnId === before ? undefined : columns.find(({ id }) => id === columnId);
  return {
    ...(start === instantOf(appointment.start) ? {} : { start: new Date(start).toISOString() }),
    ...(end === instantOf(appointment.end) ? {} : { end: new Date(end).toISOString() }),
    ...(column === undefined ? {} : view === 'vets' ? { employeeId: column.employeeId } : { roomId: column.roomId }),
  };
}

/**
 * The columns that an appointment can be moved to: its own and, if the room or vet can be changed, the other rooms of
 * its store or the other vets.
 */
function findTargetColumns(
  { appointment, columnId }: BoardItem,
  { view, columns }: ViewColumns<BoardView>,
  can: AppointmentChanges['can'],
): readonly BoardColumn[] {
  if (view === 'week') return [];
  const canChange = can.has(view === 'vets' ? 'employeeId' : 'roomId');
  return columns
    .filter(({ storeId }) => view === 'vets' || storeId === appointment.storeId)
    .filter(({ id }) => id === columnId || canChange);
}

/** Describes how an appointment is moved with the arrow keys, in the zone of its column. */
export function createAppointmentMove(
  item: BoardItem,
  { changes, onEnd, ...place }: ViewColumns<BoardView> & { changes: AppointmentChanges; onEnd: () => void },
): KeyboardMove {
  const { appointment, columnId, heading } = item;
  const changesTo = (to: MoveTarget) => findMoveChanges(item, to, place);
  return {
    name: isolateText(heading),
    zone: place.columns.find(({ id }) => id === columnId)?.zone ?? 'UTC',
    start: instantOf(appointment.start),
    end: instantOf(appointment.end),
    columnId,
    columns: findTargetColumns(item, place, changes.can),
    activity: changingActivity(appointment),
    warningsAt: (to) => changes.warningsOf(appointment, changesTo(to)),
    onPreview: (to) => changes.preview(to && applyChange(appointment, changesTo(to), appointment.start)),
    onMove: (to) => changes.change(appointment, changesTo(to)),
    onEnd,
  };
}

interface EntryMoveInput extends ViewColumns<ColumnsView> {
  changes: PlanActions;
  /** Called with the new id of the band once the move has ended. */
  onEnd: (bandId: string) => void;
}

/** Describes how blocked time is moved with the arrow keys. */
export function createEntryMove(band: Band, { changes, onEnd, ...place }: EntryMoveInput): KeyboardMove {
  const { start, end, columnId, zone, title, entry } = band;
  let bandId = band.id;
  return {
    ...{ name: isolateText(title), zone, start, end, columnId, activity: null },
    columns: columnsForEntry(band, place.view, place.columns),
    warningsAt: () => [],
    onPreview: (to) => changes.preview(to && { ...entry, ...entryChanges(band, to, place) }),
    onMove(to) {
      bandId = idOfBand(to.columnId, entry);
      changes.change(entry, entryChanges(band, to, place), 'this');
    },
    onEnd: () => onEnd(bandId),
  };
}
