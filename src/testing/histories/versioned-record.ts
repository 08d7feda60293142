import type { Model } from './linearizability.ts';

/** The fields of a record that requests change. */
export type Values = Readonly<Record<string, string | null>>;

/** A record as the service returned it. */
export interface ReturnedRecord {
  readonly values: Values;
  readonly updatedAt: string;
}

/** A request for one record. `expected` is the `updatedAt` that the desk had seen. */
export type RecordRequest =
  /** The service chooses fields that are not among the values. */
  | { readonly kind: 'create'; readonly values: Values }
  | { readonly kind: 'change'; readonly expected: string; readonly values: Values }
  | { readonly kind: 'delete'; readonly expected: string }
  | { readonly kind: 'read' };

/** `conflict`: the 409 with the record at that time; `nothing`: a 404, or a list without it. */
export type RecordAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'record'; readonly record: ReturnedRecord }
  | { readonly kind: 'conflict'; readonly record: ReturnedRecord }
  | { readonly kind: 'nothing' };

/**
 * A version of the record. Until a response has shown it, its `updatedAt` (except that it grew) and the values chosen by the
 * service are unknown.
 */
interface Version {
  readonly values: Values;
  readonly updatedAt: string | null;
  readonly later: string;
}
/** A deleted record. A request that creates it again gives it an `updatedAt` later than `later`. */
interface DeletedRecord {
  readonly isDeleted: true;
  readonly later: string;
}
type State = Version | DeletedRecord | 'not yet';

/**
 * A record with a strictly increasing `updatedAt`, like appointments and availability entries: a change or a deletion applies
 * only to the expected version, and a change to the current values has no effect. The id of a deleted availability entry is
 * free: a create with this id makes the entry again.
 */
export const versionedRecord: Model<State, RecordRequest, RecordAnswer> = {
  initial: 'not yet',
  step(state, request, answer) {
    if (answer === null) return effectOf(state, request);
    if (request.kind === 'create') return answer.kind === 'done' && !exists(state) ? effectOf(state, request) : null;
    if (!exists(state)) {
      // A record that is already gone counts as deleted.
      const isGone = state !== 'not yet' && request.kind === 'delete' && answer.kind === 'done';
      return answer.kind === 'nothing' || isGone ? state : null;
    }
    if (request.kind === 'delete' && answer.kind === 'done') return isFor(state, request) ? markDeleted(state) : null;
    if (answer.kind === 'conflict') {
      if (request.kind !== 'change' && request.kind !== 'delete') return null;
      const isConflict = answer.record.updatedAt !== request.expected;
      const isThere = request.kind === 'change' && has(answer.record.values, request.values);
      return isConflict && !isThere ? seen(state, answer.record) : null;
    }
    if (answer.kind !== 'record' || request.kind === 'delete') return null;
    if (request.kind === 'read') return seen(state, answer.record);
    if (!has(answer.record.values, request.values)) return null;
    return seen(isFor(state, request) ? changed(state, request.values) : state, answer.record);
  },
  keyOf: JSON.stringify,
};

/** The effect of a request that runs now. */
function effectOf(state: State, request: RecordRequest): State {
  if (request.kind === 'create') {
    if (exists(state)) return state;
    return { values: request.values, updatedAt: null, later: state === 'not yet' ? '' : state.later };
  }
  if (!exists(state) || request.kind === 'read' || !isFor(state, request)) return state;
  return request.kind === 'delete' ? markDeleted(state) : changed(state, request.values);
}

const exists = (state: State): state is Version => typeof state !== 'string' && !('isDeleted' in state);

const markDeleted = ({ updatedAt, later }: Version): DeletedRecord => ({ isDeleted: true, later: updatedAt ?? later });

/** A client that expects a version has seen it; no client has seen a version that is still unknown. */
const isFor = ({ updatedAt }: Version, { expected }: { expected: string }) => updatedAt === expected;

const has = (values: Values, some: Values) => Object.entries(some).every(([name, value]) => values[name] === value);

function changed(state: Version, values: Values): Version {
  if (has(state.values, values)) return state;
  return { values: sorted({ ...state.values, ...values }), updatedAt: null, later: state.updatedAt ?? state.later };
}

/** The version after a response has shown it; null if the response contradicts it. */
function seen(state: Version, { values, updatedAt }: ReturnedRecord): Version | null {
  const isSame = state.updatedAt === null ? updatedAt > state.later : updatedAt === state.updatedAt;
  return isSame && has(values, state.values) ? { values: sorted(values), updatedAt, later: updatedAt } : null;
}

const sorted = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
