import type { TextStorage } from '#app/browser/storage.ts';
import type { PinHolder } from '#contract/desk.ts';

const LAST_PERSON_KEY = 'frontdesk.last-person';

/** Stores the person at the desk, so that after a lock their name comes first. */
export function saveLastPerson(storage: Pick<TextStorage, 'setItem'>, person: string): void {
  storage.setItem(LAST_PERSON_KEY, person);
}

/** The people with a PIN; the person who was signed in last comes first. */
export function sortLastPersonFirst(holders: readonly PinHolder[], storage: Pick<TextStorage, 'getItem'>): PinHolder[] {
  const last = storage.getItem(LAST_PERSON_KEY);
  return [...holders].sort((one, other) => Number(other.person === last) - Number(one.person === last));
}
