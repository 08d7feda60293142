import type { FieldChanges } from '#app/api/change-appointment.ts';
import { checkInAfter } from '#app/scheduling/visit.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** How many changes of this tab can be undone. */
const MAX_UNDO = 20;

/** One change that was asked for. */
export interface Step {
  /** Numbers the changes of this tab. */
  number: number;
  changes: FieldChanges;
  /** Whether it takes back another one. */
  undoes: boolean;
}

/** What is on its way to the practice system for one appointment. The first step is sent, the others follow it. */
export interface PendingChange {
  /** The record as the practice system last gave it; its `updatedAt` is what the next request expects. */
  base: ReceivedAppointment;
  steps: readonly Step[];
  /** The record as it will be. */
  shown: ReceivedAppointment;
  /** Whether nobody knows if the first step was saved: it is sent again. */
  doubtful: boolean;
}

/** A change that can be taken back. */
export interface UndoableChange {
  number: number;
  appointmentId: string;
  /** What the change made of it. */
  changes: FieldChanges;
  /** What was there before. */
  back: FieldChanges;
}

/** A change that was not made, since somebody else had changed the appointment meanwhile. */
export interface Conflict {
  /** The record that the person saw. */
  seen: ReceivedAppointment;
  wanted: FieldChanges;
  /** The record as it is; null where it is not known yet. */
  current: ReceivedAppointment | null;
}

export interface ChangesState {
  pending: ReadonlyMap<string, PendingChange>;
  /** The oldest first. */
  undoable: readonly UndoableChange[];
  /** What this tab last made of each appointment: an undo expects it unchanged. */
  made: ReadonlyMap<string, ReceivedAppointment>;
  /** The oldest first. */
  conflicts: readonly Conflict[];
}

export const noChanges: ChangesState = { pending: new Map(), undoable: [], made: new Map(), conflicts: [] };

export type ChangesAction =
  /** `at` (ISO 8601 in UTC) is when somebody who arrives by it has arrived. */
  | { type: 'asked'; appointment: ReceivedAppointment; step: Step; at: string }
  | { type: 'doubted'; id: string }
  | { type: 'saved'; id: string; record: ReceivedAppointment }
  /** The practice system said no, or the person gave it up. */
  | { type: 'dropped'; id: string }
  | { type: 'met'; id: string; current: ReceivedAppointment | null }
  | { type: 'settled'; appointmentId: string }
  /** A change is being taken back, and cannot be once more. */
  | { type: 'undone'; number: number };

/** The main employee, or the first where none is marked. */
function mainEmployeeOf({ employees }: ReceivedAppointment): string | null {
  return (employees.find(({ isMainEmployee }) => isMainEmployee) ?? employees[0])?.id ?? null;
}

/** The values that a record has in the fields of a change. */
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

/** The fields of a change that differ from what a record has. */
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

/** The record as it is after a change, until the practice system says it. */
export function applied(record: ReceivedAppointment, changes: FieldChanges, at: string): ReceivedAppointment {
  const { employeeId, status, ...fields } = changes;
  const next: ReceivedAppointment = { ...record, ...fields };
  if (status !== undefined && status !== record.status) {
    next.status = status;
    next.checkedInAt = checkInAfter(status, record, at);
  }
  // The place is where its room is, once it has another.
  if (changes.roomId !== undefined && changes.roomId !== record.roomId) next.location = null;
  if (employeeId !== undefined) {
    const main = record.employees.find(({ isMainEmployee }) => isMainEmployee)?.id;
    const others = record.employees.filter(({ id }) => id !== main && id !== employeeId);
    next.employees = employeeId === null ? others : [{ id: employeeId, isMainEmployee: true }, ...others];
  }
  return next;
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** All that was wanted of an appointment, the latest for each field. */
export function wantedOf({ steps }: Pick<PendingChange, 'steps'>): FieldChanges {
  return Object.assign({}, ...steps.map(({ changes }) => changes));
}

/** Ends what is pending for an appointment without any of it having been made, as far as is known. */
function end(state: ChangesState, id: string): ChangesState {
  const numbers = new Set(state.pending.get(id)?.steps.map(({ number }) => number));
  return {
    ...state,
    pending: without(state.pending, id),
    undoable: state.undoable.filter(({ number }) => !numbers.has(number)),
  };
}

/** The changes of this tab: asked for, on their way, saved or not, and taken back. */
export function changesReducer(state: ChangesState, action: ChangesAction): ChangesState {
  switch (action.type) {
    case 'asked': {
      const { appointment, step, at } = action;
      const { id } = appointment;
      const before = state.pending.get(id);
      const record = before?.shown ?? appointment;
      const shown = applied(record, step.changes, at);
      const pending: PendingChange = before
        ? { ...before, steps: [...before.steps, step], shown }
        : { base: appointment, steps: [step], shown, doubtful: false };
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
        made: new Map([...state.made, [id, record]]),
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
