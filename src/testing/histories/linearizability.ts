/**
 * A request and its answer. `answer` is null if no answer arrived: the operation may have run at any time after the `call`, or
 * never. Times are of one clock; the `return` of an operation without an answer is ignored.
 */
export interface Operation<Input, Output> {
  readonly request: Input;
  readonly answer: Output | null;
  readonly call: number;
  readonly return: number;
}

/** The specification of an object: a single copy that executes one operation after another. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /**
   * The state after an operation; null if the answer is impossible in this state. Without an answer, the state after the
   * operation ran, which has the same {@link keyOf} if it has no effect.
   */
  step(state: State, request: Input, answer: Output | null): State | null;
  /** Equal for equal states, and different for different ones. */
  keyOf(state: State): string;
}

/**
 * Why a history is impossible: the longest part that can be explained, the state after it, and the possible next operations
 * that do not fit.
 */
export interface Unexplained<State, Input, Output> {
  readonly explained: readonly Operation<Input, Output>[];
  readonly state: State;
  readonly next: readonly Operation<Input, Output>[];
}

/**
 * A call or a return in the order of time, in a list from which explained operations are removed and to which they are
 * restored.
 */
interface Entry<Input, Output> {
  readonly nth: number;
  readonly operation: Operation<Input, Output>;
  /** The return of an answered call. */
  returns: Entry<Input, Output> | null;
  readonly isCall: boolean;
  before: Entry<Input, Output> | null;
  after: Entry<Input, Output> | null;
}

/**
 * Whether there is an order of the operations, each at an instant between its call and its return, in which the model gives
 * all recorded answers. Returns null if there is one, otherwise the best attempt.
 *
 * The algorithm is that of Wing and Gong (1993) with Lowe's memory of visited configurations (2017): a depth-first search
 * over which operation is next, which never visits the same set of executed operations with the same state twice. Histories
 * of independent objects are checked separately (Herlihy and Wing, 1990).
 */
export function checkLinearizable<State, Input, Output>(
  model: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): Unexplained<State, Input, Output> | null {
  const first = entriesOf(operations);
  const done = new Uint32Array(Math.ceil(operations.length / 32));
  const tried = new Set<string>();
  const order: { entry: Entry<Input, Output>; state: State }[] = [];
  let unanswered = operations.filter(({ answer }) => answer !== null).length;
  let state = model.initial;
  let best: Unexplained<State, Input, Output> | null = null;
  let entry = first.after;

  const flip = (nth: number) => {
    done[nth >> 5] = (done[nth >> 5] ?? 0) ^ (1 << (nth & 31));
  };

  while (unanswered > 0) {
    if (entry?.isCall) {
      const { request, answer } = entry.operation;
      const next = model.step(state, request, answer);
      // An unanswered operation need not have run; if it has no effect, there is nothing to try.
      if (next !== null && (answer !== null || model.keyOf(next) !== model.keyOf(state))) {
        flip(entry.nth);
        const position = `${done.join()} ${model.keyOf(next)}`;
        if (!tried.has(position)) {
          tried.add(position);
          order.push({ entry, state });
          state = next;
          take(entry);
          if (answer !== null) unanswered -= 1;
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
    if (last.entry.operation.answer !== null) unanswered += 1;
    state = last.state;
    entry = last.entry.after;
  }
  return null;
}

/** The calls and returns in the order of time; the returned entry is a head before the first. */
function entriesOf<Input, Output>(operations: readonly Operation<Input, Output>[]): Entry<Input, Output> {
  const entries: Entry<Input, Output>[] = [];
  for (const [nth, operation] of operations.entries()) {
    const common = { nth, operation, before: null, after: null };
    const returns = operation.answer === null ? null : { ...common, isCall: false, returns: null };
    entries.push({ ...common, isCall: true, returns });
    if (returns !== null) entries.push(returns);
  }
  const timeOf = ({ isCall, operation }: Entry<Input, Output>) => (isCall ? operation.call : operation.return);
  // Events at the same instant count as concurrent.
  entries.sort((one, other) => timeOf(one) - timeOf(other) || Number(other.isCall) - Number(one.isCall));
  const first = { nth: -1, isCall: false, returns: null, before: null, after: null, operation: none<Input, Output>() };
  let before: Entry<Input, Output> = first;
  for (const entry of entries) {
    entry.before = before;
    before.after = entry;
    before = entry;
  }
  return first;
}

const none = <Input, Output>() => ({ call: 0, return: 0 }) as Operation<Input, Output>;

function take<Input, Output>(entry: Entry<Input, Output>): void {
  for (const one of [entry, entry.returns]) {
    if (one === null) continue;
    if (one.before !== null) one.before.after = one.after;
    if (one.after !== null) one.after.before = one.before;
  }
}

/** In the reverse order, so that each entry finds its previous neighbours. */
function putBack<Input, Output>(entry: Entry<Input, Output>): void {
  for (const one of [entry.returns, entry]) {
    if (one === null) continue;
    if (one.before !== null) one.before.after = one;
    if (one.after !== null) one.after.before = one;
  }
}

function calledBefore<Input, Output>(first: Entry<Input, Output>, end: Entry<Input, Output> | null) {
  const called: Operation<Input, Output>[] = [];
  for (let entry = first.after; entry !== null && entry !== end; entry = entry.after) called.push(entry.operation);
  return called;
}
