import { expect, test } from 'vitest';
import { missingPartsText, unknownCompanyText } from './link-notice.ts';

const north = { name: 'North' };
const harbour = { name: 'Harbour' };
const shown = { stores: [north], view: 'list' as const };
const known = { stores: 0, date: false, view: false };

test('names a store that does not exist, and what is shown instead', () => {
  expect(missingPartsText({ ...known, stores: 1 }, shown)).toBe(
    'The store in this link doesn’t exist. Showing \u2068North\u2069 instead.',
  );
  expect(missingPartsText({ ...known, stores: 2 }, { ...shown, stores: [north, harbour] })).toBe(
    '2 of the stores in this link don’t exist. Showing \u2068North\u2069 and \u2068Harbour\u2069 instead.',
  );
});

test('names a company out of reach, and the one shown instead', () => {
  expect(unknownCompanyText({ name: 'Tom & Jerry Vets' })).toBe(
    'You don’t have access to the company in this link. Showing \u2068Tom & Jerry Vets\u2069 instead.',
  );
});

test('names a day and a view that do not exist, and what is shown instead', () => {
  expect(missingPartsText({ ...known, date: true }, shown)).toBe(
    'The date in this link doesn’t exist. Showing today instead.',
  );
  expect(missingPartsText({ ...known, date: true, view: true }, shown)).toBe(
    'The date in this link doesn’t exist. Showing today instead. The view in this link doesn’t exist. Showing List instead.',
  );
});
