import { expect, test } from 'vitest';
import { goneVet, goneVisitType } from './gone-choice.ts';

const staff = [
  { id: 'ann', name: 'Ann Lee', isActive: true },
  { id: 'bob', name: 'Bob Roe', isActive: false },
];
const types = [
  { id: 'dental', name: 'Dental cleaning', isActive: true },
  { id: 'phone', name: 'Telephone advice', isActive: false },
];

test('who or what can be booked, and nothing at all, needs no word', () => {
  for (const asked of ['ann', null, undefined]) expect(goneVet(asked, staff)).toBeUndefined();
  for (const asked of ['dental', null, undefined]) expect(goneVisitType(asked, types)).toBeUndefined();
});

test('who or what has left is named, and what never was is said to be unknown', () => {
  expect(goneVet('bob', staff)).toMatch(/^Bob Roe no longer takes appointments: choose/);
  expect(goneVet('xyz', staff)).toMatch(/not on the staff: choose/);
  expect(goneVisitType('phone', types)).toMatch(/^Telephone advice can no longer be booked: choose/);
  expect(goneVisitType('xyz', types)).toMatch(/does not exist: choose/);
});
