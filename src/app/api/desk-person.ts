import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { DeskSession } from '#contract/desk.ts';
import type { ApiClient } from './client.ts';
import { sessionQueries } from './session-queries.ts';

const KEY = 'frontdesk.person';

/** Who signed in last at this browser, as all its tabs know it (`DeskSession`); null for nobody and for a shared key. */
export function readPerson(storage: Pick<Storage, 'getItem'>): string | null {
  try {
    return storage.getItem(KEY);
  } catch {
    return null;
  }
}

function writePerson(storage: Pick<Storage, 'setItem' | 'removeItem'>, person: string | null): void {
  try {
    if (person === null) storage.removeItem(KEY);
    else storage.setItem(KEY, person);
  } catch {
    // Tabs then learn of each other when they read the session again.
  }
}

interface FollowOptions {
  api: ApiClient;
  queryClient: QueryClient;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Hears what other tabs store: the window. */
  tabs: Pick<EventTarget, 'addEventListener'>;
  /** Called when what this browser keeps is no longer of whoever is at the desk. */
  onLeft: () => void;
}

/**
 * Sees to it that nobody is shown what was read for somebody else. The tabs of a browser share its session: one that
 * learns of another person says so to the others, which ask again, and each drops all that it had read before.
 */
export function followPerson({ api, queryClient, storage, tabs, onLeft }: FollowOptions): void {
  const { queryKey } = sessionQueries.current(api);
  const sessionHash = hashKey(queryKey);
  const others = { predicate: (query: Query) => query.queryHash !== sessionHash };
  let reader = readPerson(storage);

  function onSession({ person, signedIn }: DeskSession) {
    const left = person !== reader || !signedIn;
    reader = person;
    if (readPerson(storage) !== person) writePerson(storage, person);
    if (!left) return;
    onLeft();
    // What is on the screen is read again for who is there now; where nobody is, there is nothing to ask.
    if (signedIn) void queryClient.resetQueries(others);
    else queryClient.removeQueries(others);
  }

  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== sessionHash) return;
    const session = queryClient.getQueryData(queryKey);
    if (session !== undefined) onSession(session);
  });
  tabs.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    // No key: everything that was kept has been cleared.
    if (key === KEY || key === null) void queryClient.invalidateQueries({ queryKey });
  });
}
