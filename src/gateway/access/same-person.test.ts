import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deskHeaders } from '#contract/desk.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createGatewayHarness, type GatewayHarness, sharedKey, withSignIn } from '#testing/gateway-harness.ts';

const [ann, bob] = ['fd_ann-key-0123456789', 'fd_bob-key-0123456789'];
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
const appointment = { companyId: 'c' };
const messageOf = async (response: Response) => [response.status, (await response.json()).message];

/** The writes that the practice system received, each with its key. */
let writes: string[];
function service(request: Request): Response {
  const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  if (request.method === 'GET' || request.url.endsWith('/search')) return Response.json(page);
  writes.push(`${request.method} ${new URL(request.url).pathname} ${key}`);
  return Response.json({ message: 'invalid_input' }, { status: 400 });
}

beforeEach(() => {
  writes = [];
});

/** Two tabs of one browser: Ann signed in in the first, then Bob in the second. */
function withTwoTabs(
  use: (tabs: {
    first: ReturnType<ReturnType<typeof browserAt>['openTab']>;
    second: ReturnType<typeof browserAt>;
    harness: GatewayHarness;
  }) => Promise<void>,
): Promise<void> {
  return withSignIn(async (keyring) => {
    const harness = await createGatewayHarness({ keyring, service });
    try {
      const second = browserAt(harness.gateway);
      const first = second.openTab();
      await first.request('POST', '/desk/session', { apiKey: ann });
      expect((await first.request('GET', '/api/v1/companies')).status).toBe(200);
      await second.request('POST', '/desk/session', { apiKey: bob });
      await use({ first, second, harness });
    } finally {
      await harness.close();
    }
  });
}

describe('once someone else has signed in in another tab, the first tab', () => {
  test.each([
    ['POST', '/api/v1/appointments', appointment],
    ['POST', '/api/v1/appointments/search', appointment],
    ['PATCH', '/api/v1/appointments/a', appointment],
    ['POST', '/api/v1/practice/import', { companyId: 'c', records: [] }],
    ['GET', '/api/v1/companies', undefined],
    ['POST', '/desk/presence', {}],
    ['POST', '/desk/session/confirm', { apiKey: bob }],
    ['DELETE', '/desk/session', undefined],
    ['DELETE', '/desk/sessions', undefined],
  ])('may not send %s %s', (method, path, body) =>
    withTwoTabs(async ({ first, second }) => {
      expect(await messageOf(await first.request(method, path, body))).toEqual([409, 'another_person']);
      expect(writes).toEqual([]);
      expect(await (await second.request('GET', '/desk/session')).json()).toMatchObject({ signedIn: true });
    }),
  );

  test('receives no events', () =>
    withTwoTabs(async ({ second, harness }) => {
      const { person } = await (await second.request('GET', '/desk/session')).json();
      const listen = (named: string) =>
        harness.get(`/desk/events?companyId=c&person=${named}`, { cookie: second.cookie() });
      expect(await messageOf(await listen('someone-else'))).toEqual([409, 'another_person']);
      // Past the check: there is no such company.
      expect((await messageOf(await listen(person)))[1]).not.toBe('another_person');
    }));

  test('can continue after it has read the new session', () =>
    withTwoTabs(async ({ first }) => {
      await first.request('GET', '/desk/session');
      await first.request('POST', '/api/v1/appointments', appointment);
      expect(writes).toEqual([`POST /v1/appointments ${bob}`]);
    }));
});

test('if people sign in, a page that names no person may only read', () =>
  withTwoTabs(async ({ second }) => {
    const old = second.openTab();
    expect((await old.request('GET', '/api/v1/companies')).status).toBe(200);
    expect((await old.request('POST', '/api/v1/appointments/search', appointment)).status).toBe(200);
    expect(await messageOf(await old.request('POST', '/api/v1/appointments', appointment))).toEqual([
      409,
      'another_person',
    ]);
    expect(writes).toEqual([]);
  }));

describe('with a shared key', () => {
  let harness: GatewayHarness;
  beforeEach(async () => {
    harness = await createGatewayHarness({ service });
  });
  afterEach(() => harness.close());

  test('requests name no person', async () => {
    await harness.post('/api/v1/appointments', appointment);
    expect(writes).toEqual([`POST /v1/appointments ${sharedKey}`]);
  });

  test('a request that names a person is refused', async () => {
    const named = { [deskHeaders.person]: 'ann' };
    expect(await messageOf(await harness.post('/api/v1/appointments', appointment, named))).toEqual([
      409,
      'another_person',
    ]);
    expect(writes).toEqual([]);
  });
});
