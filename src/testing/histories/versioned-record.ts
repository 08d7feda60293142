import type { Model } from './linearizability.ts';

/** The fields of a record that are changed by requests. */
export type Values = Readonly<Record<string, string | null>>;

/** A record as the service told it. */
export interface Told {
  readonly values: Values;
  readonly updatedAt: string;
}

/** What is asked of one record. `expected` is the `updatedAt` that the desk had seen. */
export type RecordAsked =
  /** Fields that are not among the values are chosen by the service. */
  | { readonly kind: 'create'; readonly values: Values }
  | { readonly kind: 'change'; readonly expected: string; readonly values: Values }
  | { readonly kind: 'delete'; readonly expected: string }
  | { readonly kind: 'read' };

/** `conflict`: the 409 with the record as it was then; `nothing`: a 404, or a list in which it was not. */
export type RecordTold =
  | { readonly kind: 'done' }
  | { readonly kind: 'record'; readonly record: Told }
  | { readonly kind: 'conflict'; readonly record: Told }
  | { readonly kind: 'nothing' };

/** A version of the record. What nobody was told yet is not known: its `updatedAt` (but that it grew), and what the service chose. */
interface Version {
  readonly values: Values;
  readonly updatedAt: string | null;
  readonly later: string;
}
type State = Version | 'not yet' | 'deleted';

/**
 * A record with an `updatedAt` that grows strictly, as appointments and entries of the plan are: a change or a deletion is made only
 * for the version that it was meant for, and a change whose values are all there already is answered without one.
 */
export const versionedRecord: Model<State, RecordAsked, RecordTold> = {
  initial: 'not yet',
  step(state, asked, told) {
    if (told === null) return effectOf(state, asked);
    if (asked.kind === 'create') return told.kind === 'done' && state === 'not yet' ? effectOf(state, asked) : null;
    // What is gone already counts as deleted.
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

/** What a request does where it is done now. */
function effectOf(state: State, asked: RecordAsked): State {
  if (asked.kind === 'create') {
    return state === 'not yet' ? { values: asked.values, updatedAt: null, later: '' } : state;
  }
  if (typeof state === 'string' || asked.kind === 'read' || !isFor(state, asked)) return state;
  return asked.kind === 'delete' ? 'deleted' : changed(state, asked.values);
}

/** Whoever expects a version was told of it before: of one that is not known yet nobody was. */
const isFor = ({ updatedAt }: Version, { expected }: { expected: string }) => updatedAt === expected;

const has = (values: Values, some: Values) => Object.entries(some).every(([name, value]) => values[name] === value);

function changed(state: Version, values: Values): Version {
  if (has(state.values, values)) return state;
  return { values: sorted({ ...state.values, ...values }), updatedAt: null, later: state.updatedAt ?? state.later };
}

/** The version once it was told; null where it is another. */
function seen(state: Version, { values, updatedAt }: Told): Version | null {
  const isSame = state.updatedAt === null ? updatedAt > state.later : updatedAt === state.updatedAt;
  return isSame && has(values, state.values) ? { values: sorted(values), updatedAt, later: updatedAt } : null;
}

const sorted = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
