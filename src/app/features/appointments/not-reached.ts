import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { localStore, readStored } from '#app/browser/storage.ts';

const KEY = 'frontdesk.not-reached';

const notReachedSchema = z.object({
  /** The day that the calls belong to, `YYYY-MM-DD`. */
  day: z.string(),
  /** When each client was last not reached, in milliseconds since 1970, by appointment id. */
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
 * The appointments whose clients could not be reached today, stored in this browser for the day.
 *
 * @param today `YYYY-MM-DD`
 */
export function useNotReached(today: string) {
  const stored = useSyncExternalStore(subscribe, () => localStore.getItem(KEY));
  const parsed = readStored({ getItem: () => stored }, KEY, notReachedSchema);
  const calledAt = parsed?.day === today ? parsed.calledAt : {};
  return {
    /** When the client could not be reached, in milliseconds since 1970; null if that did not happen. */
    at: (id: string) => calledAt[id] ?? null,
    /** Marks the client as not reached, or removes the mark. */
    toggle(id: string): void {
      const { [id]: marked, ...others } = calledAt;
      const next = marked === undefined ? { ...others, [id]: Date.now() } : others;
      localStore.setItem(KEY, JSON.stringify({ day: today, calledAt: next }));
      for (const listener of listeners) listener();
    },
  };
}
