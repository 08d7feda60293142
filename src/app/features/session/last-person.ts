import type { Store } from '#app/browser/storage.ts';
import type { PinHolder } from '#contract/desk.ts';

const KEY = 'frontdesk.last-person';

/** Notes who is at the desk, so that after a lock their name comes first. */
export function saveLastPerson(storage: Pick<Store, 'setItem'>, person: string): void {
  storage.setItem(KEY, person);
}

/** The people with a PIN, who was here last before the others. */
export function lastPersonFirst(holders: readonly PinHolder[], storage: Pick<Store, 'getItem'>): PinHolder[] {
  const last = storage.getItem(KEY);
  return [...holders].sort((one, other) => Number(other.person === last) - Number(one.person === last));
}
