import { expect, test } from 'vitest';
import { linkWarningOf } from './link-warning.tsx';

const north = { id: 'north', name: 'North' };
const harbour = { id: 'harbour', name: 'Harbour' };
const company = { id: 'c1', name: 'Tom & Jerry Vets', storesListed: true, stores: [north, harbour] };
const shown = { company, stores: [north] };

test('a link to what is there is told nothing of', () => {
  expect(linkWarningOf({ company: undefined, stores: undefined }, shown)).toBeNull();
  expect(linkWarningOf({ company: 'c1', stores: ['north', 'harbour'] }, shown)).toBeNull();
});

test('a store that does not exist is told, and what is shown instead', () => {
  expect(linkWarningOf({ company: 'c1', stores: ['south'] }, shown)).toBe(
    'This link names a store that does not exist. You see \u2068North\u2069.',
  );
  expect(
    linkWarningOf({ company: 'c1', stores: ['north', 'a', 'harbour', 'b'] }, { company, stores: [north, harbour] }),
  ).toBe('This link names 2 stores that do not exist. You see \u2068North\u2069 and \u2068Harbour\u2069.');
});

test('where no stores are listed any may exist', () => {
  const unlisted = { ...company, storesListed: false };
  expect(linkWarningOf({ company: 'c1', stores: ['south'] }, { company: unlisted, stores: [north] })).toBeNull();
});

test('a company out of reach is told before its stores are', () => {
  expect(linkWarningOf({ company: 'c2', stores: ['south'] }, shown)).toBe(
    'This link names a company that you can’t open here. You see \u2068Tom & Jerry Vets\u2069.',
  );
});
