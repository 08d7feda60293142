import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#app/api/api-client.ts';
import type { ApiError } from '#app/api/api-error.ts';
import type { AppointmentChanges, UnsavedChanges } from '#app/api/appointment-changes.ts';
import { currentInConflict, type FieldChanges, readAppointment } from '#app/api/appointments.ts';
import { type LocalVersions, latestLocalVersion, withVersion } from '#app/api/local-versions.ts';
import { invalidate } from '#app/api/queries.ts';
import { readInTime, type SendingPorts, sendingAs, untilAnswered } from '#app/api/sending.ts';
import { lastUndoable } from '#app/api/undo.ts';
import { sleep, sleepUntilOnline } from '#app/browser/sleep.ts';
import { nextStepOf } from '#app/scheduling/visit.ts';
import { applyChange } from '#contract/appointment-rules.ts';
import { extensions } from '#contract/endpoints.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import {
  type ChangeStep,
  changesBetween,
  differing,
  independentChanges,
  undoing,
  wantedOf,
  withDependents,
} from './field-changes.ts';
import { notesSaved } from './notes-draft.ts';

/** The unsaved changes of one appointment. The first step has been sent, the others follow it. */
interface PendingChange {
  /** The record as the practice system last returned it; the next request expects its `updatedAt`. */
  base: ReceivedAppointment;
  steps: readonly ChangeStep[];
  /** The record after all steps. */
  shown: ReceivedAppointment;
  /** Whether it is unknown if the first step was saved: it is repeated. */
  uncertain: boolean;
}

/** A change or a booking that can be undone. */
interface UndoableChange {
  number: number;
  appointmentId: string;
  /** The values before the change; of a booking, that it is cancelled. */
  back: FieldChanges;
  text?: string | undefined;
}

/** Changes that were refused, since somebody else had changed the appointment meanwhile. */
export interface Conflict {
  /** The record as the person saw it. */
  seen: ReceivedAppointment;
  /** All that was pending: the colleague's version is not what any of it was based on. */
  steps: readonly ChangeStep[];
  /** The current record; null where it is not known yet. */
  current: ReceivedAppointment | null;
}

export interface ChangesState {
  pending: ReadonlyMap<string, PendingChange>;
  /** The oldest first. */
  undoable: readonly UndoableChange[];
  made: LocalVersions<ReceivedAppointment>;
  /** The oldest first. */
  conflicts: readonly Conflict[];
  /** An appointment as a change would make it, while the person still decides on that. */
  preview: ReceivedAppointment | null;
}

/** An event of this tab's changes. */
export type ChangeEvent =
  | { kind: 'saved'; record: ReceivedAppointment; before: ReceivedAppointment; step: ChangeStep }
  /** It is being repeated; `error` is null where the answer is only slow. */
  | { kind: 'uncertain'; record: ReceivedAppointment; step: ChangeStep; error: unknown }
  /** `steps` are all that is dropped: the refused one and those that build on it. */
  | { kind: 'refused'; record: ReceivedAppointment; steps: readonly ChangeStep[]; error: ApiError }
  /** Of several appointments: somebody else was first with this one, as in {@link Conflict}. */
  | ({ kind: 'conflict'; record: ReceivedAppointment } & Pick<Conflict, 'steps' | 'current'>)
  /**
   * The person gave the first step up, and with it what builds on it; `now` is the current appointment, null where it
   * is not known whether the change was saved.
   */
  | { kind: 'given-up'; record: ReceivedAppointment; steps: readonly ChangeStep[]; now: ReceivedAppointment | null }
  /** The answer could not be read, and `now` shows that it was not saved; null where the appointment could not be read either. */
  | {
      kind: 'unreadable';
      record: ReceivedAppointment;
      steps: readonly ChangeStep[];
      now: ReceivedAppointment | null;
      error: ApiError;
    };

interface ChangeRequest {
  id: string;
  expectedUpdatedAt: string;
  changes: FieldChanges;
}

/** What came of a request. */
type ChangeOutcome =
  | { kind: 'saved'; record: ReceivedAppointment }
  /** Somebody else was first; `current` is the current appointment, null where it could not be read. */
  | { kind: 'conflict'; current: ReceivedAppointment | null }
  /**
   * Refused; where the answer of an earlier try was lost, `current` is the appointment now, null where it could not be
   * read.
   */
  | { kind: 'refused'; error: ApiError; current: ReceivedAppointment | null | undefined }
  /** The answer could not be read; `current` is the appointment, without the change; null where it could not be read. */
  | { kind: 'unreadable'; error: ApiError; current: ReceivedAppointment | null }
  /** The person gave up while it was unknown whether it was saved. */
  | { kind: 'given-up' };

