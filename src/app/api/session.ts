import { hashKey, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ApiClient, ResponseReport } from '#app/api/api-client.ts';
import { isRetryable, retryUntilLoadedOptions } from '#app/api/api-error.ts';
import { invalidate, queryKeyOf } from '#app/api/queries.ts';
import { PERSON_KEY, readPerson, SIGN_OUT_KEY } from '#app/api/stored-person.ts';
import { type DeskSession, sessionCalls } from '#contract/desk.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

const { getSession, confirmKey, signOut: endSession, signOutEverywhere } = sessionCalls;
const sessionKey = queryKeyOf(getSession);

export const sessionQueries = {
  current: (api: ApiClient) =>
    queryOptions({
      queryKey: sessionKey,
      queryFn: ({ signal, client }) => {
        const known = client.getQueryData<DeskSession>(sessionKey);
        return known !== undefined && isConfirmingKey(client) ? known : readSession(api, signal);
      },
      staleTime: 60_000,
      ...retryUntilLoadedOptions,
    }),
};

/**
 * The key of the mutation that sends the sign-in key when the person types it again. The gateway then replaces the
 * session.
 */
export const confirmationMutationKey = queryKeyOf(confirmKey);

/** The signed-in person, as far as the page knows; null if no one is signed in, or the key is shared. */
export function signedInPerson(queryClient: QueryClient): string | null {
  return queryClient.getQueryData<DeskSession>(sessionKey)?.person ?? null;
}

/**
 * Calls `onChange` when someone else signs in, as far as the page knows, or when the person signs out; `before` is null
 * if no one was signed in before. Returns a function that unsubscribes.
 */
export function subscribeToPersonChange(
  queryClient: QueryClient,
  onChange: (person: string | null, before: string | null) => void,
): () => void {
  let last = signedInPerson(queryClient);
  return queryClient.getQueryCache().subscribe(() => {
    const person = signedInPerson(queryClient);
    if (person === last) return;
    const before = last;
    last = person;
    onChange(person, before);
  });
}

/** Whether the person who is signed in has a PIN in this browser. */
export function hasPin({ person, pins }: Pick<DeskSession, 'person' | 'pins'>): boolean {
  return pins?.some((holder) => holder.person === person) === true;
}

/** The capabilities that the practice system offers the person; empty until the session is loaded. */
export function capabilitiesIn(queryClient: QueryClient): DeskSession['capabilities'] {
  return queryClient.getQueryData<DeskSession>(sessionKey)?.capabilities ?? {};
}

/**
 * Whether the person is confirming their key. Until the gateway responds, the browser has the cookie of the ended
 * session, so reading the session now would report that no one is signed in.
 */
const isConfirmingKey = (queryClient: QueryClient) =>
  queryClient.isMutating({ mutationKey: confirmationMutationKey }) > 0;

/**
 * Creates a handler of responses that reads the session again if it may have changed. 401: the key was revoked or the
 * session has expired. 403 from the practice API: the key may be read-only. `another_person`: someone else has signed
 * in.
 */
export function createRefusalHandler(queryClient: QueryClient): (report: ResponseReport) => void {
  return ({ status, messageKey, path }) => {
    if (isConfirmingKey(queryClient)) return;
    const isOfAnother = messageKey === ('another_person' satisfies ErrorMessageKey);
    if (isOfAnother || status === 401 || (status === 403 && path.startsWith('/api/'))) {
      void invalidate(queryClient, getSession);
    }
  };
}

/** Sets the session after a sign-in or sign-out, and cancels an earlier request for it. */
export async function setSession(api: ApiClient, queryClient: QueryClient, session: DeskSession): Promise<void> {
  const { queryKey } = sessionQueries.current(api);
  if (session.signedIn) signOutStorage.removeItem(SIGN_OUT_KEY);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, session);
}

const signOutSchema = z.object({ person: z.nullable(z.string()), everywhere: z.boolean() });

type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const memoryItems = new Map<string, string>();
/**
 * The storage of an unfinished sign-out. Until {@link followPerson} sets the storage that all tabs share, it is in
 * memory.
 */
