import { createContext, useSyncExternalStore } from 'react';
import type { FieldChanges } from '#app/api/appointments.ts';
import { useRequiredContext } from '#app/api/use-required-context.ts';
import type { DeskActivity } from '#contract/desk-events.ts';
import type { Interval } from '#contract/interval.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** The target of a move on the calendar: a time and a column. */
export interface MoveTarget extends Interval {
  columnId: string;
}

/** An appointment or a block of time, while the arrow keys move it. */
export interface KeyboardMove extends MoveTarget {
  /** The name to use within a sentence. */
  name: string;
  /** The IANA zone of the times. */
  zone: string;
  /**
   * The columns to which the item can be moved, including its own, in calendar order; empty if the columns are days.
   */
  columns: readonly { readonly id: string; readonly title: string }[];
  /** What colleagues see while the item is being moved; null if they see nothing. */
  activity: DeskActivity | null;
  warningsAt: (to: MoveTarget) => string[];
  /** Previews another time and column; null ends the preview. */
  onPreview: (to: MoveTarget | null) => void;
  onMove: (to: MoveTarget) => void;
  onEnd: () => void;
}

/** The unsaved changes as the screens show them. */
export interface UnsavedChanges {
  /** The changed appointments as they will be once saved. */
  records: readonly ReceivedAppointment[];
  /** Ids of appointments with a change that the practice system has not confirmed or rejected yet. */
  pending: ReadonlySet<string>;
  /** Ids of appointments with changes whose outcome is unknown. */
  uncertain: ReadonlySet<string>;
  /** Ids of appointments whose notes are being saved. */
  savingNotes: ReadonlySet<string>;
}

/** An appointment as the person sees it, and the changes to make to it. */
export interface ChangedAppointment {
  appointment: ReceivedAppointment;
  changes: FieldChanges;
}

/** Changes that were made together. */
export interface UndoableStep {
  readonly number: number;
  /** The ids of the changed appointments; empty for changes of the plan. */
  readonly appointmentIds: readonly string[];
}

/** A vet or a room whose appointments are to be moved on a day. */
export interface LateColumn {
  kind: 'staff' | 'room';
  id: string;
  /** The name of the vet or the room. */
  title: string;
  /** The IANA zone of the day. */
  zone: string;
  /** `YYYY-MM-DD` */
  date: string;
}

/** The actions that screens offer on appointments. Each appointment is passed as the person sees it. */
export interface AppointmentChanges {
  /** The person who makes the changes; null if people do not sign in. */
  person: string | null;
  /**
   * The fields that can be changed; empty if the person has no permission or the practice system does not support
   * changes.
   */
  can: ReadonlySet<string>;
  change: (appointment: ReceivedAppointment, changes: FieldChanges) => void;
  /**
   * Changes several appointments together, with one notice and one Undo. `text` describes the change in the past tense:
   * "6 appointments reassigned to Kwame Mensah".
   */
  changeTogether: (changed: readonly ChangedAppointment[], text: string) => void;
  /** Takes the most likely next step of an appointment, such as Check in. Does nothing if the pet has died. */
  takeNextStep: (appointment: ReceivedAppointment, pet: { hasDied: boolean }) => void;
  /**
   * Opens the menu of an appointment next to an element: statuses, reschedule, notes, pet and client; or only the
   * statuses, if everything else is already on screen.
   */
  openMenu: (appointment: ReceivedAppointment, anchor: Element, onlyStatus?: boolean) => void;
  /** Lets the arrow keys move an item until Enter or Escape. */
  startMove: (move: KeyboardMove) => void;
  /** Previews the appointment with a change applied; null ends the preview. */
  preview: (record: ReceivedAppointment | null) => void;
  /** Opens the panel that gives the appointment another time, vet, room or type. */
  reschedule: (appointment: ReceivedAppointment) => void;
  /**
   * Whether the appointment is late or running over at `now`, in milliseconds since 1970, so that later appointments
   * could be moved.
   */
  canMoveRest: (appointment: ReceivedAppointment, now: number) => boolean;
  /**
   * Opens the dialog that moves the later appointments of the vet or room of an appointment, or those of a column from
   * now on.
   */
  openMoveRest: (from: ReceivedAppointment | LateColumn) => void;
  /**
   * Adds new bookings to the undo history and returns their number. Undo deletes the appointments once `read` has
   * resolved, or cancels them if the practice system cannot delete them, and calls `onUndone` for each. If `read`
   * resolves with an empty list, they cannot be undone. `text` describes several bookings, as in
   * {@link changeTogether}; null for one.
   */
  addBooked: (read: Promise<readonly ReceivedAppointment[]>, text: string | null, onUndone?: () => void) => number;
  /**
   * Undoes the booking or change with this number, or the last change if no number is given, including changes of the
   * plan. Returns false if there is nothing to undo, or it cannot be undone yet.
   */
  undo: (number?: number) => boolean;
  /** Everything that can be undone, including changes of the plan; the latest is last. */
  state: () => { readonly undoable: readonly UndoableStep[] };
  /** The warnings that a change would cause: what else needs the room, the staff or the pet at that time. */
  warningsOf: (appointment: ReceivedAppointment, changes: FieldChanges) => string[];
  subscribe: (listener: () => void) => () => void;
  /** Returns the same object until the unsaved changes differ. */
  unsaved: () => UnsavedChanges;
}

/** The id of the notice for a booked or changed appointment: a new notice replaces the previous one. */
export function noticeIdOf(appointmentId: string): string {
  return `appointment ${appointmentId}`;
}

/**
 * The actions on appointments. `ChangesProvider` (features/change) provides them to every feature that offers changes.
 */
export const ChangesContext = createContext<AppointmentChanges | null>(null);
export const useChanges = () => useRequiredContext(ChangesContext, 'ChangesProvider');

export function useUnsavedChanges(): UnsavedChanges {
  const { subscribe, unsaved } = useChanges();
  return useSyncExternalStore(subscribe, unsaved);
}
