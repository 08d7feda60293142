import { expect, test } from 'vitest';
import { distinctPart } from './distinct-part.ts';

test('of stores whose names begin alike, the part is shown in which they differ', () => {
  const names = ['Alder Creek – Downtown', 'Alder Creek – Harbor Point'];
  expect(names.map((name) => distinctPart(name, names))).toEqual(['Downtown', 'Harbor Point']);
  expect(distinctPart('North', ['North', 'South'])).toBe('North');
  expect(distinctPart('Alder Creek', ['Alder Creek', 'Alder Creek East'])).toBe('Alder Creek');
  expect(distinctPart('Alder Creek', ['Alder Creek'])).toBe('Alder Creek');
});
