type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What a browser keeps, or, where it forbids even to ask, what lives as long as the page. */
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
