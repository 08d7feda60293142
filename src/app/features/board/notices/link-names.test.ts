import { expect, test } from 'vitest';
import { unknownIn } from './link-names.ts';

const [north, harbour] = [
  { id: 'north', name: 'North' },
  { id: 'harbour', name: 'Harbour' },
];
const company = { id: 'c1', name: 'Vets', storesListed: true, stores: [north, harbour] };
const shown = { company, stores: [north], view: 'rooms' as const };

test('all that is there is known', () => {
  const none = { company: false, stores: 0 };
  expect(unknownIn({ company: undefined, stores: [] }, shown)).toEqual(none);
  expect(unknownIn({ company: 'c1', stores: ['north', 'harbour'] }, shown)).toEqual(none);
});

test('stores that do not exist are counted, and a company out of reach is noticed', () => {
  expect(unknownIn({ company: 'c1', stores: ['north', 'a', 'harbour', 'b'] }, shown)).toEqual({
    company: false,
    stores: 2,
  });
  expect(unknownIn({ company: 'c2', stores: ['a'] }, shown)).toEqual({ company: true, stores: 1 });
});

test('where no stores are listed any may exist', () => {
  const unlisted = { ...company, storesListed: false };
  expect(unknownIn({ company: 'c1', stores: ['a'] }, { ...shown, company: unlisted }).stores).toBe(0);
});
