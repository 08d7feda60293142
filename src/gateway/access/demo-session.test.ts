import { describe, expect, it } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createGatewayHarness, type GatewayHarness, gatewayOrigin, withSignIn } from '#testing/gateway-harness.ts';

const demoKey = 'fd_the-key-of-the-demo';
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };

/** A gateway to a practice API with the demo; `current.key` opens it, and the practice API accepts `current.accepted`. */
function withDemo(
  use: (harness: GatewayHarness, current: { key: string | null; accepted: string }) => Promise<void>,
): Promise<void> {
  const current: { key: string | null; accepted: string } = { key: demoKey, accepted: demoKey };
  return withSignIn(async (keyring) => {
    const harness = await createGatewayHarness({
      keyring,
      databaseContent: async () => 'demo',
      demoKey: async () => current.key,
      service: (request) =>
        request.headers.get('authorization') === `Bearer ${current.accepted}`
          ? Response.json(page)
          : Response.json({ message: 'authorization_required' }, { status: 401 }),
    });
    try {
      await use(harness, current);
    } finally {
      await harness.close();
    }
  });
}

const sessionOf = async (browser: { request(method: string, path: string): Promise<Response> }) =>
  deskSessionSchema.parse(await (await browser.request('GET', '/desk/session')).json());

describe('in the demo a browser of this machine', () => {
  it('is signed in automatically, as in a practice whose desks share a key', () =>
    withDemo(async ({ gateway }) => {
      const browser = browserAt(gateway);
      expect(await sessionOf(browser)).toMatchObject({
        ...{ access: 'shared', signedIn: true, demo: true, name: null, pins: null, person: expect.any(String) },
      });
      const cookie = browser.cookie();
      expect(cookie).not.toContain(demoKey);
      expect((await browser.request('GET', '/api/v1/companies')).status).toBe(200);
      await sessionOf(browser);
      expect(browser.cookie()).toBe(cookie);
    }));

  it('is signed in again once the practice API has refused its key', () =>
    withDemo(async ({ gateway }, current) => {
      const browser = browserAt(gateway);
      const { person } = await sessionOf(browser);
      current.key = current.accepted = 'fd_the-next-key-of-the-demo';
      expect((await browser.request('GET', '/api/v1/companies')).status).toBe(401);
      const next = await sessionOf(browser);
      expect(next).toMatchObject({ signedIn: true });
      expect(next.person).not.toBe(person);
    }));

  it('signs in with its own key as soon as there is a real practice', () =>
    withDemo(async ({ gateway }, current) => {
      const browser = browserAt(gateway);
      await sessionOf(browser);
      current.key = null;
      current.accepted = 'fd_own';
      expect((await browser.request('GET', '/api/v1/companies')).status).toBe(401);
      expect(await sessionOf(browser)).toMatchObject({ access: 'sign_in', signedIn: false, person: null });
      await browser.request('POST', '/desk/session', { apiKey: 'fd_own' });
      expect(await sessionOf(browser)).toMatchObject({ access: 'sign_in', signedIn: true });
    }));
});

describe('the demo is not opened for', () => {
  const direct = { httpVersion: '1.1', socket: { remoteAddress: '127.0.0.1' } };
  it.each([
    ['another machine', { ...direct, socket: { remoteAddress: '192.0.2.7' } }, gatewayOrigin, {}],
    ['a proxy on this machine', direct, gatewayOrigin, { 'x-forwarded-for': '192.0.2.7' }],
    ['a proxy that speaks HTTP/1.0', { ...direct, httpVersion: '1.0' }, gatewayOrigin, {}],
    ['a request to the address of this machine in its network', direct, 'http://192.0.2.1:4100', {}],
  ])('%s, which may sign in', (_who, incoming, origin, headers: Record<string, string>) =>
    withDemo(async ({ gateway }) => {
      const response = await gateway.request(`${origin}/desk/session`, { headers }, { incoming });
      expect(await response.json()).toMatchObject({ access: 'sign_in', signedIn: false, demo: true });
      expect(response.headers.getSetCookie()).toEqual([]);
    }),
  );

  it('a page of another site, or under another name', () =>
    withDemo(async ({ gateway }) => {
      const refused = [{ headers: { 'sec-fetch-site': 'cross-site' } }, { headers: { host: 'rebound.example' } }].map(
        async (init) => {
          const response = await gateway.request(`${gatewayOrigin}/desk/session`, init);
          return [response.status, response.headers.getSetCookie()];
        },
      );
      expect(await Promise.all(refused)).toEqual([
        [403, []],
        [403, []],
      ]);
    }));
});
