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

/** Changes that were refused, since somebody else had changed the appointment meanwhile. */
export interface Conflict {
  /** The record as the person saw it. */
  seen: ReceivedAppointment;
  /** All that was pending: the colleague's version is not what any of it was based on. */
  steps: readonly Step[];
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
  /** Refused by the practice system, or given up by the person. The other pending steps go on. */
  | { type: 'dropped'; id: string; steps: readonly Step[] }
  /** A change of `base` that was given up had been made after all: `record` is its result. */
  | { type: 'found'; id: string; base: ReceivedAppointment; record: ReceivedAppointment }
  | { type: 'met'; id: string; current: ReceivedAppointment | null }
  | { type: 'settled'; conflict: Conflict }
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

/**
 * What a field belongs to. When and where an appointment is was chosen as a whole; status and notes depend on nothing
 * else.
 */
const partOf = {
  status: 'status',
  start: 'place',
  end: 'place',
  roomId: 'place',
  employeeId: 'place',
  notes: 'notes',
} as const satisfies Record<keyof FieldChanges, string>;

const parts = ['place', 'status', 'notes'] as const;

/** A change split into changes that do not depend on each other. */
export function independentChanges(changes: FieldChanges): FieldChanges[] {
  return parts
    .map((part) => Object.fromEntries(Object.entries(changes).filter(([field]) => Reflect.get(partOf, field) === part)))
    .filter((change) => Object.keys(change).length > 0);
}

/** The first step with those that build on it: they change what it was to change. */
export function withDependents([first, ...others]: readonly Step[]): Step[] {
  if (!first) return [];
  const partsOf = ({ changes }: Step) => Object.keys(changes).map((field) => Reflect.get(partOf, field));
  const its = new Set(partsOf(first));
  return [first, ...others.filter((step) => partsOf(step).some((part) => its.has(part)))];
}

const everyField: FieldChanges = { status: '', start: '', end: '', roomId: null, employeeId: null, notes: null };

/** The values of all fields that can be changed in which a record differs from another. */
export function differences(record: ReceivedAppointment, other: ReceivedAppointment): FieldChanges {
  return differing(valuesFor(everyField, record), other);
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

/** Steps merged, the latest value for each field. */
export function wantedOf(steps: readonly Step[]): FieldChanges {
  return Object.assign({}, ...steps.map(({ changes }) => changes));
}

/** The pending steps of an appointment laid over a record of the practice system; without steps nothing is pending. */
function pendingOn(
  { pending }: ChangesState,
  record: ReceivedAppointment,
  steps: readonly Step[],
): ChangesState['pending'] {
  const { id } = record;
  if (steps.length === 0) return without(pending, id);
  const at = record.checkedInAt ?? record.updatedAt ?? '';
  const shown = steps.reduce((result, { changes }) => applied(result, changes, at), record);
  return new Map([...pending, [id, { base: record, steps, shown, doubtful: false }]]);
}

/** Drops pending steps, none of which is known to be saved. */
function drop(state: ChangesState, id: string, steps: readonly Step[]): ChangesState {
  const known = state.pending.get(id);
  if (!known) return state;
  const numbers = new Set(steps.map(({ number }) => number));
  const isKept = ({ number }: { number: number }) => !numbers.has(number);
  return {
    ...state,
    pending: pendingOn(state, known.base, known.steps.filter(isKept)),
    undoable: state.undoable.filter(isKept),
  };
}

/** Notes that a record is what this tab has made of another. */
function make(state: ChangesState, base: ReceivedAppointment, record: ReceivedAppointment): ChangesState {
  const { id } = record;
  return { ...state, made: new Map([...state.made, [id, madeOf(record, base, state.made.get(id))]]) };
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
      return { ...make(state, known.base, record), pending: pendingOn(state, record, known.steps.slice(1)) };
    }
    case 'dropped':
      return drop(state, action.id, action.steps);
    case 'found': {
      const { id, base, record } = action;
      const known = state.pending.get(id);
      const follows = known !== undefined && known.base.updatedAt === base.updatedAt;
      return {
        ...make(state, base, record),
        pending: follows ? pendingOn(state, record, known.steps) : state.pending,
      };
    }
    case 'met': {
      const known = state.pending.get(action.id);
      if (!known) return state;
      const { base: seen, steps } = known;
      return {
        ...drop(state, action.id, steps),
        conflicts: [...state.conflicts, { seen, steps, current: action.current }],
      };
    }
    case 'settled':
      return { ...state, conflicts: state.conflicts.filter((conflict) => conflict !== action.conflict) };
    case 'undone':
      return { ...state, undoable: state.undoable.filter(({ number }) => number !== action.number) };
  }
}
