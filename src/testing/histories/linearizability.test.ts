import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLinearizable, type Model, type Operation } from './linearizability.ts';

/** A cell: `write` stores a number, `add` adds one and returns the sum, `read` returns the number. */
type CellRequest = { write: number } | { add: number } | 'read';
type CellOperation = Operation<CellRequest, number>;

const cell: Model<number, CellRequest, number> = {
  initial: 0,
  step(state, request, answer) {
    if (request === 'read') return answer === null || answer === state ? state : null;
    const next = 'write' in request ? request.write : state + request.add;
    return answer === null || 'write' in request || answer === next ? next : null;
  },
  keyOf: String,
};

const at = (call: number, end: number, request: CellRequest, answer: number | null = null): CellOperation => ({
  request,
  answer,
  call,
  return: end,
});
const write = (call: number, end: number, value: number) => at(call, end, { write: value }, value);
const isPossible = (...history: CellOperation[]) => checkLinearizable(cell, history) === null;

test('concurrent operations may have any order, consecutive ones have a fixed one', () => {
  expect(isPossible(write(0, 5, 1), write(1, 4, 2), at(6, 7, 'read', 1))).toBe(true);
  expect(isPossible(write(0, 5, 1), write(1, 4, 2), at(6, 7, 'read', 2))).toBe(true);
  expect(isPossible(write(0, 1, 1), write(2, 3, 2), at(4, 5, 'read', 2))).toBe(true);
});

test.each<[string, CellOperation[]]>([
  ['a stale read', [write(0, 1, 1), write(2, 3, 2), at(4, 5, 'read', 1)]],
  ['an acknowledged update that is lost', [write(0, 1, 1), at(2, 3, 'read', 0)]],
  ['an update that is made twice', [at(0, 1, { add: 5 }, 5), at(2, 3, 'read', 10)]],
  ['an update without an answer that is made twice', [at(0, 9, { add: 5 }), at(2, 3, 'read', 10)]],
  ['an update that appears and disappears', [at(0, 9, { write: 1 }), at(2, 3, 'read', 1), at(4, 5, 'read', 0)]],
  ['an effect before its cause', [at(0, 1, 'read', 1), write(2, 3, 1)]],
  ['two readers who see two orders', [write(0, 9, 1), write(0, 9, 2), at(10, 11, 'read', 1), at(12, 13, 'read', 2)]],
])('finds %s', (_what, history) => {
  expect(isPossible(...history)).toBe(false);
});

test('an unanswered operation may have run at any later time, or never', () => {
  const lost = at(0, 0, { write: 7 });
  expect(isPossible(lost, at(1, 2, 'read', 0))).toBe(true);
  expect(isPossible(lost, at(1, 2, 'read', 0), at(3, 4, 'read', 0), at(5, 6, 'read', 7))).toBe(true);
});

test('an impossible history is reported with the operations before it', () => {
  const history = [write(0, 1, 1), at(2, 3, 'read', 1), at(4, 5, 'read', 3), at(6, 7, 'read', 1)];
  expect(checkLinearizable(cell, history)).toEqual({
    explained: history.slice(0, 2),
    state: 1,
    next: [history[2]],
  });
});

test('many unanswered operations do not make it slow', () => {
  const lost = Array.from({ length: 40 }, (_, nth) => at(nth, 0, { write: 1 }));
  const reads = Array.from({ length: 400 }, (_, nth) => at(100 + nth, 101 + nth, 'read', nth < 200 ? 0 : 1));
  expect(isPossible(...lost, ...reads)).toBe(true);
  expect(isPossible(...lost, ...reads, at(900, 901, 'read', 0))).toBe(false);
});

/** Tries all orders. */
function isPossibleByTrying(history: readonly CellOperation[], state = cell.initial): boolean {
  if (history.every(({ answer }) => answer === null)) return true;
  return history.some((operation) => {
    const rest = history.filter((other) => other !== operation);
    if (rest.some(({ answer, return: end }) => answer !== null && end < operation.call)) return false;
    const next = cell.step(state, operation.request, operation.answer);
    return next !== null && isPossibleByTrying(rest, next);
  });
}

const value = fc.integer({ min: 0, max: 2 });
const historyOf = fc.array(
  fc
    .record({
      request: fc.oneof(fc.constant('read' as const), fc.record({ write: value }), fc.record({ add: value })),
      answer: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 4 }),
      call: fc.integer({ min: 0, max: 12 }),
      length: fc.integer({ min: 0, max: 6 }),
    })
    .map(({ length, ...operation }): CellOperation => ({ ...operation, return: operation.call + length })),
  { maxLength: 6 },
);

test('agrees with trying all orders for every small history', () => {
  let possible = 0;
  fc.assert(
    fc.property(historyOf, (history) => {
      const is = isPossibleByTrying(history);
      possible += Number(is);
      expect(isPossible(...history)).toBe(is);
    }),
    { numRuns: 3_000, seed: 29 },
  );
  // Both results occur among them.
  expect(possible).toBeGreaterThan(300);
  expect(possible).toBeLessThan(2_700);
});