/** The side effects of changes, replaceable in tests. */
export interface ChangesPorts extends SendingPorts {
  /** Sends a change once, with a timeout. */
  send: (request: ChangeRequest, signal: AbortSignal) => Promise<ReceivedAppointment>;
  /**
   * Reads the current appointment, and rejects once the signal is aborted; null where the practice system cannot return
   * a single one.
   */
  read: ((id: string, signal: AbortSignal) => Promise<ReceivedAppointment>) | null;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock: () => number;
  /** Called with a record as the practice system has it now; null where loaded data may be out of date. */
  onRecord: (record: ReceivedAppointment | null) => void;
  onEvent: (event: ChangeEvent) => void;
}

export interface ChangedAppointment {
  appointment: ReceivedAppointment;
  changes: FieldChanges;
}

/** The changes of a tab. */
export interface Changes extends Pick<AppointmentChanges, 'addBooking' | 'takeNextStep' | 'subscribe' | 'unsaved'> {
  state: () => ChangesState;
  /** Changes an appointment as the person sees it; null where it is the same already, or cannot be changed. */
  change: (appointment: ReceivedAppointment, changes: FieldChanges) => ChangeStep | null;
  /** Changes several appointments as one change, which is told and undone as a whole. */
  changeTogether: (changed: readonly ChangedAppointment[], text?: string) => void;
  /** Undoes the change or the booking with that number, or the last one; false where there is none, or not yet. */
  undo: (number?: number) => boolean;
  /** Stops repeating a change whose result is unknown. */
  giveUp: (appointmentId: string) => void;
  /** Resolves a conflict: applies the changes to the current appointment, or drops them. */
  resolve: (conflict: Conflict, how: 'theirs' | 'mine') => void;
  /** Shows an appointment as a change would make it; null ends the preview. */
  preview: (record: ReceivedAppointment | null) => void;
}

/** The status of a booking that was undone. */
const CANCELLED: AppointmentStatus = 'cancelled';

const NOTHING: UnsavedChanges = { records: [], pending: new Set(), uncertain: new Set(), savingNotes: new Set() };

/**
 * The appointment that a person sees with all that this tab has changed of it since: they may have begun to move it
 * before. What a colleague has changed since is not in it.
 */
export function withLocalChanges({ pending, made }: ChangesState, seen: ReceivedAppointment): ReceivedAppointment {
  return pending.get(seen.id)?.shown ?? latestLocalVersion(made, seen);
}

function unsavedOf({ pending, preview }: ChangesState): UnsavedChanges {
  const others = [...pending.values()].map(({ shown }) => shown).filter(({ id }) => id !== preview?.id);
  const records = preview ? [...others, preview] : others;
  if (records.length === 0) return NOTHING;
  const idsOf = (has: (change: PendingChange) => boolean) =>
    new Set([...pending].flatMap(([id, change]) => (has(change) ? [id] : [])));
  return {
    records,
    pending: new Set(pending.keys()),
    uncertain: idsOf(({ uncertain }) => uncertain),
    savingNotes: idsOf(({ steps }) => wantedOf(steps).notes !== undefined),
  };
}

/**
 * Creates the changes of a tab. Those of one appointment are sent one after the other, each expecting the result of
 * the one before.
 */
