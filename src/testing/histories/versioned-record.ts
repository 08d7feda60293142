import type { Model } from './linearizability.ts';

/** The fields of a record that requests change. */
export type Values = Readonly<Record<string, string | null>>;

/** A record as the service returned it. */
export interface Told {
  readonly values: Values;
  readonly updatedAt: string;
}

/** A request for one record. `expected` is the `updatedAt` that the desk had seen. */
export type RecordAsked =
  /** The service chooses fields that are not among the values. */
  | { readonly kind: 'create'; readonly values: Values }
  | { readonly kind: 'change'; readonly expected: string; readonly values: Values }
  | { readonly kind: 'delete'; readonly expected: string }
  | { readonly kind: 'read' };

/** `conflict`: the 409 with the record at that time; `nothing`: a 404, or a list without it. */
export type RecordTold =
  | { readonly kind: 'done' }
  | { readonly kind: 'record'; readonly record: Told }
  | { readonly kind: 'conflict'; readonly record: Told }
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
type State = Version | 'not yet' | 'deleted';

/**
 * A record with a strictly increasing `updatedAt`, like appointments and availability entries: a change or a deletion applies
 * only to the expected version, and a change to the current values has no effect.
 */
export const versionedRecord: Model<State, RecordAsked, RecordTold> = {
  initial: 'not yet',
  step(state, asked, told) {
    if (told === null) return effectOf(state, asked);
    if (asked.kind === 'create') return told.kind === 'done' && state === 'not yet' ? effectOf(state, asked) : null;
    // A record that is already gone counts as deleted.
    const isGone = state === 'deleted' && asked.kind === 'delete' && told.kind === 'done';
    if (typeof state === 'string') return told.kind === 'nothing' || isGone ? state : null;
    if (asked.kind === 'delete' && told.kind === 'done') return isFor(state, asked) ? 'deleted' : null;
    if (told.kind === 'conflict') {
      if (asked.kind !== 'change' && asked.kind !== 'delete') return null;
      const isConflict = told.record.updatedAt !== asked.expected;
      const isThere = asked.kind === 'change' && has(told.record.values, asked.values);
      return isConflict && !isThere ? seen(state, told.record) : null;
    }
    if (told.kind !== 'record' || asked.kind === 'delete') return null;
    if (asked.kind === 'read') return seen(state, told.record);
    if (!has(told.record.values, asked.values)) return null;
    return seen(isFor(state, asked) ? changed(state, asked.values) : state, told.record);
  },
  keyOf: JSON.stringify,
};

/** The effect of a request that runs now. */
function effectOf(state: State, asked: RecordAsked): State {
  if (asked.kind === 'create') {
    return state === 'not yet' ? { values: asked.values, updatedAt: null, later: '' } : state;
  }
  if (typeof state === 'string' || asked.kind === 'read' || !isFor(state, asked)) return state;
  return asked.kind === 'delete' ? 'deleted' : changed(state, asked.values);
}

/** A client that expects a version has seen it; nobody has seen a version that is still unknown. */
const isFor = ({ updatedAt }: Version, { expected }: { expected: string }) => updatedAt === expected;

const has = (values: Values, some: Values) => Object.entries(some).every(([name, value]) => values[name] === value);

function changed(state: Version, values: Values): Version {
  if (has(state.values, values)) return state;
  return { values: sorted({ ...state.values, ...values }), updatedAt: null, later: state.updatedAt ?? state.later };
}

/** The version after a response has shown it; null if the response contradicts it. */
function seen(state: Version, { values, updatedAt }: Told): Version | null {
  const isSame = state.updatedAt === null ? updatedAt > state.later : updatedAt === state.updatedAt;
  return isSame && has(values, state.values) ? { values: sorted(values), updatedAt, later: updatedAt } : null;
}

const sorted = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
