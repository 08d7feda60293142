import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApiClient } from '#app/api/api-client.ts';
import {
  createRefusalHandler,
  followPerson,
  isSigningOut,
  sessionQueries,
  setSession,
  signOut,
} from '#app/api/session.ts';
import { readPerson } from '#app/api/stored-person.ts';
import { createSafeStorage } from '#app/browser/storage.ts';
import type { DeskSession } from '#contract/desk.ts';
import { sessionOf } from '#testing/desk-sessions.ts';
import { createStorage } from '#testing/storage-in-memory.ts';

const DAY = ['appointments', 'day'];

let storage: ReturnType<typeof createStorage>;
beforeEach(() => {
  storage = createStorage();
});

/** One tab of the browser, with a day in its cache. `answer` is the gateway's response to the session request. */
function openTab(answer: () => DeskSession | Promise<DeskSession>) {
  const api = createApiClient({ baseUrl: 'http://desk.test', fetch: async () => Response.json(await answer()) });
  const queryClient = new QueryClient();
  const tabs = new EventTarget();
  const left = { times: 0 };
  queryClient.setQueryData(DAY, 'of the previous person');
  followPerson({ api, queryClient, storage, tabs, onLeft: () => void left.times++ });
  return {
    api,
    queryClient,
    left,
    day: () => queryClient.getQueryData(DAY),
    readSession: () => queryClient.fetchQuery({ ...sessionQueries.current(api), staleTime: 0 }),
    /** Tells this tab that another tab has stored something. */
    hear: (key: string | null) => tabs.dispatchEvent(Object.assign(new Event('storage'), { key })),
  };
}

test('a person who is still signed in keeps the cached data', async () => {
  storage.setItem('frontdesk.person', 'ann');
  const tab = openTab(() => sessionOf('ann'));
  await tab.readSession();
  await tab.readSession();
  expect(tab.day()).toBe('of the previous person');
  expect(tab.left.times).toBe(0);
});

test('a shared key belongs to no one, and keeps the cached data', async () => {
  const tab = openTab(() => sessionOf(null, { access: 'shared', signedIn: true }));
  await tab.readSession();
  expect(tab.day()).toBeDefined();
  expect([tab.left.times, readPerson(storage)]).toEqual([0, null]);
});

test('another person gets none of the cached data, and every tab can identify them', async () => {
  storage.setItem('frontdesk.person', 'ann');
  const tab = openTab(() => sessionOf('bob'));
  await tab.readSession();
  expect(tab.day()).toBeUndefined();
  expect([tab.left.times, readPerson(storage)]).toEqual([1, 'bob']);
});

