import { expect, test } from 'vitest';
import { unavailableVet, unavailableVisitType } from './choice-fields.tsx';

const staff = [
  { id: 'ann', name: 'Ann Lee', isActive: true },
  { id: 'bob', name: 'Bob Roe', isActive: false },
];
const types = [
  { id: 'dental', name: 'Dental cleaning', isActive: true },
  { id: 'phone', name: 'Telephone advice', isActive: false },
];

test('who or what can be booked, and nothing at all, needs no word', () => {
  for (const asked of ['ann', null, undefined]) expect(unavailableVet(asked, staff)).toBeUndefined();
  for (const asked of ['dental', null, undefined]) expect(unavailableVisitType(asked, types)).toBeUndefined();
});

test('who or what has left is named, and what never was is said to be unknown', () => {
  expect(unavailableVet('bob', staff)).toMatch(/^\u2068Bob Roe\u2069 no longer takes appointments: choose/);
  expect(unavailableVet('xyz', staff)).toMatch(/not on the staff: choose/);
  expect(unavailableVisitType('phone', types)).toMatch(/^\u2068Telephone advice\u2069 can no longer be booked: choose/);
  expect(unavailableVisitType('xyz', types)).toMatch(/does not exist: choose/);
});
