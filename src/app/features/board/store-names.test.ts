import { expect, test } from 'vitest';
import { sharedStart } from './store-names.ts';

test('stores are named by the words that differ between their names', () => {
  expect(sharedStart(['Alder Creek – Downtown', 'Alder Creek – Lakeside'])).toBe('Alder Creek – ');
  expect(sharedStart(['Downtown', 'Downton'])).toBe('');
  expect(sharedStart(['Alder Creek', 'Alder Creek East'])).toBe('Alder ');
  expect(sharedStart(['Alder ', 'Alder East'])).toBe('');
  expect(sharedStart([])).toBe('');
});
