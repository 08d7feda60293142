import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFreshIds, FRESH_MS } from './fresh-ids.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The store, with what it reported last. */
function freshIds() {
  let last: readonly string[] = [];
  const store = createFreshIds((ids) => {
    last = [...ids];
  });
  return { ...store, ids: () => last };
}

test('an id is fresh for eight seconds after its last change, not after its first', () => {
  const { add, ids } = freshIds();
  add(['bella', 'milo']);
  vi.advanceTimersByTime(5000);
  add(['bella']);
  vi.advanceTimersByTime(FRESH_MS - 5000);
  expect(ids()).toEqual(['bella']);
  vi.advanceTimersByTime(4999);
  expect(ids()).toEqual(['bella']);
  vi.advanceTimersByTime(1);
  expect(ids()).toEqual([]);
});

test('an id that was removed and changes again is fresh for its whole time', () => {
  const { add, remove, has, ids } = freshIds();
  add(['bella']);
  vi.advanceTimersByTime(5000);
  remove(['bella']);
  expect(ids()).toEqual([]);
  expect(has('bella')).toBe(false);
  add(['bella']);
  vi.advanceTimersByTime(FRESH_MS - 1);
  expect(ids()).toEqual(['bella']);
});

test('nothing is fresh, and no timer is left, after it is cleared', () => {
  const { add, clear, ids } = freshIds();
  add(['bella', 'milo']);
  clear();
  expect(ids()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
