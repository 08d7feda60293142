import type { TextStorage } from '#app/browser/storage.ts';
import type { PinHolder } from '#contract/desk.ts';

const KEY = 'frontdesk.last-person';

/** Stores the person at the desk, so that after a lock their name comes first. */
export function saveLastPerson(storage: Pick<TextStorage, 'setItem'>, person: string): void {
  storage.setItem(KEY, person);
}

/** The people with a PIN; the person who was signed in last comes first. */
export function lastPersonFirst(holders: readonly PinHolder[], storage: Pick<TextStorage, 'getItem'>): PinHolder[] {
  const last = storage.getItem(KEY);
  return [...holders].sort((one, other) => Number(other.person === last) - Number(one.person === last));
}