let signOutStorage: SessionStorage = {
  getItem: (key) => memoryItems.get(key) ?? null,
  setItem: (key, text) => void memoryItems.set(key, text),
  removeItem: (key) => void memoryItems.delete(key),
};

function readUnfinishedSignOut(): z.infer<typeof signOutSchema> | null {
  try {
    return signOutSchema.safeParse(JSON.parse(signOutStorage.getItem(SIGN_OUT_KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** The fields of a session that depend on the person, with their values while signed out. */
const SIGNED_OUT_FIELDS = { signedIn: false, canWrite: null, person: null, name: null } as const;

/** Whether this browser has a sign-out that the gateway has yet to receive. */
export const isSigningOut = () => readUnfinishedSignOut() !== null;

/**
 * Signs the person out in this browser or in all browsers. The practice's data is removed from this browser at once;
 * the gateway is notified as soon as it is reachable, also after a reload, before any other request.
 */
export async function signOut(
  api: ApiClient,
  queryClient: QueryClient,
  { session, everywhere }: { session: DeskSession; everywhere: boolean },
): Promise<void> {
  signOutStorage.setItem(SIGN_OUT_KEY, JSON.stringify({ person: session.person, everywhere }));
  await setSession(api, queryClient, { ...session, ...SIGNED_OUT_FIELDS });
  await invalidate(queryClient, getSession);
}

/** Reads the session after any unfinished sign-out has reached the gateway. */
async function readSession(api: ApiClient, signal: AbortSignal): Promise<DeskSession> {
  const leaving = readUnfinishedSignOut();
  if (leaving !== null) {
    const { person, everywhere } = leaving;
    await api.call(everywhere ? signOutEverywhere : endSession, {}, { person, signal }).catch((error: unknown) => {
      // Any other response means that the session has already ended, for instance because someone else has signed in. A
      // request that was cancelled may not have reached the gateway, so it is sent again later.
      if (isRetryable(error) || signal.aborted) throw error;
    });
    signOutStorage.removeItem(SIGN_OUT_KEY);
  }
  return api.call(getSession, {}, { signal });
}

interface FollowPersonOptions {
  api: ApiClient;
  queryClient: QueryClient;
  /** Never throws (`browser/storage.ts`). */
  storage: SessionStorage;
  /** Dispatches `storage` events of other tabs; usually the window. */
  tabs: Pick<EventTarget, 'addEventListener'>;
  /** Called when the stored data belongs to someone who is no longer signed in. */
  onLeft: () => void;
}

/**
 * Clears the cache when the person signs out or someone else signs in, so that no one sees data loaded for another
 * person. The tabs of a browser share its session: a tab that notices a change of person notifies the other tabs, which
 * reload the session.
 */
export function followPerson({ api, queryClient, storage, tabs, onLeft }: FollowPersonOptions): void {
  signOutStorage = storage;
  const { queryKey } = sessionQueries.current(api);
  const sessionHash = hashKey(queryKey);
  const others = { predicate: (query: Query) => query.queryHash !== sessionHash };
  let reader = readPerson(storage);

  function onSession({ person, signedIn }: DeskSession) {
    const left = person !== reader || !signedIn;
    reader = person;
    if (readPerson(storage) !== person) {
      if (person === null) storage.removeItem(PERSON_KEY);
      else storage.setItem(PERSON_KEY, person);
    }
    if (!left) return;
    onLeft();
    // The screen reloads for the new person; while signed out there is nothing to load.
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
    const session = queryClient.getQueryData(queryKey);
    // After a sign-out in another tab, this tab is cleared at once, too, whether or not the gateway is reachable.
    if (key === SIGN_OUT_KEY && isSigningOut() && session !== undefined)
      queryClient.setQueryData(queryKey, { ...session, ...SIGNED_OUT_FIELDS });
    // `key` is null if all storage was cleared.
    if (key === PERSON_KEY || key === SIGN_OUT_KEY || key === null) void queryClient.invalidateQueries({ queryKey });
  });
}
