import { expect, test, vi } from 'vitest';
import { createBlockStates } from './block-states.ts';

const NONE: ReadonlySet<string> = new Set();

test('only the blocks that a change touches are told', () => {
  const states = createBlockStates();
  const first = vi.fn();
  const second = vi.fn();
  states.subscribe('a', first);
  states.subscribe('b', second);
  states.update({ faded: new Set(['a']), selected: NONE, fresh: NONE, tabStop: null });
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).not.toHaveBeenCalled();
  const kept = states.get('a');
  states.update({ faded: new Set(['a']), selected: NONE, fresh: NONE, tabStop: 'b' });
  expect(states.get('a')).toBe(kept);
  expect(states.get('b')).toMatchObject({ faded: false, tabStop: true });
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

test('a block that is gone is not told any more', () => {
  const states = createBlockStates();
  const listener = vi.fn();
  states.subscribe('a', listener)();
  states.update({ faded: new Set(['a']), selected: NONE, fresh: NONE, tabStop: null });
  expect(listener).not.toHaveBeenCalled();
});
