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

/** `localStorage`: shared by all tabs, kept through restarts. */
export const localStore = storeOf(() => localStorage);

/** `sessionStorage`: for this tab, kept through reloads. */
export const sessionStore = storeOf(() => sessionStorage);
