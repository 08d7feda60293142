import { expect, test } from 'vitest';
import { filterBySameName } from './use-duplicates.ts';

test('names are compared as a whole, ignoring case, accents and spaces', () => {
  const people = ['Rósa  Kaufman', 'rosa kaufman', 'Rosa Kaufmann', ''].map((name) => ({ name }));
  expect(filterBySameName(people, ' Rosa Kaufman')).toEqual(people.slice(0, 2));
  expect(filterBySameName(people, ' ')).toEqual([]);
});
