import { expect, test } from 'vitest';
import { sameNamed } from './use-duplicates.ts';

test('a name is the same whatever its case, accents and blanks, but only as a whole', () => {
  const people = ['Rósa  Kaufman', 'rosa kaufman', 'Rosa Kaufmann', ''].map((name) => ({ name }));
  expect(sameNamed(people, ' Rosa Kaufman')).toEqual(people.slice(0, 2));
  expect(sameNamed(people, ' ')).toEqual([]);
});
