import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FieldChanges } from '#app/api/change-appointment.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A column that an appointment can be moved to. */
export interface MoveColumn {
  id: string;
  title: string;
  /** What being in it makes of an appointment; null where it is of another store. */
  changes: Pick<FieldChanges, 'roomId' | 'employeeId'>;
  storeId: string | null;
}

/** Where a menu opens. */
export type MenuPlace = Element | { x: number; y: number };

/** What a person asks for, with the appointment as they see it. */
export type ChangeCommand =
  | { kind: 'change'; appointment: ReceivedAppointment; changes: FieldChanges }
  /** The step that is most likely next. */
  | { kind: 'next-status'; appointment: ReceivedAppointment }
  | { kind: 'status-menu'; appointment: ReceivedAppointment; at: MenuPlace }
  /** Moves it with the arrow keys; the columns are in the order in which they stand. */
  | { kind: 'move'; appointment: ReceivedAppointment; columns: readonly MoveColumn[]; columnId: string }
  | { kind: 'change-time'; appointment: ReceivedAppointment }
  | { kind: 'undo' };

/** What the screens show of changes that are not saved yet. */
export interface ShownChanges {
  /** The changed appointments as they will be. */
  records: readonly ReceivedAppointment[];
  /** What is said of them, by their ids. */
  notes: ReadonlyMap<string, string>;
}

const NOTHING: ShownChanges = { records: [], notes: new Map() };

/** Between the screens, which ask for changes and show them, and what makes them, which is loaded later. */
export interface ChangeDesk {
  ask(command: ChangeCommand): void;
  /** Whether anything was asked for. */
  isWanted(): boolean;
  /** Takes what is asked for, also what was asked before; what is returned ends that. */
  serve(handle: (command: ChangeCommand) => void): () => void;
  show(changes: ShownChanges): void;
  shown(): ShownChanges;
  subscribe(listener: () => void): () => void;
}

/** Creates the desk of a person at a company. */
export function createChangeDesk(): ChangeDesk {
  let serve: ((command: ChangeCommand) => void) | null = null;
  let shown = NOTHING;
  const waiting: ChangeCommand[] = [];
  const listeners = new Set<() => void>();
  let wanted = false;
  return {
    ask(command) {
      if (serve) serve(command);
      else waiting.push(command);
      if (wanted) return;
      wanted = true;
      for (const listener of listeners) listener();
    },
    isWanted: () => wanted,
    serve(handle) {
      serve = handle;
      for (const command of waiting.splice(0)) handle(command);
      return () => {
        if (serve === handle) serve = null;
      };
    },
    show(changes) {
      shown = changes.records.length + changes.notes.size === 0 ? NOTHING : changes;
      for (const listener of listeners) listener();
    },
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const ChangeDeskContext = createContext<ChangeDesk | null>(null);

export const ChangeDeskProvider = ChangeDeskContext.Provider;

/** Where changes are asked for. */
export function useChangeDesk(): ChangeDesk {
  const desk = useContext(ChangeDeskContext);
  if (!desk) throw new Error('useChangeDesk is used outside ChangeDeskProvider');
  return desk;
}

/** The changes that are not saved yet. */
export function useShownChanges(): ShownChanges {
  const { subscribe, shown } = useChangeDesk();
  return useSyncExternalStore(subscribe, shown);
}