export function createChanges(ports: ChangesPorts): Changes {
  let state: ChangesState = { pending: new Map(), undoable: [], made: new Map(), conflicts: [], preview: null };
  let unsaved = { of: state, changes: NOTHING };
  let numbers = 0;
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();

  function set(changed: Partial<ChangesState>): void {
    state = { ...state, ...changed };
    if (state.pending !== unsaved.of.pending || state.preview !== unsaved.of.preview)
      unsaved = { of: state, changes: unsavedOf(state) };
    for (const listener of listeners) listener();
  }

  /** An appointment that this tab has changed or booked, with all of that; undefined for any other. */
  const latestOf = (id: string) => state.pending.get(id)?.shown ?? state.made.get(id)?.record;

  /** The pending steps of an appointment laid over a record of the practice system; without steps nothing is pending. */
  function pendingOn(record: ReceivedAppointment, steps: readonly ChangeStep[]): ChangesState['pending'] {
    const pending = new Map(state.pending);
    const at = record.checkedInAt ?? record.updatedAt ?? '';
    const shown = steps.reduce((result, { changes }) => applyChange(result, changes, at), record);
    if (steps.length === 0) pending.delete(record.id);
    else pending.set(record.id, { base: record, steps, shown, uncertain: false });
    return pending;
  }

  /** Drops pending steps, none of which is known to be saved; the others go on. */
  function drop(id: string, steps: readonly ChangeStep[]): void {
    const known = state.pending.get(id);
    if (!known) return;
    const dropped = new Set(steps.map(({ number }) => number));
    const isKept = ({ number }: { number: number }) => !dropped.has(number);
    set({
      pending: pendingOn(known.base, known.steps.filter(isKept)),
      undoable: state.undoable.filter((one) => one.appointmentId !== id || isKept(one)),
    });
  }

  /** Drops the first step with what builds on it. */
  function dropFirst(id: string): readonly ChangeStep[] {
    const steps = withDependents(state.pending.get(id)?.steps ?? []);
    drop(id, steps);
    return steps;
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
    const { read } = ports;
    return read && readInTime(ports, (signal) => read(id, signal));
  }

  /** Sends a request until its outcome is known or it is given up. */
  async function outcomeOf(
    request: ChangeRequest,
    onUncertain: (error: unknown) => void,
    givenUp: AbortSignal,
  ): Promise<ChangeOutcome> {
    const sent = await untilAnswered(ports, () => ports.send(request, givenUp), onUncertain, givenUp);
    if (sent.kind === 'answered') return { kind: 'saved', record: sent.answer };
    if (sent.kind === 'given-up') return sent;
    if (sent.kind === 'unreadable') {
      const current = await readNow(request.id);
      const isSaved = current !== null && Object.keys(differing(request.changes, current)).length === 0;
      return isSaved ? { kind: 'saved', record: current } : { ...sent, current };
    }
    const { error, isUncertain } = sent;
    const current = currentInConflict(error);
    if (current !== undefined) return { kind: 'conflict', current: current ?? (await readNow(request.id)) };
    // An earlier try may have succeeded: the change may be saved although it is refused now.
    return { kind: 'refused', error, current: isUncertain ? await readNow(request.id) : undefined };
  }

  /** Sends a step until its result is known or it is given up; afterwards it is not pending any more. */
  async function runStep(id: string, step: ChangeStep, base: ReceivedAppointment, givenUp: AbortSignal): Promise<void> {
    const { changes } = step;
    const outcome = await outcomeOf(
      { id, expectedUpdatedAt: base.updatedAt ?? '', changes },
      (error) => {
        const known = state.pending.get(id);
        if (givenUp.aborted || !known || known.uncertain) return;
        set({ pending: new Map(state.pending).set(id, { ...known, uncertain: true }) });
        ports.onEvent({ kind: 'uncertain', record: base, step, error });
      },
      givenUp,
    );
    switch (outcome.kind) {
      case 'saved': {
        const { record } = outcome;
        // The board gets the record before the pending change is removed, so that the block does not jump back in
        // between.
        ports.onRecord(record);
        const next = state.pending.get(id)?.steps.slice(1) ?? [];
        set({ pending: pendingOn(record, next), made: withVersion(state.made, base, record) });
        ports.onEvent({ kind: 'saved', record, before: base, step });
        return;
      }
      case 'conflict': {
        const { current } = outcome;
        ports.onRecord(current);
        const steps = state.pending.get(id)?.steps ?? [];
        drop(id, steps);
        // Of several appointments it is told together which were not changed; they are not decided one by one.
        if (steps.some((one) => one.of === 1)) set({ conflicts: [...state.conflicts, { seen: base, steps, current }] });
        if (steps.some((one) => one.of > 1)) ports.onEvent({ kind: 'conflict', record: base, steps, current });
        return;
      }
      case 'refused':
        if (outcome.current !== undefined) ports.onRecord(outcome.current);
        ports.onEvent({ kind: 'refused', record: base, steps: dropFirst(id), error: outcome.error });
        return;
      case 'unreadable': {
        const { error, current } = outcome;
        ports.onRecord(current);
        ports.onEvent({ kind: 'unreadable', record: base, steps: dropFirst(id), now: current, error });
        return;
      }
      case 'given-up': {
        const steps = dropFirst(id);
        const now = await readNow(id);
        ports.onRecord(now);
        const wasMade = now !== null && Object.keys(changesBetween(applyChange(base, changes, ''), now)).length === 0;
        if (wasMade) {
          // What goes on follows this tab's own change, where there is nothing but that.
          const rest = state.pending.get(id);
          const follows = rest !== undefined && rest.base.updatedAt === base.updatedAt;
          set({
            pending: follows ? pendingOn(now, rest.steps) : state.pending,
            made: withVersion(state.made, base, now),
          });
        }
        ports.onEvent({ kind: 'given-up', record: base, steps, now });
        return;
      }
    }
  }

  /** Makes one change of one or several appointments; returns its steps, without those that change nothing. */
  function request(changed: readonly ChangedAppointment[], undoes: number | null, text?: string): ChangeStep[] {
    const wanted = changed.flatMap(({ appointment, changes }) => {
      const record = withLocalChanges(state, appointment);
      const different = differing(changes, record);
      return record.updatedAt === null || Object.keys(different).length === 0 ? [] : [{ record, changes: different }];
    });
    numbers += 1;
    const number = numbers;
    const at = new Date(ports.clock()).toISOString();
    const pending = new Map(state.pending);
    const steps = wanted.map(({ record, changes }) => {
      const step: ChangeStep = { number, of: wanted.length, changes, undoes, text };
      const before = pending.get(record.id) ?? { base: record, steps: [], uncertain: false };
      pending.set(record.id, { ...before, steps: [...before.steps, step], shown: applyChange(record, changes, at) });
      return step;
    });
    const back = wanted.map(({ record, changes }) => ({
      number,
      appointmentId: record.id,
      back: undoing(changes, record),
      text,
    }));
    if (steps.length > 0)
      set({ pending, undoable: undoes !== null ? state.undoable : lastUndoable([...state.undoable, ...back]) });
    for (const { record } of wanted) if (!running.has(record.id)) void run(record.id);
    return steps;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unsaved: () => unsaved.changes,
    change: (appointment, changes) => request([{ appointment, changes }], null)[0] ?? null,
    changeTogether: (changed, text) => void request(changed, null, text),
    takeNextStep(appointment) {
      const step = nextStepOf(withLocalChanges(state, appointment));
      if (step) request([{ appointment, changes: { status: step.status } }], null);
    },
    addBooking(id, read) {
      numbers += 1;
      const number = numbers;
      const booking = { number, appointmentId: id, back: { status: CANCELLED } };
      set({ undoable: lastUndoable([...state.undoable, booking]) });
      void read.then((record) => {
        if (record === null) set({ undoable: state.undoable.filter((one) => one.number !== number) });
        // It may have been changed here meanwhile.
        else if (!latestOf(id)) set({ made: withVersion(state.made, record, record) });
      });
      return number;
    },
    undo(number = state.undoable.at(-1)?.number ?? 0) {
      const undone = state.undoable.filter((one) => one.number === number);
      const back = undone.flatMap(({ appointmentId, back: changes }) => {
        const appointment = latestOf(appointmentId);
        return appointment ? [{ appointment, changes }] : [];
      });
      // A booking that is still being read back is not undone yet, and nothing before it in its place.
      if (back.length === 0) return false;
      set({ undoable: state.undoable.filter((one) => one.number !== number) });
      return request(back, number, undone[0]?.text).length > 0;
    },
    giveUp(id) {
      if (state.pending.get(id)?.uncertain) running.get(id)?.abort();
    },
    resolve(conflict, how) {
      set({ conflicts: state.conflicts.filter((one) => one !== conflict) });
      const { steps, current } = conflict;
      if (current === null || how === 'theirs') return;
      for (const changes of independentChanges(wantedOf(steps))) request([{ appointment: current, changes }], null);
    },
    preview: (record) => set({ preview: record }),
  };
}

