import { hasSignOut, readPerson, recordSignOut } from '#app/api/stored-person.ts';
import type { TextStorage } from '#app/browser/storage.ts';

import { DEFAULT_LOCK_MINUTES } from '#contract/lock-minutes.ts';

// The storage key of the time when this browser was last used, in milliseconds since 1970-01-01T00:00Z, for all its
// tabs. Stored only while someone is signed in, and only in a browser that has PINs and locks, because without a PIN no
// one could return quickly.
const LAST_USE_KEY = 'frontdesk.used';
/**
 * The storage key of the number of minutes without use after which the browser locks, as last reported by the gateway.
 * It is stored, so that a newly opened page locks before its first request.
 */
const LOCK_KEY = 'frontdesk.lock';

export function saveLockMinutes(storage: Pick<TextStorage, 'setItem'>, minutes: number): void {
  storage.setItem(LOCK_KEY, String(minutes));
}

export function recordUse(storage: Pick<TextStorage, 'setItem'>, now: number): void {
  storage.setItem(LAST_USE_KEY, String(now));
}

export function clearRecordedUse(storage: Pick<TextStorage, 'removeItem'>): void {
  storage.removeItem(LAST_USE_KEY);
}

/**
 * Whether the desk has not been used for at least its lock time. It also counts as unused if its clock was set back by
 * that much.
 */
export function isLockDue(storage: Pick<TextStorage, 'getItem'>, now: number): boolean {
  const usedAt = storage.getItem(LAST_USE_KEY);
  const minutes = Number(storage.getItem(LOCK_KEY) ?? DEFAULT_LOCK_MINUTES);
  return usedAt !== null && !(Math.abs(now - Number(usedAt)) < minutes * 60_000);
}

/**
 * Whether this browser has to sign out before it requests anything: it locked while no page was open, or is signing
 * out.
 */
export function isSignOutDue(storage: Pick<TextStorage, 'getItem'>, now: number): boolean {
  return hasSignOut(storage) || (readPerson(storage) !== null && isLockDue(storage, now));
}

/**
 * Signs out a desk that was not used for its lock time while no page was open. Returns whether the page has to sign out
 * first. Must be called before a page shows stored data.
 */
export function lockBeforeOpening(storage: TextStorage, now: number): boolean {
  if (!isSignOutDue(storage, now)) return false;
  clearRecordedUse(storage);
  recordSignOut(storage);
  return true;
}
