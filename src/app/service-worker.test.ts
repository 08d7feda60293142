import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { describe, expect, test, vi } from 'vitest';

const script = readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'http://desk.test';

/**
 * A browser's storage for a site, and its network. `network.pages` has the files that the server currently serves,
 * keyed by path; null while the server is down.
 */
function createBrowser() {
  const stores = new Map<string, Map<string, string>>();
  const network: { pages: Record<string, string | number> | null; hangs: boolean } = { pages: {}, hangs: false };

  async function fetch(request: { url: string } | string): Promise<Response> {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
    if (network.hangs) return new Promise(() => {});
    const served = network.pages?.[pathname];
    if (network.pages === null) throw new TypeError('Failed to fetch');
    if (typeof served === 'number') return new Response('', { status: served });
    return served === undefined ? new Response('', { status: 404 }) : new Response(served);
  }

  const pathOf = (request: { url: string } | string) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
  const caches = {
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, string>();
      stores.set(name, store);
      return {
        async addAll(requests: ({ url: string } | string)[]) {
          const answers = await Promise.all(requests.map(async (one) => [pathOf(one), await fetch(one)] as const));
          if (answers.some(([, answer]) => !answer.ok)) throw new TypeError('Request failed');
          for (const [path, answer] of answers) store.set(path, await answer.text());
        },
      };
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    async match(request: { url: string } | string, options: { cacheName?: string } = {}) {
      for (const [name, store] of stores) {
        const text = store.get(pathOf(request));
        if (text !== undefined && (options.cacheName ?? name) === name) return new Response(text);
      }
      return undefined;
    },
  };

  /** Installs and activates the worker of a release; returns how it handles a request. */
  async function install(name: string, files: string[]) {
    const listeners = new Map<string, (event: unknown) => void>();
    const self = {
      addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
      location: { origin: ORIGIN },
      skipWaiting: async () => undefined,
      clients: { claim: async () => undefined },
    };
    class Request {
      readonly url: string;
      constructor(path: string) {
        this.url = new URL(path, ORIGIN).href;
      }
    }
    const RELEASE = { name, files };
    vm.runInNewContext(script, { self, caches, fetch, Request, URL, Promise, setTimeout, RELEASE });
    for (const step of ['install', 'activate']) {
      let done: unknown;
      listeners.get(step)?.({
        waitUntil: (promise: unknown) => {
          done = promise;
        },
      });
      await done;
    }
    return async function ask(path: string, request: { mode?: string; method?: string } = {}): Promise<string | null> {
      let answer: Promise<Response> | null = null;
      listeners.get('fetch')?.({
        request: { method: 'GET', mode: 'cors', ...request, url: new URL(path, ORIGIN).href },
        respondWith: (promise: Promise<Response>) => {
          answer = promise;
        },
      });
      return answer === null ? null : (await (answer as Promise<Response>)).text();
    };
  }
  return { network, stores, install };
}

const serving = (release: string) => ({
  '/': `page of ${release}`,
  '/favicon.svg': 'icon',
  [`/assets/form-${release}.js`]: `form of ${release}`,
});
const filesOf = (release: string) => [`/assets/form-${release}.js`];
const navigate = { mode: 'navigate' };

describe('the service worker', () => {
  test('never answers requests to the practice API, whatever their form', async () => {
    const { network, install } = createBrowser();
    network.pages = serving('a');
    const ask = await install('a', filesOf('a'));
    for (const path of ['/api/v1/companies', '/desk/session', '/docs', '/metrics', '/readyz', '/api'])
      for (const mode of ['cors', 'navigate']) expect(await ask(path, { mode })).toBeNull();
    expect(await ask('/appointments', { mode: 'navigate', method: 'POST' })).toBeNull();
    expect(await ask('https://elsewhere.test/assets/x.js')).toBeNull();
  });

  test('shows the newest page while the server answers, otherwise the cached one at every URL', async () => {
    const { network, install } = createBrowser();
    network.pages = serving('a');
    const ask = await install('a', filesOf('a'));
    network.pages = { '/appointments': 'page of b' };
    expect(await ask('/appointments', navigate)).toBe('page of b');
    network.pages = { '/appointments': 502 };
    expect(await ask('/appointments', navigate)).toBe('page of a');
    network.pages = null;
    expect(await ask('/?date=2026-06-01', navigate)).toBe('page of a');
    expect(await ask('/assets/form-a.js')).toBe('form of a');
  });

  test('shows the cached page while the server neither answers nor refuses', async () => {
    vi.useFakeTimers();
    const { network, install } = createBrowser();
    network.pages = serving('a');
    const ask = await install('a', filesOf('a'));
    network.hangs = true;
    const shown = ask('/', navigate);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await shown).toBe('page of a');
    vi.useRealTimers();
  });

  test('a tab keeps the files of its release through two others, but not forever', async () => {
    const { network, stores, install } = createBrowser();
    for (const release of ['a', 'b', 'c']) {
      network.pages = serving(release);
      const ask = await install(release, filesOf(release));
      expect(await ask('/assets/form-a.js')).toBe('form of a');
    }
    network.pages = serving('d');
    await install('d', filesOf('d'));
    expect([...stores.keys()]).toEqual(['frontdesk-b', 'frontdesk-c', 'frontdesk-d']);
    network.pages = serving('b');
    const ask = await install('b', filesOf('b'));
    network.pages = null;
    expect(await ask('/', navigate)).toBe('page of b');
  });

  test('a release that is not completely available is not cached', async () => {
    const { network, stores, install } = createBrowser();
    network.pages = serving('b');
    await expect(install('a', filesOf('a'))).rejects.toThrow();
    expect([...(stores.get('frontdesk-a') ?? [])]).toEqual([]);
  });
});
