import { expect, test } from 'vitest';
import { linkWarningText } from './link-warning.tsx';

const north = { id: 'north', name: 'North' };
const harbour = { id: 'harbour', name: 'Harbour' };
const company = { id: 'c1', name: 'Tom & Jerry Vets', storesListed: true, stores: [north, harbour] };
const shown = { company, stores: [north] };

test('a store that does not exist is told, and what is shown instead', () => {
  expect(linkWarningText({ company: false, stores: 1 }, shown)).toBe(
    'This link names a store that does not exist. You see \u2068North\u2069.',
  );
  expect(linkWarningText({ company: false, stores: 2 }, { company, stores: [north, harbour] })).toBe(
    'This link names 2 stores that do not exist. You see \u2068North\u2069 and \u2068Harbour\u2069.',
  );
});

test('a company out of reach is told before its stores are', () => {
  expect(linkWarningText({ company: true, stores: 1 }, shown)).toBe(
    'This link names a company that you can’t open here. You see \u2068Tom & Jerry Vets\u2069.',
  );
});
