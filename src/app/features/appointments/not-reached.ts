import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { localStore, readStored } from '#app/browser/storage.ts';

const KEY = 'frontdesk.not-reached';

const notReachedSchema = z.object({
  /** The day of the calls, `YYYY-MM-DD`. */
  day: z.string(),
  /** When each client was called in vain last, in milliseconds since 1970, by the id of the appointment. */
  calledAt: z.record(z.string(), z.number()),
});

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * The appointments whose clients were called in vain today, which this browser keeps for the day.
 *
 * @param today `YYYY-MM-DD`
 */
export function useNotReached(today: string) {
  const stored = useSyncExternalStore(subscribe, () => localStore.getItem(KEY));
  const kept = readStored({ getItem: () => stored }, KEY, notReachedSchema);
  const calledAt = kept?.day === today ? kept.calledAt : {};
  return {
    /** When the client was called, in milliseconds since 1970; null where they were not. */
    at: (id: string) => calledAt[id] ?? null,
    /** Marks a call in vain, or takes the mark away. */
    toggle(id: string): void {
      const { [id]: marked, ...others } = calledAt;
      const next = marked === undefined ? { ...others, [id]: Date.now() } : others;
      localStore.setItem(KEY, JSON.stringify({ day: today, calledAt: next }));
      for (const listener of listeners) listener();
    },
  };
}
