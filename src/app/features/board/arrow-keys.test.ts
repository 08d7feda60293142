import { expect, test } from 'vitest';
import { stopAfter } from './arrow-keys.ts';

const stop = (id: string, left: number, top: number) => ({ id, left, top, right: left + 90, bottom: top + 20 });
const a1 = stop('a1', 0, 0);
const a2 = stop('a2', 0, 30);
const a3 = stop('a3', 0, 60);
const c1 = stop('c1', 200, 10);
const c2 = stop('c2', 200, 55);
const d1 = stop('d1', 300, 30);
const stops = [c2, a3, d1, a1, c1, a2];

test.each([
  ['down to the next of the column', a1, 'ArrowDown', 'a2'],
  ['up to the one before', a3, 'ArrowUp', 'a2'],
  ['to the first', a3, 'Home', 'a1'],
  ['to the last', a1, 'End', 'a3'],
  ['to the next column that has any, to the nearest there', a3, 'ArrowRight', 'c2'],
  ['back', d1, 'ArrowLeft', 'c1'],
  ['nowhere below the last', a3, 'ArrowDown', undefined],
  ['nowhere beside the last column', d1, 'ArrowRight', undefined],
  ['nowhere by another key', a1, 'Enter', undefined],
])('leads %s', (_, from, key, to) => {
  expect(stopAfter(from, key, { stops, boxOf: (box) => box })?.id).toBe(to);
});
