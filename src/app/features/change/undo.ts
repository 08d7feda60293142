import type { FieldChanges } from '#app/api/appointments.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type Step, valuesFor } from './field-changes.ts';

/** How many changes of this tab can be undone. */
const UNDO_DEPTH = 20;

/** How long the notice of a change offers to undo it, in milliseconds. */
export const UNDO_OFFERED_MS = 10_000;

/** A change that can be undone. */
export interface UndoableChange {
  number: number;
  appointmentId: string;
  /** The values before the change. */
  back: FieldChanges;
}

/** Adds a change of `record` to those that can be undone, the oldest of which is forgotten. What undoes is not undone. */
export function remember(
  undoable: readonly UndoableChange[],
  { number, changes, undoes }: Step,
  record: ReceivedAppointment,
): readonly UndoableChange[] {
  if (undoes) return undoable;
  return [...undoable, { number, appointmentId: record.id, back: valuesFor(changes, record) }].slice(-UNDO_DEPTH);
}
