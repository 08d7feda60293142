import { expect, test } from 'vitest';
import { boxAfter } from './arrow-focus.ts';

const box = (left: number, top: number, height = 50) => ({ left, right: left + 100, top, bottom: top + height });

/** Three lanes: two cards, none, three cards. */
const cards = [box(0, 0), box(0, 60, 80), box(220, 0, 40), box(220, 50, 40), box(220, 100, 40)];
const after = (key: string, index: number) => {
  const from = cards[index];
  if (!from) throw new Error('There is no such card.');
  return boxAfter(key, from, cards);
};

test('up and down lead along a lane and end there', () => {
  expect(after('ArrowDown', 0)).toBe(1);
  expect(after('ArrowDown', 1)).toBe(-1);
  expect(after('ArrowUp', 4)).toBe(3);
  expect(after('ArrowUp', 2)).toBe(-1);
});

test('to the sides they lead to the card at the same height in the next lane that has one', () => {
  expect(after('ArrowRight', 0)).toBe(2);
  expect(after('ArrowRight', 1)).toBe(4);
  expect(after('ArrowLeft', 3)).toBe(1);
  expect(after('ArrowLeft', 0)).toBe(-1);
  expect(after('Enter', 0)).toBe(-1);
});
