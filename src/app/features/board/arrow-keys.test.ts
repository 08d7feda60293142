import { expect, test } from 'vitest';
import { stopInDirection } from './arrow-keys.ts';

const boxOf = (left: number, top: number, width: number) =>
  ({ left, top, width, height: 20, right: left + width, bottom: top + 20 }) as DOMRect;

/** A block in a column, optionally in only a part of its width. */
const block = (name: string, column: number, top: number, [from, width] = [0, 100]) => {
  const cell: Pick<Element, 'getBoundingClientRect'> = { getBoundingClientRect: () => boxOf(column * 110, 0, 100) };
  return {
    name,
    getBoundingClientRect: () => boxOf(column * 110 + from, top, width),
    closest: () => cell as Element,
  };
};

const stops = [
  block('noon', 0, 120),
  block('nine', 0, 90),
  block('beside', 0, 100, [51, 49]),
  block('ten', 0, 100, [0, 49]),
  block('across', 1, 118),
  block('later', 1, 300),
  block('far', 3, 400),
];
const after = (name: string, ...keys: string[]) =>
  keys.map((key) => {
    const from = stops.find((one) => one.name === name);
    return from && stopInDirection(stops, from, key)?.name;
  });

test('up and down move through a column by time, including blocks side by side, and stop at its ends', () => {
  expect(after('nine', 'ArrowUp', 'ArrowDown')).toEqual([undefined, 'ten']);
  expect(after('ten', 'ArrowUp', 'ArrowDown')).toEqual(['nine', 'beside']);
  expect(after('beside', 'ArrowUp', 'ArrowDown')).toEqual(['ten', 'noon']);
  expect(after('noon', 'ArrowDown', 'Home', 'End')).toEqual([undefined, 'nine', 'noon']);
});

test('left and right move to the nearest column with a block, at a similar height', () => {
  expect(after('ten', 'ArrowLeft', 'ArrowRight')).toEqual([undefined, 'across']);
  expect(after('across', 'ArrowLeft', 'ArrowRight')).toEqual(['noon', 'far']);
  expect(after('far', 'ArrowLeft', 'ArrowRight', 'Enter')).toEqual(['later', undefined, undefined]);
});
