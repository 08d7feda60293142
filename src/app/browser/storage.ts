import type * as z from 'zod/mini';

/** The part of a browser storage that the app uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage of the browser. If the browser forbids it, or the storage is full, the value stays in memory until the
 * page closes.
 */
export function createSafeStorage(storage: () => TextStorage): TextStorage {
  const refused = new Map<string, string>();
  function read(key: string): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  }
  return {
    getItem: (key) => refused.get(key) ?? read(key),
    setItem(key, text) {
      refused.delete(key);
      try {
        storage().setItem(key, text);
      } catch {
        refused.set(key, text);
      }
    },
    removeItem(key) {
      refused.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // The browser forbids storage, so the value was never stored there.
      }
    },
  };
}

/** `localStorage`: shared by all tabs, survives restarts. */
export const localStore = createSafeStorage(() => localStorage);

/** `sessionStorage`: for this tab, survives reloads. */
export const sessionStore = createSafeStorage(() => sessionStorage);

function parseStored<Schema extends z.ZodMiniType>(text: string | null, schema: Schema): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Reads a stored JSON value; null if there is none or it cannot be parsed. */
export function readStored<Schema extends z.ZodMiniType>(
  store: Pick<TextStorage, 'getItem'>,
  key: string,
  schema: Schema,
): z.output<Schema> | null {
  return parseStored(store.getItem(key), schema);
}

/**
 * Creates a function that reads a stored JSON value as {@link readStored} does, but parses it only after it has
 * changed.
 */
export function createStoredReader<Schema extends z.ZodMiniType>(key: string, schema: Schema) {
  let latest: { text: string | null; value: z.output<Schema> | null } | null = null;
  return (store: Pick<TextStorage, 'getItem'>): z.output<Schema> | null => {
    const text = store.getItem(key);
    if (latest?.text !== text || latest === null) latest = { text, value: parseStored(text, schema) };
    return latest.value;
  };
}
