import { expect, test } from 'vitest';
import { sharedPrefix } from './store-names.ts';

test('stores are named by the words that differ between their names', () => {
  expect(sharedPrefix(['Alder Creek – Downtown', 'Alder Creek – Lakeside'])).toBe('Alder Creek – ');
  expect(sharedPrefix(['Downtown', 'Downton'])).toBe('');
  expect(sharedPrefix(['Alder Creek', 'Alder Creek East'])).toBe('Alder ');
  expect(sharedPrefix(['Alder ', 'Alder East'])).toBe('');
  expect(sharedPrefix([])).toBe('');
});
