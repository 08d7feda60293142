import type * as z from 'zod/mini';

/** What is kept in the browser, as text by keys. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage of the browser. What it refuses, being forbidden or full, is kept in memory, and lasts as long as the page. */
export function storeOf(storage: () => Store): Store {
  const refused = new Map<string, string>();
  function stored(key: string): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  }
  return {
    getItem: (key) => refused.get(key) ?? stored(key),
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
        // Nothing is stored there.
      }
    },
  };
}

/** `localStorage`: shared by all tabs, kept through restarts. */
export const localStore = storeOf(() => localStorage);

/** `sessionStorage`: for this tab, kept through reloads. */
export const sessionStore = storeOf(() => sessionStorage);

/** What is stored as JSON; null where nothing is, or nothing that can be read. */
export function readStored<Schema extends z.ZodMiniType>(
  store: Pick<Store, 'getItem'>,
  key: string,
  schema: Schema,
): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(store.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
