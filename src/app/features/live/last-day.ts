import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readPerson } from '#app/api/session.ts';
import { readStored, type Store } from '#app/browser/storage.ts';

export const KEY = 'frontdesk.last-day';
/** Raised whenever the shape of the stored data changes: data of an older build is then ignored. */
export const SHAPE = 5;
/** How long a day is stored, in milliseconds: it has the names of clients. */
export const LAST_DAY_LIFETIME_MS = 24 * 60 * 60_000;

const keptSchema = z.object({
  shape: z.literal(SHAPE),
  /** The owner of the day (`DeskSession`). */
  person: z.nullable(z.string()),
  /** When the day was loaded, in milliseconds since 1970-01-01T00:00Z. */
  loadedAt: z.number(),
  queries: z.array(z.object({ key: z.array(z.unknown()), data: z.unknown(), updatedAt: z.number() })),
});

/**
 * Restores the stored day into an empty cache, with the times at which it was loaded, for the same person only. One that is too old,
 * or somebody else's, is deleted.
 */
export function restoreLastDay(
  queryClient: QueryClient,
  storage: Pick<Store, 'getItem' | 'removeItem'>,
  now = Date.now(),
): void {
  const kept = readStored(storage, KEY, keptSchema);
  const isRecent = kept !== null && Math.abs(now - kept.loadedAt) < LAST_DAY_LIFETIME_MS;
  if (!isRecent || kept.person !== readPerson(storage)) {
    forgetLastDay(storage);
    return;
  }
  for (const { key, data, updatedAt } of kept.queries) queryClient.setQueryData(key, data, { updatedAt });
  // However recent it is, changes since then are not known, of the staff neither.
  void queryClient.invalidateQueries({ refetchType: 'none' });
}

/** Deletes the stored day: at sign-out, and when the session has ended. */
export function forgetLastDay(storage: Pick<Store, 'removeItem'>): void {
  storage.removeItem(KEY);
}
