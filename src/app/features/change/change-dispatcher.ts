import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FieldChanges } from '#app/api/change-appointment.ts';
import { holdKeys } from '#app/browser/hold-typing.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** A column that an appointment can be moved to, and the change that this means. */
export interface MoveColumn {
  title: string;
  changes: FieldChanges;
  /** Whether the appointment is in this column now. */
  current: boolean;
}

/** What a person wants changed, with the appointment as they see it. */
export type ChangeCommand =
  | { kind: 'change'; appointment: ReceivedAppointment; changes: FieldChanges }
  /** Takes the most likely next step. */
  | { kind: 'next-status'; appointment: ReceivedAppointment }
  /** Opens the menu beside an element. */
  | { kind: 'status-menu'; appointment: ReceivedAppointment; at: Element }
  /** Moves it with the arrow keys. The columns are in the order of the board; empty where columns are days. */
  | { kind: 'move'; appointment: ReceivedAppointment; columns: readonly MoveColumn[]; onEnd: () => void }
  | { kind: 'change-time'; appointment: ReceivedAppointment }
  | { kind: 'undo' };

/** What the screens show of changes that are not saved yet. */
export interface ShownChanges {
  /** The changed appointments as they will be once saved. */
  records: readonly ReceivedAppointment[];
  /** A note for each, by the id of the appointment. */
  notes: ReadonlyMap<string, string>;
  /** Ids of appointments whose own notes are being saved. */
  savingNotes: ReadonlySet<string>;
}

/** Commands that are driven by the keys pressed after them, which are kept until the engine is there. */
const KEYBOARD_COMMANDS: ReadonlySet<ChangeCommand['kind']> = new Set(['move', 'status-menu']);

const NOTHING: ShownChanges = { records: [], notes: new Map(), savingNotes: new Set() };

/**
 * Takes commands from the screens to the change engine, which is loaded with the first one, and brings what the engine shows
 * of unsaved changes back to the screens.
 */
export interface ChangeDispatcher {
  dispatch(command: ChangeCommand): void;
  /** Starts loading the engine: a command may follow. */
  prepare(): void;
  /** Whether the engine is to be loaded, or is there. */
  isWanted(): boolean;
  /** The warnings about a change of an appointment; empty until the engine is there. */
  warningsOf(appointment: ReceivedAppointment, changes: FieldChanges): string[];
  /** Registers the engine, which also gets the commands that waited for it. Returns the function that unregisters it. */
  serve(handle: (command: ChangeCommand) => void, warningsOf: ChangeDispatcher['warningsOf']): () => void;
  /** Publishes the unsaved changes to the screens. */
  show(changes: ShownChanges): void;
  /** Shows an appointment as a change would make it; null ends the preview. */
  preview(record: ReceivedAppointment | null): void;
  shown(): ShownChanges;
  subscribe(listener: () => void): () => void;
}

/** Creates the dispatcher of one person at one company. */
export function createChangeDispatcher(): ChangeDispatcher {
  let handler: ((command: ChangeCommand) => void) | null = null;
  let unsaved = NOTHING;
  let previewed: ReceivedAppointment | null = null;
  let shown = NOTHING;
  const waiting: ChangeCommand[] = [];
  const listeners = new Set<() => void>();
  let wanted = false;
  let warn: ChangeDispatcher['warningsOf'] | null = null;
  function prepare() {
    if (wanted) return;
    wanted = true;
    for (const listener of listeners) listener();
  }
  function publish() {
    const records = previewed
      ? [...unsaved.records.filter(({ id }) => id !== previewed?.id), previewed]
      : unsaved.records;
    shown = records.length === 0 ? NOTHING : { ...unsaved, records };
    for (const listener of listeners) listener();
  }
  return {
    dispatch(command) {
      if (handler) handler(command);
      else {
        waiting.push(command);
        if (KEYBOARD_COMMANDS.has(command.kind)) holdKeys(() => void waiting.splice(waiting.indexOf(command), 1));
      }
      prepare();
    },
    prepare,
    isWanted: () => wanted,
    warningsOf: (appointment, changes) => warn?.(appointment, changes) ?? [],
    serve(handle, warningsOf) {
      handler = handle;
      warn = warningsOf;
      for (const command of waiting.splice(0)) handle(command);
      return () => {
        if (handler === handle) handler = null;
      };
    },
    show(changes) {
      unsaved = changes;
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

const ChangeDispatcherContext = createContext<ChangeDispatcher | null>(null);

export const ChangeDispatcherProvider = ChangeDispatcherContext.Provider;

/** The dispatcher of the screens inside `ChangesProvider`. */
export function useChangeDispatcher(): ChangeDispatcher {
  const dispatcher = useContext(ChangeDispatcherContext);
  if (!dispatcher) throw new Error('useChangeDispatcher is used outside ChangeDispatcherProvider');
  return dispatcher;
}

/** The changes that are not saved yet. */
export function useShownChanges(): ShownChanges {
  const { subscribe, shown } = useChangeDispatcher();
  return useSyncExternalStore(subscribe, shown);
}
