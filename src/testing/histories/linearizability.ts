/**
 * A request and its answer. `told` is null if no answer arrived: the operation may have run at any time after the `call`, or
 * never. Times are of one clock; the `return` of an operation without an answer is ignored.
 */
export interface Operation<Asked, Told> {
  readonly asked: Asked;
  readonly told: Told | null;
  readonly call: number;
  readonly return: number;
}

/** The specification of an object: a single copy that executes one operation after another. */
export interface Model<State, Asked, Told> {
  readonly initial: State;
  /**
   * The state after an operation; null if the answer is impossible in this state. Without an answer, the state after the
   * operation ran, which has the same {@link keyOf} if it has no effect.
   */
  step(state: State, asked: Asked, told: Told | null): State | null;
  /** Equal for equal states, and different for different ones. */
  keyOf(state: State): string;
}

/**
 * Why a history is impossible: the longest part that can be explained, the state after it, and the possible next operations,
 * none of which fits.
 */
export interface Unexplained<State, Asked, Told> {
  readonly explained: readonly Operation<Asked, Told>[];
  readonly state: State;
  readonly next: readonly Operation<Asked, Told>[];
}

/**
 * A call or a return in the order of time, in a list from which explained operations are removed and to which they are
 * restored.
 */
interface Entry<Asked, Told> {
  readonly nth: number;
  readonly operation: Operation<Asked, Told>;
  /** The return of an answered call. */
  returns: Entry<Asked, Told> | null;
  readonly isCall: boolean;
  before: Entry<Asked, Told> | null;
  after: Entry<Asked, Told> | null;
}

/**
 * Whether there is an order of the operations, each at an instant between its call and its return, in which the model gives
 * all recorded answers. Returns null if there is one, otherwise the best attempt.
 *
 * The algorithm is that of Wing and Gong (1993) with Lowe's memory of visited configurations (2017): a depth-first search
 * over which operation is next, which never visits the same set of executed operations with the same state twice. Histories
 * of independent objects are checked separately (Herlihy and Wing, 1990).
 */
export function checkLinearizable<State, Asked, Told>(
  model: Model<State, Asked, Told>,
  operations: readonly Operation<Asked, Told>[],
): Unexplained<State, Asked, Told> | null {
  const first = entriesOf(operations);
  const done = new Uint32Array(Math.ceil(operations.length / 32));
  const tried = new Set<string>();
  const order: { entry: Entry<Asked, Told>; state: State }[] = [];
  let unanswered = operations.filter(({ told }) => told !== null).length;
  let state = model.initial;
  let best: Unexplained<State, Asked, Told> | null = null;
  let entry = first.after;

  const flip = (nth: number) => {
    done[nth >> 5] = (done[nth >> 5] ?? 0) ^ (1 << (nth & 31));
  };

  while (unanswered > 0) {
    if (entry?.isCall) {
      const { asked, told } = entry.operation;
      const next = model.step(state, asked, told);
      // An unanswered operation need not have run; if it has no effect, there is nothing to try.
      if (next !== null && (told !== null || model.keyOf(next) !== model.keyOf(state))) {
        flip(entry.nth);
        const position = `${done.join()} ${model.keyOf(next)}`;
        if (!tried.has(position)) {
          tried.add(position);
          order.push({ entry, state });
          state = next;
          take(entry);
          if (told !== null) unanswered -= 1;
          entry = first.after;
          continue;
        }
        flip(entry.nth);
      }
      entry = entry.after;
      continue;
    }
    // The next event is the return of an operation that cannot have run yet: an earlier choice was wrong.
    if (best === null || order.length > best.explained.length) {
      best = { explained: order.map((step) => step.entry.operation), state, next: calledBefore(first, entry) };
    }
    const last = order.pop();
    if (last === undefined) return best;
    flip(last.entry.nth);
    putBack(last.entry);
    if (last.entry.operation.told !== null) unanswered += 1;
    state = last.state;
    entry = last.entry.after;
  }
  return null;
}

/** The calls and returns in the order of time; the returned entry is a head before the first. */
function entriesOf<Asked, Told>(operations: readonly Operation<Asked, Told>[]): Entry<Asked, Told> {
  const entries: Entry<Asked, Told>[] = [];
  for (const [nth, operation] of operations.entries()) {
    const common = { nth, operation, before: null, after: null };
    const returns = operation.told === null ? null : { ...common, isCall: false, returns: null };
    entries.push({ ...common, isCall: true, returns });
    if (returns !== null) entries.push(returns);
  }
  const timeOf = ({ isCall, operation }: Entry<Asked, Told>) => (isCall ? operation.call : operation.return);
  // Events at the same instant count as concurrent.
  entries.sort((one, other) => timeOf(one) - timeOf(other) || Number(other.isCall) - Number(one.isCall));
  const first = { nth: -1, isCall: false, returns: null, before: null, after: null, operation: none<Asked, Told>() };
  let before: Entry<Asked, Told> = first;
  for (const entry of entries) {
    entry.before = before;
    before.after = entry;
    before = entry;
  }
  return first;
}

const none = <Asked, Told>() => ({ call: 0, return: 0 }) as Operation<Asked, Told>;

function take<Asked, Told>(entry: Entry<Asked, Told>): void {
  for (const one of [entry, entry.returns]) {
    if (one === null) continue;
    if (one.before !== null) one.before.after = one.after;
    if (one.after !== null) one.after.before = one.before;
  }
}

/** In the reverse order, so that each entry finds its previous neighbours. */
function putBack<Asked, Told>(entry: Entry<Asked, Told>): void {
  for (const one of [entry.returns, entry]) {
    if (one === null) continue;
    if (one.before !== null) one.before.after = one;
    if (one.after !== null) one.after.before = one;
  }
}

function calledBefore<Asked, Told>(first: Entry<Asked, Told>, end: Entry<Asked, Told> | null) {
  const called: Operation<Asked, Told>[] = [];
  for (let entry = first.after; entry !== null && entry !== end; entry = entry.after) called.push(entry.operation);
  return called;
}
