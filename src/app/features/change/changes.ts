import type { FieldChanges } from '#app/api/change-appointment.ts';
import { checkInAfter } from '#app/scheduling/visit.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** How many changes of this tab can be undone. */
const MAX_UNDO = 20;

/** One requested change. */
export interface Step {
  /** The number of the change in this tab. */
  number: number;
  changes: FieldChanges;
  /** Whether it undoes another change. */
  undoes: boolean;
}

/** The unsaved changes of one appointment. The first step has been sent, the others follow it. */
export interface PendingChange {
  /** The record as the practice system last returned it; the next request expects its `updatedAt`. */
  base: ReceivedAppointment;
  steps: readonly Step[];
  /** The record after all steps. */
  shown: ReceivedAppointment;
  /** Whether it is unknown if the first step was saved: it is repeated. */
  doubtful: boolean;
}

/** What this tab has made of an appointment. */
export interface MadeVersion {
  /** The latest result: an undo expects it unchanged. */
  record: ReceivedAppointment;
  /** `updatedAt` of the versions that it came from by changes of this tab alone. */
  replaced: readonly string[];
}

/** A change that can be undone. */
export interface UndoableChange {
  number: number;
  appointmentId: string;
  /** The record after the change. */
  changes: FieldChanges;
  /** The values before the change. */
  back: FieldChanges;
}

/** A change that was refused, since somebody else had changed the appointment meanwhile. */
export interface Conflict {
  /** The record as the person saw it. */
  seen: ReceivedAppointment;
  wanted: FieldChanges;
  /** The current record; null where it is not known yet. */
  current: ReceivedAppointment | null;
}

export interface ChangesState {
  pending: ReadonlyMap<string, PendingChange>;
  /** The oldest first. */
  undoable: readonly UndoableChange[];
  made: ReadonlyMap<string, MadeVersion>;
  /** The oldest first. */
  conflicts: readonly Conflict[];
}

export const noChanges: ChangesState = { pending: new Map(), undoable: [], made: new Map(), conflicts: [] };

export type ChangesAction =
  /** `at` (ISO 8601 in UTC): the check-in time, if the change is a check-in. */
  | { type: 'asked'; appointment: ReceivedAppointment; step: Step; at: string }
  | { type: 'doubted'; id: string }
  | { type: 'saved'; id: string; record: ReceivedAppointment }
  /** Refused by the practice system, or given up by the person. */
  | { type: 'dropped'; id: string }
  | { type: 'met'; id: string; current: ReceivedAppointment | null }
  | { type: 'settled'; appointmentId: string }
  /** A change is being undone, and cannot be undone again. */
  | { type: 'undone'; number: number };

/** The main employee, or the first where none is marked. */
function mainEmployeeOf({ employees }: ReceivedAppointment): string | null {
  return (employees.find(({ isMainEmployee }) => isMainEmployee) ?? employees[0])?.id ?? null;
}

/** The record's values of the fields in a change. */
export function valuesFor(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const { status, start, end, roomId, notes } = record;
  return {
    ...(changes.status === undefined ? {} : { status }),
    ...(changes.start === undefined ? {} : { start }),
    ...(changes.end === undefined ? {} : { end }),
    ...(changes.roomId === undefined ? {} : { roomId }),
    ...(changes.employeeId === undefined ? {} : { employeeId: mainEmployeeOf(record) }),
    ...(changes.notes === undefined ? {} : { notes }),
  };
}

/** The fields of a change that differ from the record. */
export function differing(changes: FieldChanges, record: ReceivedAppointment): FieldChanges {
  const present = valuesFor(changes, record);
  const isSame = (one: unknown, other: unknown, instants: boolean) =>
    one === other ||
    (instants && typeof one === 'string' && typeof other === 'string' && instantOf(one) === instantOf(other));
  const kept = Object.entries(changes).filter(
    ([field, value]) =>
      value !== undefined && !isSame(value, Reflect.get(present, field), field === 'start' || field === 'end'),
  );
  return Object.fromEntries(kept);
}