/** Who sends the changes, and how. */
export interface ChangesSender {
  companyId: string;
  /**
   * The person who makes the changes (`DeskSession`): nothing is sent with the key of somebody else who signed in
   * meanwhile.
   */
  person: string | null;
  /** Whether the practice system can return a single appointment. */
  canReadOne: boolean;
  /** Called with an appointment as the practice system returned it; null where loaded data may be out of date. */
  onRecord: (record: ReceivedAppointment | null) => void;
}

/**
 * How the changes of a tab reach the practice system.
 *
 * @param sender who sends them now: company and person stay the same, what the practice system can do may be learned later
 */
export function createChangesPorts(
  sender: () => ChangesSender,
  api: ApiClient,
  queryClient: QueryClient,
  onEvent: (event: ChangeEvent) => void,
): ChangesPorts {
  const { companyId, person } = sender();
  const sending = sendingAs(person, api, queryClient);
  return {
    sleep,
    pause: sleepUntilOnline,
    clock: Date.now,
    get read(): ChangesPorts['read'] {
      return sender().canReadOne ? (id, signal) => readAppointment(api, { companyId, id }, signal) : null;
    },
    onRecord: (record) => sender().onRecord(record),
    onEvent(event) {
      if (event.kind === 'saved' && event.step.changes.notes !== undefined)
        notesSaved(person, event.record.id, event.step.changes.notes);
      if (sending.isHere()) onEvent(event);
    },
    async send(request, givenUp) {
      const { changes, ...version } = request;
      const record = await sending.send(
        (signal) => api.call(extensions.changeAppointment, { companyId, ...version, ...changes }, { signal }),
        givenUp,
      );
      void invalidate(queryClient, extensions.listAppointmentHistory);
      return record;
    },
  };
}
