import type { MoveTarget } from '#app/changes/appointment-changes.ts';
import type { PlanEntryChanges } from '#app/changes/plan-actions.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import type { Band } from './board-plan.ts';

/**
 * The columns that a band's entry can be moved to: the rooms of its store, or the vets of its section; none if it
 * applies to a whole store, or to both a room and a vet.
 */
export function columnsForEntry(
  { kind, columnId, entry }: Band,
  view: ColumnsView,
  columns: readonly BoardColumn[],
): readonly BoardColumn[] {
  const isForRoomAndVet = entry.roomId !== null && entry.employeeId !== null;
  if (view === 'rooms' && kind === 'blocked' && !isForRoomAndVet)
    return columns.filter(({ roomId, storeId }) => roomId !== null && storeId === entry.storeId);
  if (view === 'vets' && kind === 'away' && !isForRoomAndVet) {
    const own = columns.find(({ id }) => id === columnId);
    return columns.filter(({ employeeId, sectionId }) => employeeId !== null && sectionId === own?.sectionId);
  }
  return [];
}

/** The changes that a move makes to a band's entry; empty if the band is dropped where it was. */
export function entryChanges(
  band: Band,
  to: MoveTarget,
  { view, columns }: { view: ColumnsView; columns: readonly BoardColumn[] },
): PlanEntryChanges {
  const column = to.columnId === band.columnId ? undefined : columns.find(({ id }) => id === to.columnId);
  return {
    ...(to.start === band.start ? {} : { start: new Date(to.start).toISOString() }),
    ...(to.end === band.end ? {} : { end: new Date(to.end).toISOString() }),
    ...(column === undefined ? {} : view === 'rooms' ? { roomId: column.roomId } : { employeeId: column.employeeId }),
  };
}