test('the visible data is loaded again for another person', async () => {
  storage.setItem('frontdesk.person', 'ann');
  const tab = openTab(() => sessionOf('bob'));
  let reads = 0;
  const screen = new QueryObserver(tab.queryClient, {
    queryKey: DAY,
    queryFn: () => `read ${++reads}`,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown: unknown[] = [];
  const leave = screen.subscribe(({ data }) => shown.push(data));
  await tab.readSession();
  await expect.poll(() => shown.at(-1)).toBe('read 1');
  expect(shown[0]).toBeUndefined();
  leave();
});

test('a sign-out clears the browser and requests nothing', async () => {
  storage.setItem('frontdesk.person', 'ann');
  const tab = openTab(() => sessionOf(null));
  await tab.readSession();
  expect(tab.day()).toBeUndefined();
  expect([tab.left.times, readPerson(storage)]).toEqual([1, null]);
});

describe('signing out', () => {
  /** Ann's browser, and the requests that reached the gateway, which responds while it is reachable. */
  function browserOfAnn() {
    storage.setItem('frontdesk.person', 'ann');
    let person: string | null = 'ann';
    const gateway = {
      isReachable: true,
      requests: [] as string[],
      signIn(other: string) {
        person = other;
      },
    };
    const open = () => {
      const api = createApiClient({
        baseUrl: 'http://desk.test',
        async fetch(input, init) {
          const request = new Request(input, init);
          if (!gateway.isReachable) throw new TypeError('Failed to fetch');
          await Promise.resolve();
          request.signal.throwIfAborted();
          const named = request.headers.get('x-frontdesk-person');
          gateway.requests.push(`${request.method} ${new URL(request.url).pathname} ${named}`);
          if (request.method === 'GET') return Response.json(sessionOf(person));
          if (named !== person) return Response.json({ message: 'another_person' }, { status: 409 });
          person = null;
          return Response.json(sessionOf(null));
        },
      });
      const queryClient = new QueryClient();
      const left = { times: 0 };
      queryClient.setQueryData(DAY, 'of Ann');
      followPerson({ api, queryClient, storage, tabs: new EventTarget(), onLeft: () => void left.times++ });
      const read = () => queryClient.fetchQuery({ ...sessionQueries.current(api), staleTime: 0, retry: false });
      return { api, queryClient, left, read };
    };
    return { gateway, open };
  }

  test('clears the browser before the gateway responds, and without a network', async () => {
    const { gateway, open } = browserOfAnn();
    const { api, queryClient, left } = open();
    gateway.isReachable = false;
    await signOut(api, queryClient, { session: sessionOf('ann'), everywhere: false });
    expect([queryClient.getQueryData(DAY), readPerson(storage), left.times]).toEqual([undefined, null, 1]);
    expect(queryClient.getQueryData(sessionQueries.current(api).queryKey)?.signedIn).toBe(false);
    expect([gateway.requests, isSigningOut()]).toEqual([[], true]);
  });

  test.each([
    [false, '/desk/session'],
    [true, '/desk/sessions'],
  ])(
    'reaches the gateway after a reload, before the session is requested (everywhere: %s)',
    async (everywhere, path) => {
      const { gateway, open } = browserOfAnn();
      const { api, queryClient } = open();
      gateway.isReachable = false;
      await signOut(api, queryClient, { session: sessionOf('ann'), everywhere });
      const reloaded = open();
      await expect(reloaded.read()).rejects.toThrow();
      gateway.isReachable = true;
      expect((await reloaded.read()).signedIn).toBe(false);
      expect(gateway.requests).toEqual([`DELETE ${path} ann`, 'GET /desk/session null']);
      await reloaded.read();
      expect(gateway.requests).toHaveLength(3);
    },
  );

  test('is sent again if its request is cancelled because the session is read anew', async () => {
    const { gateway, open } = browserOfAnn();
    const { api, queryClient, read } = open();
    gateway.isReachable = false;
    await signOut(api, queryClient, { session: sessionOf('ann'), everywhere: true });
    gateway.isReachable = true;
    const reading = read();
    await queryClient.cancelQueries();
    await reading;
    expect(isSigningOut()).toBe(true);
    expect((await read()).signedIn).toBe(false);
    expect(gateway.requests.at(-2)).toBe('DELETE /desk/sessions ann');
  });

  test('does not sign out a person who has signed in in this browser in the meantime', async () => {
    const { gateway, open } = browserOfAnn();
    const { api, queryClient, read } = open();
    gateway.isReachable = false;
    await signOut(api, queryClient, { session: sessionOf('ann'), everywhere: false });
    gateway.signIn('bob');
    gateway.isReachable = true;
    expect(await read()).toMatchObject({ signedIn: true, person: 'bob' });
    expect(isSigningOut()).toBe(false);
  });

  test('is finished if the same person signs in again before it has reached the gateway', async () => {
    const { gateway, open } = browserOfAnn();
    const { api, queryClient, read } = open();
    gateway.isReachable = false;
    await signOut(api, queryClient, { session: sessionOf('ann'), everywhere: false });
    await setSession(api, queryClient, sessionOf('ann'));
    gateway.isReachable = true;
    expect((await read()).signedIn).toBe(true);
  });
});

test('a response from before the sign-out does not sign anyone in again', async () => {
  let answer: (session: DeskSession) => void = () => undefined;
  const tab = openTab(() => new Promise<DeskSession>((resolve) => (answer = resolve)));
  const early = tab.readSession().catch((error: unknown) => error);
  await expect.poll(() => tab.queryClient.isFetching()).toBe(1);
  await setSession(tab.api, tab.queryClient, sessionOf(null));
  answer(sessionOf('ann'));
  await early;
  expect(tab.queryClient.getQueryData(sessionQueries.current(tab.api).queryKey)?.signedIn).toBe(false);
  expect(readPerson(storage)).toBeNull();
});

test.each([
  ['401', { status: 401, messageKey: null, path: '/desk/presence' }, true],
  ['that someone else has signed in', { status: 409, messageKey: 'another_person', path: '/api/v1/pets' }, true],
  ['a 403 of the practice system', { status: 403, messageKey: null, path: '/api/v1/pets' }, true],
  ['a 403 of the gateway', { status: 403, messageKey: null, path: '/desk/setup' }, false],
  ['that a record has changed', { status: 409, messageKey: 'changed_meanwhile', path: '/api/v1/pets' }, false],
])('the session is read again after %s: %s', async (_what, report, isReadAgain) => {
  const tab = openTab(() => sessionOf('ann'));
  await tab.readSession();
  createRefusalHandler(tab.queryClient)({ ...report, headers: new Headers(), sentAt: 0 });
  expect(tab.queryClient.getQueryState(sessionQueries.current(tab.api).queryKey)?.isInvalidated).toBe(isReadAgain);
});

describe('another tab', () => {
  test.each(['frontdesk.person', null])('that stored %s makes this one request the session', async (key) => {
    let person = 'ann';
    const tab = openTab(() => sessionOf(person));
    const session = new QueryObserver(tab.queryClient, sessionQueries.current(tab.api));
    const leave = session.subscribe(() => undefined);
    await expect.poll(() => readPerson(storage)).toBe('ann');
    tab.queryClient.setQueryData(DAY, 'of Ann');
    person = 'bob';
    tab.hear(key);
    await expect.poll(() => readPerson(storage)).toBe('bob');
    expect(tab.day()).toBeUndefined();
    leave();
  });

  test('that stored anything else does not', async () => {
    const tab = openTab(() => sessionOf('ann'));
    await tab.readSession();
    tab.hear('frontdesk.board');
    expect(tab.queryClient.isFetching()).toBe(0);
    expect(tab.queryClient.getQueryState(sessionQueries.current(tab.api).queryKey)?.isInvalidated).toBe(false);
  });
});

test('a browser without storage still drops another person’s data', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const api = createApiClient({ baseUrl: 'http://desk.test', fetch: async () => Response.json(sessionOf('bob')) });
  const queryClient = new QueryClient();
  const left = { times: 0 };
  followPerson({
    api,
    queryClient,
    storage: createSafeStorage(refuse),
    tabs: new EventTarget(),
    onLeft: () => void left.times++,
  });
  queryClient.setQueryData(sessionQueries.current(api).queryKey, sessionOf('ann'));
  queryClient.setQueryData(DAY, 'of Ann');
  await queryClient.fetchQuery({ ...sessionQueries.current(api), staleTime: 0 });
  expect(queryClient.getQueryData(DAY)).toBeUndefined();
  expect(left.times).toBe(2);
});

test('a tab is cleared after a sign-out in another tab, even without a network', async () => {
  storage.setItem('frontdesk.person', 'ann');
  let isCut = false;
  const tab = openTab(() => (isCut ? Promise.reject(new TypeError('no network')) : sessionOf('ann')));
  await tab.readSession();
  isCut = true;
  storage.setItem('frontdesk.sign-out', JSON.stringify({ person: 'ann', everywhere: false }));
  onTestFinished(() => storage.removeItem('frontdesk.sign-out'));
  tab.hear('frontdesk.sign-out');
  expect(tab.day()).toBeUndefined();
  expect(tab.queryClient.getQueryData<DeskSession>(sessionQueries.current(tab.api).queryKey)).toMatchObject({
    signedIn: false,
    name: null,
  });
});
