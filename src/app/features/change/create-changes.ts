import type { ApiError } from '#app/api/api-error.ts';
import type { FieldChanges } from '#app/api/change-appointment.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import {
  applied,
  type ChangesAction,
  type ChangesState,
  type Conflict,
  changesReducer,
  differences,
  differing,
  independentChanges,
  noChanges,
  type Step,
  wantedOf,
  withDependents,
  withOwnChanges,
} from './changes.ts';
import { type SendPorts, sendChange } from './send-change.ts';

/** An event of this tab's changes. */
export type ChangeNews =
  | { kind: 'saved'; record: ReceivedAppointment; before: ReceivedAppointment; step: Step }
  /** It is being repeated; `error` is null where the answer is only slow. */
  | { kind: 'doubtful'; record: ReceivedAppointment; changes: FieldChanges; error: unknown }
  /** `steps` are all that is dropped: the refused one and those that build on it. */
  | { kind: 'refused'; record: ReceivedAppointment; steps: readonly Step[]; error: ApiError }
  /**
   * The person gave the first step up, and with it what builds on it; `now` is the current appointment, null where it
   * is not known whether the change was saved.
   */
  | { kind: 'given-up'; record: ReceivedAppointment; steps: readonly Step[]; now: ReceivedAppointment | null };

/** The side effects of changes, replaceable in tests. */
export interface ChangesPorts extends Pick<SendPorts, 'sleep' | 'pause'> {
  /** Sends a change once. */
  send: (
    request: { id: string; expectedUpdatedAt: string; changes: FieldChanges },
    signal: AbortSignal,
  ) => Promise<ReceivedAppointment>;
  /**
   * Reads the current appointment, and rejects once the signal is aborted; null where the practice system cannot return
   * a single one.
   */
  read: ((id: string, signal: AbortSignal) => Promise<ReceivedAppointment>) | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  /** Called with a record as the practice system has it now; null where loaded data may be out of date. */
  onRecord: (record: ReceivedAppointment | null) => void;
  onNews: (news: ChangeNews) => void;
}

/** The changes of a tab. */
export interface Changes {
  state: () => ChangesState;
  subscribe: (listener: () => void) => () => void;
  /** Changes an appointment as the person sees it; null where it is the same already, or cannot be changed. */
  change: (appointment: ReceivedAppointment, changes: FieldChanges) => Step | null;
  /** Undoes the change with that number, or the last one; false where there is none. */
  undo: (number?: number) => boolean;
  /** Stops repeating a change whose result is unknown. */
  giveUp: (appointmentId: string) => void;
  /** Resolves a conflict: applies the changes to the current appointment, or drops them. */
  settle: (conflict: Conflict, how: 'theirs' | 'mine') => void;
}

/** A reading of the current appointment that takes longer than this is ended: other changes wait for it. */
const READ_MS = 5000;

/**
 * Creates the changes of a tab. Those of one appointment are sent one after the other, each expecting the result of
 * the one before.
 */
export function createChanges(ports: ChangesPorts): Changes {
  let state = noChanges;
  let numbers = 0;
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();

  function dispatch(action: ChangesAction): void {
    state = changesReducer(state, action);
    for (const listener of listeners) listener();
  }

  async function run(id: string): Promise<void> {
    try {
      for (let pending = state.pending.get(id); pending; pending = state.pending.get(id)) {
        const [step] = pending.steps;
        if (!step) return;
        const givenUp = new AbortController();
        running.set(id, givenUp);
        await runStep(id, step, pending.base, givenUp.signal);
      }
    } finally {
      running.delete(id);
    }
  }

  /** The current appointment; null where it cannot be read in time. */
  async function readNow(id: string): Promise<ReceivedAppointment | null> {
    const over = new AbortController();
    void ports.sleep(READ_MS, over.signal).then(() => over.abort());
    try {
      return (await ports.read?.(id, over.signal)) ?? null;
    } catch {
      return null;
    } finally {
      over.abort();
    }
  }

  /** Drops the first step with what builds on it. */
  function dropFirst(id: string): readonly Step[] {
    const steps = withDependents(state.pending.get(id)?.steps ?? []);
    dispatch({ type: 'dropped', id, steps });
    return steps;
  }

  /** Sends a step until its result is known or it is given up; afterwards it is not pending any more. */
  async function runStep(id: string, step: Step, base: ReceivedAppointment, givenUp: AbortSignal): Promise<void> {
    const { changes } = step;
    const request = { id, expectedUpdatedAt: base.updatedAt ?? '', changes };
    const { sleep, pause } = ports;
    const outcome = await sendChange(
      {
        send: (signal) => ports.send(request, signal),
        read: () => readNow(id),
        sleep,
        pause,
        onDoubt(error) {
          if (givenUp.aborted || !state.pending.has(id)) return;
          const known = state.pending.get(id)?.doubtful;
          dispatch({ type: 'doubted', id });
          if (!known) ports.onNews({ kind: 'doubtful', record: base, changes, error });
        },
      },
      givenUp,
    );
    switch (outcome.kind) {
      case 'saved':
        // The board gets the record before the pending change is removed, so that the block does not jump back in
        // between.
        ports.onRecord(outcome.record);
        dispatch({ type: 'saved', id, record: outcome.record });
        ports.onNews({ kind: 'saved', record: outcome.record, before: base, step });
        return;
      case 'conflict':
        ports.onRecord(outcome.current);
        dispatch({ type: 'met', id, current: outcome.current });
        return;
      case 'refused':
        if (outcome.current !== undefined) ports.onRecord(outcome.current);
        ports.onNews({ kind: 'refused', record: base, steps: dropFirst(id), error: outcome.error });
        return;
      case 'given-up': {
        const steps = dropFirst(id);
        const now = await readNow(id);
        ports.onRecord(now);
        // What goes on follows this tab's own change, where there is nothing but that.
        const wasMade = now !== null && Object.keys(differences(now, applied(base, changes, ''))).length === 0;
        if (wasMade) dispatch({ type: 'found', id, base, record: now });
        ports.onNews({ kind: 'given-up', record: base, steps, now });
        return;
      }
    }
  }

  function ask(appointment: ReceivedAppointment, changes: FieldChanges, undoes: boolean): Step | null {
    const { id } = appointment;
    const seen = withOwnChanges(state, appointment);
    const different = differing(changes, seen);
    if (seen.updatedAt === null || Object.keys(different).length === 0) return null;
    numbers += 1;
    const step: Step = { number: numbers, changes: different, undoes };
    dispatch({ type: 'asked', appointment, step, at: new Date(ports.clock()).toISOString() });
    if (!running.has(id)) void run(id);
    return step;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (appointment, changes) => ask(appointment, changes, false),
    undo(number) {
      const step =
        number === undefined ? state.undoable.at(-1) : state.undoable.find((candidate) => candidate.number === number);
      if (!step) return false;
      const record = state.pending.get(step.appointmentId)?.shown ?? state.made.get(step.appointmentId)?.record;
      dispatch({ type: 'undone', number: step.number });
      return record !== undefined && ask(record, step.back, true) !== null;
    },
    giveUp(id) {
      if (state.pending.get(id)?.doubtful) running.get(id)?.abort();
    },
    settle(conflict, how) {
      dispatch({ type: 'settled', conflict });
      const { steps, current } = conflict;
      if (current === null || how === 'theirs') return;
      for (const changes of independentChanges(wantedOf(steps))) ask(current, changes, false);
    },
  };
}
