import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { DeskSession } from '#contract/desk.ts';
import type { ApiClient } from './client.ts';
import { sessionQueries } from './session-queries.ts';

const KEY = 'frontdesk.person';

/**
 * The person who signed in last in this browser (`DeskSession`), the same in all its tabs; null for nobody and for a
 * shared key.
 */
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
    // Without storage, tabs notice when they reload the session.
  }
}

interface FollowOptions {
  api: ApiClient;
  queryClient: QueryClient;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Dispatches `storage` events of other tabs: the window. */
  tabs: Pick<EventTarget, 'addEventListener'>;
  /** Called when the stored data belongs to somebody who is no longer signed in. */
  onLeft: () => void;
}

/**
 * Clears the cache when another person signs in, so that nobody sees data loaded for somebody else. The tabs of a
 * browser share its session: a tab that notices another person tells the other tabs, which reload the session.
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
    // The screen reloads for the new person; where nobody is signed in there is nothing to load.
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
    // `key` is null when all storage was cleared.
    if (key === KEY || key === null) void queryClient.invalidateQueries({ queryKey });
  });
}
