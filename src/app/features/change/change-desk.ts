import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FieldChanges } from '#app/api/change-appointment.ts';
import { holdKeys } from '#app/browser/hold-typing.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A column that an appointment can be moved to, and what that makes of it. */
export interface MoveColumn {
  title: string;
  changes: FieldChanges;
  /** Whether it is there now. */
  current: boolean;
}

/** What a person asks for, with the appointment as they see it. */
export type ChangeCommand =
  | { kind: 'change'; appointment: ReceivedAppointment; changes: FieldChanges }
  /** The step that is most likely next. */
  | { kind: 'next-status'; appointment: ReceivedAppointment }
  /** The menu opens beside an element. */
  | { kind: 'status-menu'; appointment: ReceivedAppointment; at: Element }
  /** Moves it with the arrow keys; the columns are in the order in which they stand, and none where they are days. */
  | { kind: 'move'; appointment: ReceivedAppointment; columns: readonly MoveColumn[]; onEnd: () => void }
  | { kind: 'change-time'; appointment: ReceivedAppointment }
  | { kind: 'undo' };

/** What the screens show of changes that are not saved yet. */
export interface ShownChanges {
  /** The changed appointments as they will be. */
  records: readonly ReceivedAppointment[];
  /** What is said of them, by their ids. */
  notes: ReadonlyMap<string, string>;
}

/** What is driven by the keys that follow. */
const TAKING_KEYS: ReadonlySet<ChangeCommand['kind']> = new Set(['move', 'status-menu']);

const NOTHING: ShownChanges = { records: [], notes: new Map() };

/** Between the screens, which ask for changes and show them, and what makes them, which is loaded later. */
export interface ChangeDesk {
  ask(command: ChangeCommand): void;
  /** Has what makes changes brought, since somebody may ask for one. */
  prepare(): void;
  /** Whether that was done, or anything was asked for. */
  isWanted(): boolean;
  /** What else needs the room, the staff or the pet of an appointment as it would be; nothing until that is known. */
  warningsOf(appointment: ReceivedAppointment, changes: FieldChanges): string[];
  /** Takes what is asked for, also what was asked before; what is returned ends that. */
  serve(handle: (command: ChangeCommand) => void, warningsOf: ChangeDesk['warningsOf']): () => void;
  show(changes: ShownChanges): void;
  /** Shows an appointment as it would be, until null is shown in its place. */
  preview(record: ReceivedAppointment | null): void;
  shown(): ShownChanges;
  subscribe(listener: () => void): () => void;
}

/** Creates the desk of a person at a company. */
export function createChangeDesk(): ChangeDesk {
  let serve: ((command: ChangeCommand) => void) | null = null;
  let asked = NOTHING;
  let previewed: ReceivedAppointment | null = null;
  let shown = NOTHING;
  const waiting: ChangeCommand[] = [];
  const listeners = new Set<() => void>();
  let wanted = false;
  let warn: ChangeDesk['warningsOf'] | null = null;
  function prepare() {
    if (wanted) return;
    wanted = true;
    for (const listener of listeners) listener();
  }
  function publish() {
    const records = previewed ? [...asked.records.filter(({ id }) => id !== previewed?.id), previewed] : asked.records;
    shown = records.length + asked.notes.size === 0 ? NOTHING : { records, notes: asked.notes };
    for (const listener of listeners) listener();
  }
  return {
    ask(command) {
      if (serve) serve(command);
      else {
        waiting.push(command);
        if (TAKING_KEYS.has(command.kind)) holdKeys(() => void waiting.splice(waiting.indexOf(command), 1));
      }
      prepare();
    },
    prepare,
    isWanted: () => wanted,
    warningsOf: (appointment, changes) => warn?.(appointment, changes) ?? [],
    serve(handle, warningsOf) {
      serve = handle;
      warn = warningsOf;
      for (const command of waiting.splice(0)) handle(command);
      return () => {
        if (serve === handle) serve = null;
      };
    },
    show(changes) {
      asked = changes;
      publish();
    },
    preview(record) {
      previewed = record;
      publish();
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
