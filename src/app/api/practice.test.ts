import { expect, test } from 'vitest';
import { isOffered } from './practice.ts';

const capability = (...fields: string[]) => ({ fields, idempotent: false });

test.each([
  ['with every field that is sent', { changeRoom: capability('name', 'categories', 'position') }, true],
  ['without a field that is sent', { changeRoom: capability('name', 'categories') }, false],
  ['which is not described', {}, false],
])('a change %s', (_which, capabilities, isExpected) => {
  expect(isOffered('changeRoom', capabilities)).toBe(isExpected);
});

test('what is read or deleted needs no field', () => {
  expect(isOffered('listKeys', { listKeys: capability() })).toBe(true);
  expect(isOffered('deleteRoom', { deleteRoom: capability() })).toBe(true);
  expect(isOffered('getEmployee', {})).toBe(false);
});
