import * as z from 'zod/mini';
import { createSafeStorage, readStoredValue, type TextStorage } from './storage.ts';

// Unsaved input. It is stored separately for each person, and for this tab alone, except for the draft of an import,
// which is stored for the whole browser. It survives reloads and, except for an import, signing out and in again; the
// browser restores it with the tab. It may contain names of clients, so it expires after a day, and is deleted the next
// time the app is opened.

const PREFIX = 'frontdesk.drafts.';
/** How long a draft is stored, in milliseconds. */
export const DRAFT_LIFETIME_MS = 24 * 60 * 60_000;

const draftsSchema = z.array(z.object({ id: z.string(), savedAt: z.number(), value: z.unknown() }));

interface TabDraftsOptions<Schema extends z.ZodMiniType> {
  /** The storage of this tab or, for an import, of the browser. */
  storage: TextStorage;
  /** The kind of input, such as `notes`. */
  kind: string;
  /** The ids that separate drafts: the person, if people sign in, and anything else that a draft depends on. */
  owner: readonly (string | null)[];
  schema: Schema;
  /** Milliseconds since 1970-01-01T00:00Z. */
  clock?: () => number;
}

/**
 * Gives access to the drafts of one kind and owner, keyed by id, newest first. Expired and unreadable drafts are left
 * out.
 */
export function createTabDrafts<Schema extends z.ZodMiniType>(options: TabDraftsOptions<Schema>) {
  const { storage, kind, owner, schema, clock = Date.now } = options;
  const key = [`${PREFIX}${kind}`, ...owner.filter((id) => id !== null)].join('.');

  const readDrafts = () => dropExpiredDrafts(readStoredValue(storage, key, draftsSchema) ?? [], clock());
  const draftsWithout = (id: string) => readDrafts().filter((draft) => draft.id !== id);

  function readValidDrafts(): { id: string; value: z.output<Schema> }[] {
    return readDrafts().flatMap(({ id, value }) => {
      const parsed = schema.safeParse(value);
      return parsed.success ? [{ id, value: parsed.data }] : [];
    });
  }

  return {
    all: readValidDrafts,
    find: (id: string): z.output<Schema> | null => readValidDrafts().find((draft) => draft.id === id)?.value ?? null,
    write(id: string, value: z.output<Schema>): void {
      saveDrafts(storage, key, [{ id, savedAt: clock(), value }, ...draftsWithout(id)]);
    },
    remove(id: string): void {
      saveDrafts(storage, key, draftsWithout(id));
    },
  };
}

type StoredDraft = z.infer<typeof draftsSchema>[number];

const dropExpiredDrafts = (drafts: readonly StoredDraft[], now: number) =>
  drafts.filter(({ savedAt }) => Math.abs(now - savedAt) < DRAFT_LIFETIME_MS);

function saveDrafts(storage: TextStorage, key: string, drafts: readonly StoredDraft[]): void {
  if (drafts.length === 0) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(drafts));
}

interface OldDraftsOptions {
  /** Returns `localStorage`. */
  shared: () => Storage;
  /** Returns `sessionStorage`. */
  tab: () => Storage;
  /** Milliseconds since 1970-01-01T00:00Z. */
  now: number;
}

/** Deletes expired drafts of every owner. Call it when the app starts. */
export function removeOldDrafts({ shared, tab, now }: OldDraftsOptions): void {
  for (const storage of [shared, tab]) {
    const store = createSafeStorage(storage);
    for (const key of readStorageKeys(storage))
      if (key.startsWith(PREFIX))
        saveDrafts(store, key, dropExpiredDrafts(readStoredValue(store, key, draftsSchema) ?? [], now));
  }
}

/** Deletes all drafts of a kind, whoever their owners are. */
export function removeDraftsOfKind(kind: string, storage: () => Storage): void {
  for (const key of readStorageKeys(storage))
    if (key.startsWith(`${PREFIX}${kind}.`)) createSafeStorage(storage).removeItem(key);
}

/** The keys of a storage; empty if the browser forbids storage. */
function readStorageKeys(storage: () => Storage): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}
