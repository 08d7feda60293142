import { expect, test } from 'vitest';
import { createStorage } from '#testing/storage-in-memory.ts';
import { isLockDue, lockBeforeOpening, recordUse, saveLockMinutes } from './desk-lock.ts';

const MINUTE_MS = 60_000;
const NINE = Date.parse('2026-06-03T09:00:00Z');

/** The storage of a browser that Ann used at nine. */
function usedAtNine() {
  const storage = createStorage();
  storage.setItem('frontdesk.person', 'ann');
  recordUse(storage, NINE);
  return storage;
}

test('a desk is left alone after its lock time, by default fifteen minutes, and at once if that is not a number', () => {
  const storage = usedAtNine();
  expect(isLockDue(storage, NINE + 15 * MINUTE_MS - 1)).toBe(false);
  expect(isLockDue(storage, NINE + 15 * MINUTE_MS)).toBe(true);
  saveLockMinutes(storage, 60);
  expect(isLockDue(storage, NINE + 59 * MINUTE_MS)).toBe(false);
  expect(isLockDue(storage, NINE + 60 * MINUTE_MS)).toBe(true);
  storage.setItem('frontdesk.lock', 'never');
  expect(isLockDue(storage, NINE)).toBe(true);
});

test('each use restarts the time', () => {
  const storage = usedAtNine();
  recordUse(storage, NINE + 14 * MINUTE_MS);
  expect(isLockDue(storage, NINE + 28 * MINUTE_MS)).toBe(false);
});

test('a clock that was set back, or an invalid time, locks the desk', () => {
  const storage = usedAtNine();
  expect(isLockDue(storage, NINE - 5 * MINUTE_MS)).toBe(false);
  expect(isLockDue(storage, NINE - 60 * MINUTE_MS)).toBe(true);
  storage.setItem('frontdesk.used', 'then');
  expect(isLockDue(storage, NINE)).toBe(true);
});

test('a browser that does not lock, which records no use, is never left alone', () => {
  expect(isLockDue(createStorage(), NINE)).toBe(false);
});

test('a page that opens the next morning signs out the previous person before it sends any request', () => {
  const storage = usedAtNine();
  expect(lockBeforeOpening(storage, NINE + 5 * MINUTE_MS)).toBe(false);
  expect(storage.getItem('frontdesk.sign-out')).toBeNull();
  expect(lockBeforeOpening(storage, NINE + 24 * 60 * MINUTE_MS)).toBe(true);
  expect(JSON.parse(storage.getItem('frontdesk.sign-out')!)).toEqual({ person: 'ann', everywhere: false });
});

test('an unconfirmed “Sign out everywhere” is not replaced by an ordinary sign-out', () => {
  const storage = usedAtNine();
  const everywhere = JSON.stringify({ person: 'ann', everywhere: true });
  storage.setItem('frontdesk.sign-out', everywhere);
  lockBeforeOpening(storage, NINE + 24 * 60 * MINUTE_MS);
  expect(storage.getItem('frontdesk.sign-out')).toBe(everywhere);
});
