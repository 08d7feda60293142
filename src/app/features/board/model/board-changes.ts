import type { FieldChanges, MoveTarget } from '#app/api/appointments.ts';
import type { BoardScreenView } from '#app/features/board/board-views.ts';
import { mainEmployeeId, stageOf } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem, BoardView } from './board-items.ts';

/** What the board offers to change of its appointments, each as it shows it, with the functions that do it. */
export interface BoardChanges {
  /** The fields that can be changed; empty where the person may not, or the practice system cannot. */
  can: ReadonlySet<string>;
  change: (appointment: ReceivedAppointment, changes: FieldChanges) => void;
  /** Takes the most likely next step. */
  takeNextStep: (appointment: ReceivedAppointment) => void;
  openStatusMenu: (appointment: ReceivedAppointment, at: Element) => void;
  /** Moves it with the arrow keys among these columns; empty in a week, whose columns are days. */
  startMove: (appointment: ReceivedAppointment, columns: readonly MoveTarget[], onEnd: () => void) => void;
  undo: () => void;
  /** Warnings about an appointment after a change: what else needs the room, the staff or the pet at that time. */
  warningsOf: (appointment: ReceivedAppointment, changes: FieldChanges) => string[];
}

/** Where a block was dropped, and its new time; instants in UTC. */
export interface DroppedTime {
  start: string;
  end: string;
  /** Null in a week. */
  columnId: string | null;
}

/** Whether a block can be dragged: stays are changed in their details. */
export function isMovable({ stay, oddEnd, appointment }: BoardItem): boolean {
  return stay === null && !oddEnd && appointment.updatedAt !== null;
}

function columnChanges(view: BoardScreenView, { roomId, employeeId }: BoardColumn): FieldChanges {
  return view === 'week' ? {} : view === 'vets' ? { employeeId } : { roomId };
}

/** The columns that an appointment can be moved to: its own and, where these can change, its store's rooms or the vets. */
export function targetsOf(
  view: BoardScreenView,
  appointment: ReceivedAppointment,
  columns: readonly BoardColumn[],
  can: BoardChanges['can'],
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
export function dropChanges(
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
 * The patient who most likely comes next: the first expected one whose time is not over, else the latest of those who
 * did not come.
 */
export function nextPatient(items: readonly BoardItem[], now: number): ReceivedAppointment | null {
  const expected = items
    .filter(({ stay, appointment }) => stay === null && stageOf(appointment) === 'expected')
    .map(({ appointment }) => appointment)
    .sort((one, other) => instantOf(one.start) - instantOf(other.start) || (one.id < other.id ? -1 : 1));
  return expected.find(({ end }) => instantOf(end) > now) ?? expected.at(-1) ?? null;
}
