import type * as z from 'zod/mini';

/** The part of a browser storage that the app uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage of the browser. If the browser forbids it, or the storage is full, the value stays in memory until the
 * page closes.
 */
export function createSafeStorage(storage: () => TextStorage): TextStorage {
  const unsavedItems = new Map<string, string>();
  function read(key: string): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  }
  return {
    getItem: (key) => unsavedItems.get(key) ?? read(key),
    setItem(key, text) {
      unsavedItems.delete(key);
      try {
        storage().setItem(key, text);
      } catch {
        unsavedItems.set(key, text);
      }
    },
    removeItem(key) {
      unsavedItems.delete(key);
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

function parseStoredValue<Schema extends z.ZodMiniType>(text: string | null, schema: Schema): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Reads a stored JSON value; null if there is none or it cannot be parsed. */
export function readStoredValue<Schema extends z.ZodMiniType>(
  store: Pick<TextStorage, 'getItem'>,
  key: string,
  schema: Schema,
): z.output<Schema> | null {
  return parseStoredValue(store.getItem(key), schema);
}

/**
 * Creates a function that reads a stored JSON value as {@link readStoredValue} does, but parses it only after it has
 * changed.
 */
export function createStoredReader<Schema extends z.ZodMiniType>(key: string, schema: Schema) {
  let latest: { text: string | null; value: z.output<Schema> | null } | null = null;
  return (store: Pick<TextStorage, 'getItem'>): z.output<Schema> | null => {
    const text = store.getItem(key);
    if (latest?.text !== text || latest === null) latest = { text, value: parseStoredValue(text, schema) };
    return latest.value;
  };
}
