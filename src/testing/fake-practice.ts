import type { DeskSession } from '#contract/desk.ts';
import { sharedSession } from './practice-in-memory.ts';

/** A browser's storage in memory. */
export function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** What the gateway says where people sign in; null is nobody. */
export function sessionOf(person: string | null, changes: Partial<DeskSession> = {}): DeskSession {
  return { ...sharedSession, access: 'sign_in', signedIn: person !== null, person, ...changes };
}
