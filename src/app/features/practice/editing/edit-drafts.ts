import { useSyncExternalStore } from 'react';
import { sessionStore } from '#app/browser/storage.ts';
import type { Draft } from './merge-draft.ts';

// What is typed and not saved yet, by the place that it belongs to. It survives a reload, Back and another part of the screen.

/** A draft with the idempotency key of the create that was sent with it, and what that was. */
export interface KeptDraft<Values> extends Draft<Values> {
  readonly attempt: { readonly key: string; readonly sent: string } | null;
}

const listeners = new Set<() => void>();

function isLike(kept: unknown, example: object): boolean {
  if (typeof kept !== 'object' || kept === null) return false;
  return Object.entries(example).every(([field, value]) => {
    const other: unknown = Reflect.get(kept, field);
    return typeof other === typeof value && Array.isArray(other) === Array.isArray(value);
  });
}

/** The draft kept under a key; null where there is none with such values. */
export function readEditDraft<Values extends object>(key: string, example: Values): KeptDraft<Values> | null {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { base, values, attempt } = kept as KeptDraft<Values>;
    if (!isLike(base, example) || !isLike(values, example)) return null;
    return { base, values, attempt: isLike(attempt, { key: '', sent: '' }) ? attempt : null };
  } catch {
    return null;
  }
}

/** Keeps a draft; null discards it. */
export function keepEditDraft<Values>(key: string, draft: KeptDraft<Values> | null): void {
  if (draft === null) sessionStore.removeItem(key);
  else sessionStore.setItem(key, JSON.stringify(draft));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something is typed there and not saved. */
export function useHasDraft(key: string): boolean {
  return useSyncExternalStore(subscribe, () => sessionStore.getItem(key) !== null);
}
