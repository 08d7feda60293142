import { expect, test } from 'vitest';
import { distinctName } from './shift-text.ts';

test('a store is named by the part that distinguishes it from the others', () => {
  const names = ['Alder Creek – Downtown', 'Alder Creek – Harbor Point', 'Alder Creek – Lakeside'];
  expect(names.map((name) => distinctName(name, names))).toEqual(['Downtown', 'Harbor Point', 'Lakeside']);
  expect(distinctName('North', ['North', 'South'])).toBe('North');
  expect(distinctName('Elm', ['Elm'])).toBe('Elm');
  expect(['Elm', 'Elm East'].map((name) => distinctName(name, ['Elm', 'Elm East']))).toEqual(['Elm', 'Elm East']);
});
