type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage, or, where it is forbidden, one in memory that lasts as long as the page. */
function storeOf(storage: () => Store): Store {
  try {
    return storage();
  } catch {
    const items = new Map<string, string>();
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    };
  }
}

/** Kept for all tabs, through restarts. */
export const localStore = storeOf(() => localStorage);

/** Kept for this tab, through reloads. */
export const sessionStore = storeOf(() => sessionStorage);
