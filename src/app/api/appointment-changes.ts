import { createContext, use, useSyncExternalStore } from 'react';
import type { FieldChanges } from '#app/api/appointments.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A room or a vet that an appointment can be moved to, and the change that this means. */
export interface MoveTarget {
  title: string;
  changes: FieldChanges;
  /** Whether the appointment is there now. */
  current: boolean;
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

/** What the screens do with appointments, each of which is as the person sees it. */
export interface AppointmentChanges {
  /** The person who makes them (`DeskSession`). */
  person: string | null;
  /** The fields that can be changed; empty where the person may not, or the practice system cannot. */
  can: ReadonlySet<string>;
  change: (appointment: ReceivedAppointment, changes: FieldChanges) => void;
  /** Takes the most likely next step of a visit. */
  takeNextStep: (appointment: ReceivedAppointment) => void;
  /** Opens the menu of all statuses beside an element. */
  openStatusMenu: (appointment: ReceivedAppointment, at: Element) => void;
  /** Moves it with the arrow keys. The columns are in the order of the board; empty where columns are days. */
  startMove: (appointment: ReceivedAppointment, columns: readonly MoveTarget[], onEnd: () => void) => void;
  openTimeDialog: (appointment: ReceivedAppointment) => void;
  /** Whether it is late or over, so that later visits may have to be moved, and these can be. */
  canMoveRest: (appointment: ReceivedAppointment) => boolean;
  /** Opens the dialog that moves the later visits of its vet or its room. */
  openMoveRest: (appointment: ReceivedAppointment) => void;
  /**
   * Adds a booking that was just made to what can be undone, and returns its number: once it has been read back, Undo cancels
   * it. `read` resolves with null where it could not be read back, so that it cannot be undone.
   */
  addBooking: (id: string, read: Promise<ReceivedAppointment | null>) => number;
  /** Undoes the change or the booking with that number, or the last one. */
  undo: (number?: number) => void;
  /** The changes and bookings that can be undone, the last one at the end; each is numbered higher than those before it. */
  state: () => { readonly undoable: readonly { readonly number: number }[] };
  /** The warnings about an appointment after a change: what else needs the room, the staff or the pet at that time. */
  warningsOf: (appointment: ReceivedAppointment, changes: FieldChanges) => string[];
  subscribe: (listener: () => void) => () => void;
  /** The same object until something else is unsaved. */
  unsaved: () => UnsavedChanges;
}

/** The id of the notice of what became of an appointment: what is told last of it replaces what was told before. */
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
