import { expect, test } from 'vitest';
import { unknownCompanyText, unknownNamesText } from './link-notice.ts';

const north = { name: 'North' };
const harbour = { name: 'Harbour' };
const shown = { stores: [north], view: 'list' as const };
const known = { stores: 0, date: false, view: false };

test('a store that does not exist is told, and what is shown instead', () => {
  expect(unknownNamesText({ ...known, stores: 1 }, shown)).toBe(
    'This link names a store that does not exist. You see \u2068North\u2069.',
  );
  expect(unknownNamesText({ ...known, stores: 2 }, { ...shown, stores: [north, harbour] })).toBe(
    'This link names 2 stores that do not exist. You see \u2068North\u2069 and \u2068Harbour\u2069.',
  );
});

test('a company out of reach is told, and which one is shown instead', () => {
  expect(unknownCompanyText({ name: 'Tom & Jerry Vets' })).toBe(
    'This link names a company that you can’t open here. You see \u2068Tom & Jerry Vets\u2069.',
  );
});

test('a day and a view that do not exist are told, each with what is shown instead', () => {
  expect(unknownNamesText({ ...known, date: true }, shown)).toBe(
    'This link names a day that does not exist. You see today.',
  );
  expect(unknownNamesText({ ...known, date: true, view: true }, shown)).toBe(
    'This link names a day that does not exist. You see today. This link names a view that does not exist. You see List.',
  );
});
