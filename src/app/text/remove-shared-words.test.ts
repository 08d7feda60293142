import { expect, test } from 'vitest';
import { removeSharedWords } from './remove-shared-words.ts';

test('of stores whose names begin alike, the part is shown in which they differ', () => {
  const names = ['Alder Creek – Downtown', 'Alder Creek – Harbor Point'];
  expect(names.map((name) => removeSharedWords(name, names))).toEqual(['Downtown', 'Harbor Point']);
  expect(removeSharedWords('North', ['North', 'South'])).toBe('North');
  expect(removeSharedWords('Alder Creek', ['Alder Creek', 'Alder Creek East'])).toBe('Alder Creek');
  expect(removeSharedWords('Alder Creek', ['Alder Creek'])).toBe('Alder Creek');
});
