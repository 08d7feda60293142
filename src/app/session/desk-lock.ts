import { readPerson, signOutFirst } from '#app/api/session.ts';
import type { Store } from '#app/browser/storage.ts';
import { readPreferences } from './preferences.ts';

// When this browser was last used, in milliseconds since 1970-01-01T00:00Z, for all its tabs. Stored only while somebody is
// signed in in a browser with PINs: without a PIN no one could return quickly, so the desk does not lock.
const USED_KEY = 'frontdesk.used';

export function noteUse(storage: Pick<Store, 'setItem'>, now: number): void {
  storage.setItem(USED_KEY, String(now));
}

export function forgetUse(storage: Pick<Store, 'removeItem'>): void {
  storage.removeItem(USED_KEY);
}

/**
 * Whether the desk has not been used for as long as its settings allow. If the clock was set back by that much, it counts as
 * unused, too.
 */
export function isLeftAlone(storage: Pick<Store, 'getItem'>, now: number): boolean {
  const usedAt = storage.getItem(USED_KEY);
  const { lockMinutes } = readPreferences(storage);
  return usedAt !== null && lockMinutes !== null && !(Math.abs(now - Number(usedAt)) < lockMinutes * 60_000);
}

/**
 * Locks a desk that was left alone while no page was open, and returns whether it did. Must be called before a page shows
 * stored data.
 */
export function lockBeforeOpening(storage: Store, now: number): boolean {
  if (readPerson(storage) === null || !isLeftAlone(storage, now)) return false;
  forgetUse(storage);
  signOutFirst(storage);
  return true;
}