/** The record after a change, as expected until the practice system returns it. */
export function applied(record: ReceivedAppointment, changes: FieldChanges, at: string): ReceivedAppointment {
  const { employeeId, status, ...fields } = changes;
  const next: ReceivedAppointment = { ...record, ...fields };
  if (status !== undefined && status !== record.status) {
    next.status = status;
    next.checkedInAt = checkInAfter(status, record, at);
  }
  // The location follows the room.
  if (changes.roomId !== undefined && changes.roomId !== record.roomId) next.location = null;
  if (employeeId !== undefined) {
    const main = record.employees.find(({ isMainEmployee }) => isMainEmployee)?.id;
    const others = record.employees.filter(({ id }) => id !== main && id !== employeeId);
    next.employees = employeeId === null ? others : [{ id: employeeId, isMainEmployee: true }, ...others];
  }
  return next;
}

function madeOf(record: ReceivedAppointment, base: ReceivedAppointment, before: MadeVersion | undefined): MadeVersion {
  const earlier = before && before.record.updatedAt === base.updatedAt ? before.replaced : [];
  return { record, replaced: [...earlier, base.updatedAt ?? ''] };
}

/**
 * The appointment that a person sees with all that this tab has changed of it since: they may have begun to move it
 * before. What a colleague has changed since is not in it.
 */
export function withOwnChanges({ pending, made }: ChangesState, seen: ReceivedAppointment): ReceivedAppointment {
  const own = made.get(seen.id);
  return pending.get(seen.id)?.shown ?? (own?.replaced.includes(seen.updatedAt ?? '') ? own.record : seen);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** All steps merged, the latest value for each field. */
export function wantedOf({ steps }: Pick<PendingChange, 'steps'>): FieldChanges {
  return Object.assign({}, ...steps.map(({ changes }) => changes));
}

/** Drops the pending changes of an appointment, none of which is known to be saved. */
function end(state: ChangesState, id: string): ChangesState {
  const numbers = new Set(state.pending.get(id)?.steps.map(({ number }) => number));
  return {
    ...state,
    pending: without(state.pending, id),
    undoable: state.undoable.filter(({ number }) => !numbers.has(number)),
  };
}

/** The state of this tab's changes: requested, sent, saved, refused or undone. */
export function changesReducer(state: ChangesState, action: ChangesAction): ChangesState {
  switch (action.type) {
    case 'asked': {
      const { appointment, step, at } = action;
      const { id } = appointment;
      const before = state.pending.get(id);
      const record = withOwnChanges(state, appointment);
      const shown = applied(record, step.changes, at);
      const pending: PendingChange = before
        ? { ...before, steps: [...before.steps, step], shown }
        : { base: record, steps: [step], shown, doubtful: false };
      const undo = { number: step.number, appointmentId: id, changes: step.changes };
      return {
        ...state,
        pending: new Map([...state.pending, [id, pending]]),
        undoable: step.undoes
          ? state.undoable
          : [...state.undoable, { ...undo, back: valuesFor(step.changes, record) }].slice(-MAX_UNDO),
      };
    }
    case 'doubted': {
      const known = state.pending.get(action.id);
      if (!known || known.doubtful) return state;
      return { ...state, pending: new Map([...state.pending, [action.id, { ...known, doubtful: true }]]) };
    }
    case 'saved': {
      const { id, record } = action;
      const known = state.pending.get(id);
      if (!known) return state;
      const steps = known.steps.slice(1);
      const at = record.checkedInAt ?? record.updatedAt ?? '';
      const shown = steps.reduce((result, { changes }) => applied(result, changes, at), record);
      return {
        ...state,
        made: new Map([...state.made, [id, madeOf(record, known.base, state.made.get(id))]]),
        pending:
          steps.length === 0
            ? without(state.pending, id)
            : new Map([...state.pending, [id, { base: record, steps, shown, doubtful: false }]]),
      };
    }
    case 'dropped':
      return end(state, action.id);
    case 'met': {
      const known = state.pending.get(action.id);
      if (!known) return state;
      const conflict: Conflict = { seen: known.base, wanted: wantedOf(known), current: action.current };
      return { ...end(state, action.id), conflicts: [...state.conflicts, conflict] };
    }
    case 'settled':
      return { ...state, conflicts: state.conflicts.filter(({ seen }) => seen.id !== action.appointmentId) };
    case 'undone':
      return { ...state, undoable: state.undoable.filter(({ number }) => number !== action.number) };
  }
}
