import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFreshIds, HIGHLIGHT_MS } from './fresh-ids.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { body: { getBoundingClientRect: () => undefined } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The store, the ids it reported last, and everything it has reported. */
function freshIds() {
  const reports: string[][] = [];
  const store = createFreshIds((ids) => reports.push([...ids]));
  return { ...store, reports, ids: () => reports.at(-1) };
}

test('an id is fresh for eight seconds after its last change, not its first', () => {
  const { add, ids } = freshIds();
  add(['bella', 'milo']);
  vi.advanceTimersByTime(5000);
  add(['bella']);
  vi.advanceTimersByTime(HIGHLIGHT_MS - 5000);
  expect(ids()).toEqual(['bella']);
  vi.advanceTimersByTime(4999);
  expect(ids()).toEqual(['bella']);
  vi.advanceTimersByTime(1);
  expect(ids()).toEqual([]);
});

test('an id that was removed and changes again is fresh for the full time', () => {
  const { add, remove, ids } = freshIds();
  add(['bella']);
  vi.advanceTimersByTime(5000);
  remove(['bella']);
  expect(ids()).toEqual([]);
  add(['bella']);
  vi.advanceTimersByTime(HIGHLIGHT_MS - 1);
  expect(ids()).toEqual(['bella']);
});

test('an id that changes while fresh is first reported without its mark, so that the animation restarts', () => {
  const { add, reports } = freshIds();
  add(['bella', 'milo']);
  add(['bella']);
  expect(reports).toEqual([['bella', 'milo'], ['milo'], ['milo', 'bella']]);
});
