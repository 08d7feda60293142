import { createContext, use, useSyncExternalStore } from 'react';
import type { FieldChanges } from '#app/api/appointments.ts';
import type { DeskActivity } from '#contract/desk-events.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** Where something on the calendar is moved to: a time in milliseconds since 1970, and a column of the calendar. */
export interface MovedTo {
  start: number;
  end: number;
  columnId: string;
}

/** An appointment, or time that is blocked, which the arrow keys can move. */
export interface KeyboardMove extends MovedTo {
  /** Names it in a sentence. */
  name: string;
  /** The IANA zone of its times. */
  zone: string;
  /** The columns that it can be moved to, its own among them, in the order of the calendar; empty where these are days. */
  columns: readonly { readonly id: string; readonly title: string }[];
  /** What colleagues see of the move. */
  activity: DeskActivity | null;
  warningsAt: (to: MovedTo) => string[];
  /** Shows it at another time and place; null ends that. */
  onPreview: (to: MovedTo | null) => void;
  onMove: (to: MovedTo) => void;
  onEnd: () => void;
}

/** What the screens show of changes that are not saved yet. */
export interface UnsavedChanges {
  /** The changed appointments as they will be once saved. */
  records: readonly ReceivedAppointment[];
  /** Ids of appointments with a change that the practice system has not answered yet. */
  pending: ReadonlySet<string>;
  /** Ids of appointments of which nobody knows yet whether their changes are saved. */
  uncertain: ReadonlySet<string>;
  /** Ids of appointments whose own notes are being saved. */
  savingNotes: ReadonlySet<string>;
}

/** An appointment as the person sees it, and what is to be changed of it. */
export interface ChangedAppointment {
  appointment: ReceivedAppointment;
  changes: FieldChanges;
}

/** What the screens do with appointments, each of which is as the person sees it. */
export interface AppointmentChanges {
  /** The person who makes them (`DeskSession`). */
  person: string | null;
  /** The fields that can be changed; empty where the person may not, or the practice system cannot. */
  can: ReadonlySet<string>;
  change: (appointment: ReceivedAppointment, changes: FieldChanges) => void;
  /**
   * Changes several appointments at once, with one notice and one Undo. `text` says what was done, in the past tense:
   * "6 appointments given to Kwame Mensah". `tryAgain` is offered for those that could not be changed, as they are now.
   */
  changeTogether: (
    changed: readonly ChangedAppointment[],
    text: string,
    tryAgain?: (failed: readonly ReceivedAppointment[]) => void,
  ) => void;
  /** Takes the most likely next step of a visit. */
  takeNextStep: (appointment: ReceivedAppointment) => void;
  /**
   * Opens the menu of an appointment beside an element: its statuses, reschedule, notes, pet, client; or its statuses alone,
   * where all else is in sight.
   */
  openMenu: (appointment: ReceivedAppointment, at: Element, onlyStatus?: boolean) => void;
  /** Lets the arrow keys move it until Enter or Escape. */
  startMove: (move: KeyboardMove) => void;
  /** Shows the appointment as it would be after a change; null ends that. */
  preview: (record: ReceivedAppointment | null) => void;
  /** Opens the panel that gives it another time, vet, room or type. */
  reschedule: (appointment: ReceivedAppointment) => void;
  /** Whether it is late or over at an instant, so that later visits may have to be moved, and these can be. */
  canMoveRest: (appointment: ReceivedAppointment, now: number) => boolean;
  /** Opens the dialog that moves the later visits of its vet or its room. */
  openMoveRest: (appointment: ReceivedAppointment) => void;
  /**
   * Adds new bookings to what can be undone, and returns their number: once they have been read back, Undo takes them back, or
   * cancels them where that is not possible, and calls `onUndone` for each. `read` resolves with none where they could not be read
   * back, so that they cannot be undone. `text` says of several what was done, as in {@link changeTogether}; null for one.
   */
  addBooked: (read: Promise<readonly ReceivedAppointment[]>, text: string | null, onUndone?: () => void) => number;
  /**
   * Undoes what has that number, a booking or changes, or what was done last, of the plan, too. Returns false where there is
   * nothing to undo, or not yet.
   */
  undo: (number?: number) => boolean;
  /** The numbers of all that can be undone, of the plan, too, the last one at the end. */
  state: () => { readonly undoable: readonly { readonly number: number }[] };
  /** The warnings about an appointment after a change: what else needs the room, the staff or the pet at that time. */
  warningsOf: (appointment: ReceivedAppointment, changes: FieldChanges) => string[];
  subscribe: (listener: () => void) => () => void;
  /** The same object until something else is unsaved. */
  unsaved: () => UnsavedChanges;
}

/** The id of the notice that an appointment was booked or changed: the latest replaces the one before. */
export function noticeIdOf(appointmentId: string): string {
  return `appointment ${appointmentId}`;
}

/** Set by `ChangesProvider` (features/change), which makes the changes; read by every feature that offers some. */
export const ChangesContext = createContext<AppointmentChanges | null>(null);

/** The changes of the screens inside `ChangesProvider`. */
export function useChanges(): AppointmentChanges {
  const changes = use(ChangesContext);
  if (!changes) throw new Error('useChanges is used outside ChangesProvider');
  return changes;
}

/** The changes that are not saved yet. */
export function useUnsavedChanges(): UnsavedChanges {
  const { subscribe, unsaved } = useChanges();
  return useSyncExternalStore(subscribe, unsaved);
}
