// The person who is signed in in this browser, as stored for all its tabs. This file is small, because the first-paint
// script includes it, too.

/** The key under which the browser stores the person. */
export const PERSON_KEY = 'frontdesk.person';

/** The storage key of a sign-out that the gateway has yet to confirm. Until then, nothing else is requested. */
export const SIGN_OUT_KEY = 'frontdesk.sign-out';

/**
 * The last person to sign in in this browser, the same in all its tabs; null if no one is signed in, or the key is
 * shared.
 */
export function readPerson(storage: Pick<Storage, 'getItem'>): string | null {
  return storage.getItem(PERSON_KEY);
}

/** Whether this browser has a sign-out that the gateway has yet to confirm. */
export function hasSignOut(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem(SIGN_OUT_KEY) !== null;
}

/**
 * Records a sign-out for the person who is signed in, unless one is already recorded. A page sends it before any other
 * request.
 */
export function recordSignOut(storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  if (!hasSignOut(storage))
    storage.setItem(SIGN_OUT_KEY, JSON.stringify({ person: readPerson(storage), everywhere: false }));
}
