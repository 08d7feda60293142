import { expect, test } from 'vitest';
import { factsText, listText } from './list-text.ts';

test('a list names its things in their order', () => {
  expect(listText(['vets', 'visit types', 'pets'])).toBe('vets, visit types, pets');
  expect(listText(['vets'])).toBe('vets');
  expect(listText([])).toBe('');
});

test('facts stand side by side, without those that are not known', () => {
  expect(factsText(['Dog', null, 'Labrador', '', undefined, '7 years old'])).toBe('Dog, Labrador, 7 years old');
  expect(factsText(['', null])).toBe('');
});
