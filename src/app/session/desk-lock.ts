import { readPerson, signOutFirst } from '#app/api/session.ts';
import type { Store } from '#app/browser/storage.ts';
import { readPreferences } from './preferences.ts';

// When somebody last used this browser, in milliseconds since 1970-01-01T00:00Z, for all its tabs. It is stored only while somebody is
// signed in in a browser with PINs: without any, nobody could come back quickly, and the desk does not lock.
const USED_KEY = 'frontdesk.used';

export function noteUse(storage: Pick<Store, 'setItem'>, now: number): void {
  storage.setItem(USED_KEY, String(now));
}

export function forgetUse(storage: Pick<Store, 'removeItem'>): void {
  storage.removeItem(USED_KEY);
}

/**
 * Whether nobody has used the desk for as long as its settings allow. A clock that was set back by as much is no reason to stay open.
 */
export function isLeftAlone(storage: Pick<Store, 'getItem'>, now: number): boolean {
  const usedAt = storage.getItem(USED_KEY);
  const { lockMinutes } = readPreferences(storage);
  return usedAt !== null && lockMinutes !== null && !(Math.abs(now - Number(usedAt)) < lockMinutes * 60_000);
}

/**
 * Locks a desk that was left alone while no page was open, and returns whether it did. To be called before a page shows what the browser
 * has stored.
 */
export function lockBeforeOpening(storage: Store, now: number): boolean {
  if (readPerson(storage) === null || !isLeftAlone(storage, now)) return false;
  forgetUse(storage);
  signOutFirst(storage);
  return true;
}
