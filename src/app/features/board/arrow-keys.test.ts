import { expect, test } from 'vitest';
import { stopInDirection } from './arrow-keys.ts';

const stop = (name: string, left: number, top: number, [width, height] = [100, 20]) => ({
  name,
  getBoundingClientRect: () => ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect,
});

/** Two columns, the first with two blocks side by side; the third has a single one far below. */
const stops = [
  stop('nine', 0, 90),
  stop('ten', 0, 100, [49, 20]),
  stop('beside', 51, 105, [49, 20]),
  stop('noon', 0, 120),
  stop('across', 110, 118),
  stop('later', 110, 300),
  stop('far', 220, 400),
  stop('hidden', 0, 110, [0, 0]),
];
const after = (name: string, key: string) => {
  const from = stops.find((one) => one.name === name);
  return from && stopInDirection(stops, from, key)?.name;
};

test('up and down lead through a column, and end in it', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End'].map((key) => after('ten', key))).toEqual([
    'nine',
    'noon',
    'nine',
    'noon',
  ]);
  expect(after('nine', 'ArrowUp')).toBeUndefined();
  expect(after('noon', 'ArrowDown')).toBeUndefined();
});

test('left and right lead to a block beside, else to the nearest column at about the same height', () => {
  expect(after('ten', 'ArrowRight')).toBe('beside');
  expect(after('beside', 'ArrowLeft')).toBe('ten');
  expect(after('noon', 'ArrowRight')).toBe('across');
  expect(after('across', 'ArrowRight')).toBe('far');
  expect(after('far', 'ArrowLeft')).toBe('later');
  expect(after('far', 'ArrowRight')).toBeUndefined();
  expect(after('far', 'Enter')).toBeUndefined();
});
