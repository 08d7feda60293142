import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '#cli/serve.ts';
import { deskSessionSchema } from '#contract/desk.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import { createGatewayHarness, type GatewayHarness, sharedKey, withSignIn } from '#testing/gateway-harness.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';
import { createEmbeddedUpstream } from './upstream/connection.ts';

const KEY = 'fd_a-secret-key-for-tests';
const ORIGIN = 'http://127.0.0.1:4100';

/** A gateway for `service` as embedded practice API. */
function gatewayOver(service: (request: Request) => Promise<Response>, options: Partial<GatewayOptions> = {}) {
  const seen: Request[] = [];
  const gateway = createGateway({
    upstream: createEmbeddedUpstream(async (request) => {
      seen.push(request.clone());
      return await service(request);
    }),
    sleep: async () => undefined,
    keyring: { access: 'shared', key: () => KEY },
    timeZone: 'Europe/Paris',
    practiceSystemUrl: 'https://vendor.example/{id}',
    calendarLicenseKey: 'bought',
    databaseContent: async () => 'demo',
    ...options,
  });
  return { gateway, seen, request: (path: string, init?: RequestInit) => gateway.request(`${ORIGIN}${path}`, init) };
}

const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
const answering = (body: unknown, init?: ResponseInit) => async () => Response.json(body, init);

describe('/api', () => {
  it('forwards a read with the key, without the headers of the browser or of the upstream', async () => {
    const headers = { 'set-cookie': 'vendor=1', server: 'vendor/1.0', 'x-powered-by': 'vendor' };
    const { seen, request } = gatewayOver(answering(page, { headers }));
    const response = await request('/api/v1/appointments?companyId=c%20d&limit=5', {
      headers: { authorization: 'Bearer mine', cookie: 'a=b', 'x-custom': '1.2.3.4', te: 'trailers' },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(page);
    for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(response.headers.has(name)).toBe(false);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [sent] = seen;
    expect(new URL(sent!.url).pathname + new URL(sent!.url).search).toBe('/v1/appointments?companyId=c%20d&limit=5');
    expect(Object.fromEntries(sent!.headers)).toEqual({ authorization: `Bearer ${KEY}`, accept: 'application/json' });
  });

  it('compresses long responses for browsers that accept it, and leaves short ones unchanged', async () => {
    const long = { ...page, data: Array.from({ length: 200 }, (_, index) => ({ id: `pet ${index}`, name: 'Bella' })) };
    const { request } = gatewayOver(async ({ url }) => Response.json(url.includes('pets') ? long : page));
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const compressed = await request('/api/v1/pets?companyId=c', { headers });
    expect([compressed.headers.get('content-encoding'), compressed.headers.get('vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ]);
    const sent = Buffer.from(await compressed.arrayBuffer());
    expect(sent.byteLength).toBeLessThan(JSON.stringify(long).length / 5);
    expect(JSON.parse(gunzipSync(sent).toString())).toEqual(long);
    const plain = await request('/api/v1/pets?companyId=c');
    expect([plain.headers.get('content-encoding'), await plain.json()]).toEqual([null, long]);
    const short = await request('/api/v1/appointments?companyId=c', { headers });
    expect([short.headers.get('content-encoding'), await short.json()]).toEqual([null, page]);
  });

  it('forwards a create with an unchanged body', async () => {
    const { seen, request } = gatewayOver(answering('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'));
    const body = '{"companyId": "é"}';
    const response = await request('/api/v1/appointments', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', origin: ORIGIN, host: '127.0.0.1:4100' },
    });
    expect(await response.json()).toBe('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    expect(await seen[0]!.text()).toBe(body);
    expect(seen[0]!.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['GET', '/api/v1/invoices'],
    ['DELETE', '/api/v1/appointments'],
    ['HEAD', '/api/ping'],
    ['GET', '/api/openapi.json'],
    ['GET', '/api/'],
    ['GET', '/desk/nothing'],
  ])('refuses %s %s with 404 and sends nothing', async (method, path) => {
    const { seen, request } = gatewayOver(answering(page));
    const response = await request(path, { method });
    expect(response.status).toBe(404);
    if (method !== 'HEAD') expect(serviceErrorSchema.parse(await response.json()).message).toBe('not_found');
    expect(seen).toEqual([]);
  });

  it('forwards the practice API’s error bodies with their ids', async () => {
    const error = {
      type: 'SERVICE_ERROR',
      message: 'odd',
      data: { httpStatus: 418, suggestion: 's', errorInstanceId: 'x1' },
    };
    const { request } = gatewayOver(answering(error, { status: 418 }));
    const response = await request('/api/ping?companyId=c');
    expect(response.status).toBe(418);
    expect(await response.json()).toEqual(error);
  });

  it('blocks a response that contains the key', async () => {
    const { request } = gatewayOver(answering({ message: `bad key ${KEY}` }, { status: 400 }));
    const response = await request('/api/ping?companyId=c');
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain(KEY);
  });
});

/** A request whose body is produced on demand, and whether it was read. */
function unreadBody() {
  let isRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true;
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { sent: { method: 'POST', body, duplex: 'half' }, isRead: () => isRead };
}

describe('a request body', () => {
  const MIB = 1024 * 1024;

  it.each([
    ['/api/v1/appointments', MIB],
    ['/api/v1/practice/import', 4 * MIB],
    ['/api/v1/practice/import/', MIB],
    ['/desk/session', 64 * 1024],
    ['/desk/v1/practice/import', 64 * 1024],
  ])('for %s may have %i bytes', async (path, most) => {
    const { gateway, seen } = gatewayOver(answering(page));
    const send = async (bytes: number) => {
      const { sent, isRead } = unreadBody();
      const headers = { 'content-length': String(bytes) };
      const response = await gateway.request(`${ORIGIN}${path}`, { ...sent, headers });
      return { status: response.status, isRead: isRead() };
    };
    expect((await send(most)).status).not.toBe(413);
    seen.length = 0;
    expect(await send(most + 1)).toEqual({ status: 413, isRead: false });
    expect(seen).toEqual([]);
  });

  it.each(['/api/v1/appointments', '/desk/session', '/desk/setup', '/desk/presence'])(
    'for %s in chunks is refused with 411, unread',
    async (path) => {
      const { gateway } = gatewayOver(answering(page));
      const { sent, isRead } = unreadBody();
      const headers = { 'transfer-encoding': 'chunked' };
      const response = await gateway.request(`${ORIGIN}${path}`, { ...sent, headers });
      expect(response.status).toBe(411);
      expect(response.headers.get('connection')).toBe('close');
      expect(serviceErrorSchema.parse(await response.json()).message).toBe('length_required');
      expect(isRead()).toBe(false);
    },
  );

  it.each([
    ['in chunks', { 'transfer-encoding': 'chunked' }],
    ['with its length', { 'content-length': String(4 * MIB) }],
    ['too long', { 'content-length': String(5 * MIB) }],
  ])('is not read before sign-in, %s', (_how, headers) =>
    withSignIn(async (keyring) => {
      const { gateway } = gatewayOver(answering(page), { keyring });
      for (const path of ['/api/v1/practice/import', '/api/v1/appointments', '/desk/presence']) {
        const { sent, isRead } = unreadBody();
        const response = await gateway.request(`${ORIGIN}${path}`, { ...sent, headers });
        expect({ status: response.status, isRead: isRead() }).toEqual({ status: 401, isRead: false });
      }
    }),
  );

  it.each(['Transfer-Encoding: chunked', `Content-Length: ${4 * MIB}`])(
    'is answered before sign-in without being read, over HTTP: %s',
    (header) =>
      withSignIn(async (keyring) => {
        const { gateway } = gatewayOver(answering(page), { keyring });
        const server = await listen({
          fetch: (request, bindings) => gateway.fetch(request, bindings),
          host: '127.0.0.1',
          port: 0,
        });
        try {
          const { port, host } = new URL(server.url);
          const socket = connect(Number(port), '127.0.0.1');
          socket.write(`POST /api/v1/practice/import HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n\r\n`);
          socket.write('8\r\n{"half":\r\n');
          // Neither the rest of the body nor the end of the request is ever sent.
          expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
        } finally {
          await server.close();
        }
      }),
  );
});

describe('the checks of host and origin', () => {
  it.each([
    { host: 'evil.example' },
    { host: '127.0.0.1.evil.example:4100' },
    { host: '127.0.0.1:4100', origin: 'http://evil.example' },
    { host: '127.0.0.1:4100', origin: 'null' },
    { host: '127.0.0.1:4100', 'sec-fetch-site': 'cross-site' },
    { host: '127.0.0.1:4100', 'sec-fetch-site': 'same-site' },
    { host: '127.0.0.1:4100', origin: 'https://127.0.0.1:4100' },
    { host: '127.0.0.1:4100', origin: 'http://127.0.0.1' },
  ])('refuse %o', async (headers) => {
    const { seen, request } = gatewayOver(answering(page));
    const response = await request('/api/v1/companies', { headers });
    expect(response.status).toBe(403);
    expect(seen).toEqual([]);
  });

  it.each([
    { host: 'localhost:4100', origin: 'http://localhost:4100', 'sec-fetch-site': 'same-origin' },
    { host: '[::1]:4100' },
  ])('accept %o', async (headers) => {
    const { request } = gatewayOver(answering(page));
    expect((await request('/api/v1/companies', { headers })).status).toBe(200);
  });

  it('accept the network address of this machine if people sign in', () =>
    withSignIn(async (keyring) => {
      const { request } = gatewayOver(answering(page), { keyring });
      expect((await request('/desk/session', { headers: { host: '192.168.1.4' } })).status).toBe(200);
    }));
});

describe('a gateway with a shared key and no public origin', () => {
  const forwarded = [
    { forwarded: 'for=192.0.2.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-host': 'desk.example' },
    { 'x-forwarded-proto': 'https' },
    { 'x-original-forwarded-for': '192.0.2.1' },
    { 'x-real-ip': '192.0.2.1' },
    { 'cf-connecting-ip': '192.0.2.1' },
    { 'true-client-ip': '192.0.2.1' },
  ];
  /** Requests through a proxy that adds no headers. */
  const elsewhere = [{ host: '192.168.1.4:8080' }, { host: '[2001:db8::4]' }];

  it.each([...forwarded, ...elsewhere])(
    'refuses a request that a proxy forwarded with %o, and says why',
    async (headers) => {
      const { seen, request } = gatewayOver(answering(page));
      for (const path of ['/', '/api/v1/companies', '/desk/session', '/desk/events']) {
        const response = await request(path, { headers });
        expect(response.status).toBe(403);
        expect(serviceErrorSchema.parse(await response.json()).data.suggestion).toContain('Set PUBLIC_ORIGIN');
      }
      expect(seen).toEqual([]);
    },
  );

  it('refuses it even if the public origin is on this machine', async () => {
    const { request } = gatewayOver(answering(page), { publicOrigin: 'http://localhost:4100' });
    const response = await request('/api/v1/companies', { headers: { host: 'localhost:4100', via: '1.1 proxy' } });
    expect(response.status).toBe(403);
  });

  it('refuses HTTP/1.0, which nginx uses for upstreams', async () => {
    const { gateway } = gatewayOver(answering(page));
    const status = async (httpVersion: string) => {
      const incoming = { httpVersion, socket: { remoteAddress: '127.0.0.1' } };
      return (await gateway.request(`${ORIGIN}/desk/session`, {}, { incoming })).status;
    };
    expect([await status('1.0'), await status('1.1')]).toEqual([403, 200]);
  });

  it('answers health checks from anybody', async () => {
    const { request } = gatewayOver(answering(page));
    for (const path of ['/healthz', '/readyz'])
      expect((await request(path, { headers: { via: 'x' } })).status).toBe(200);
  });

  it('is the only case that refuses proxies: a public origin or sign-in allows one', async () => {
    const { gateway } = gatewayOver(answering(page), { publicOrigin: 'https://desk.example' });
    const headers = { ...Object.assign({}, ...forwarded), host: 'desk.example' };
    expect((await gateway.request(`${ORIGIN}/desk/session`, { headers })).status).toBe(200);
    await withSignIn(async (keyring) => {
      const signIn = gatewayOver(answering(page), { keyring });
      expect((await signIn.request('/desk/session', { headers: { via: '1.1 proxy' } })).status).toBe(200);
    });
  });
});

describe('/desk/session', () => {
  it('describes the desk, without a request to find out the key’s rights', async () => {
    const { seen, request } = gatewayOver(answering({ message: 'refused' }, { status: 400 }));
    const response = await request('/desk/session');
    expect(await response.json()).toEqual({
      access: 'shared',
      signedIn: true,
      canWrite: null,
      person: null,
      timeZone: 'Europe/Paris',
      practiceSystemUrl: 'https://vendor.example/{id}',
      calendarLicenseKey: 'bought',
      demo: true,
      addresses: null,
      name: null,
      capabilities: {},
      presence: true,
      pins: null,
      setUp: null,
    });
    expect(seen).toEqual([]);
  });

  it('says where other computers open the desk, but to nobody who has not signed in', async () => {
    const addresses = () => ['http://192.168.1.20:4100'];
    const { request } = gatewayOver(answering(page), { addresses });
    expect(await (await request('/desk/session')).json()).toMatchObject({ addresses: addresses() });
    await withSignIn(async (keyring) => {
      const { gateway } = gatewayOver(answering(page), { addresses, keyring });
      const browser = browserAt(gateway);
      const addressesIn = async (response: Promise<Response>) =>
        deskSessionSchema.parse(await (await response).json()).addresses;
      expect(await addressesIn(browser.request('GET', '/desk/session'))).toBeNull();
      expect(await addressesIn(browser.request('POST', '/desk/session', { apiKey: KEY }))).toEqual(addresses());
      expect(await addressesIn(browser.request('GET', '/desk/session'))).toEqual(addresses());
      expect(await addressesIn(browser.request('DELETE', '/desk/session'))).toBeNull();
    });
  });
});

describe('health', () => {
  it('is ready if the practice API answers at all', async () => {
    const up = gatewayOver(answering({ message: 'authorization_required' }, { status: 401 }));
    expect((await up.request('/readyz')).status).toBe(200);
    expect(up.seen[0]!.headers.has('authorization')).toBe(false);
    const down = gatewayOver(() => Promise.reject(new Error('down')));
    expect((await down.request('/readyz')).status).toBe(503);
    expect((await down.request('/healthz')).status).toBe(200);
  });

  it('is as ready as our own service reports, which a request without a key would not show', async () => {
    let ready = true;
    const harness = await createGatewayHarness({
      version: '1.2.3',
      service: ({ url }) => {
        if (url.endsWith('/openapi.json')) return Response.json({ 'x-frontdesk-readiness': '/readyz', paths: {} });
        if (url.endsWith('/readyz')) return Response.json({}, { status: ready ? 200 : 503 });
        return Response.json({ message: 'authorization_required' }, { status: 401 });
      },
    });
    await harness.gateway.discoverCapabilities();
    expect((await harness.get('/readyz')).status).toBe(200);
    ready = false;
    harness.advance(5_000);
    expect((await harness.get('/readyz')).status).toBe(503);
    expect(await (await harness.get('/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3' });
    await harness.close();
  });
});

describe('is reported over HTTP', () => {
  const practiceTime = Date.UTC(2026, 2, 29, 9, 15);
  let harness: GatewayHarness;

  beforeEach(async () => {
    const headers = { date: new Date(practiceTime).toUTCString() };
    harness = await createGatewayHarness({ service: () => Response.json(page, { headers }) });
  });
  afterEach(() => harness.close());

  describe('every response under /api', () => {
    it('contains the remaining budget and the practice API’s clock, even for errors', async () => {
      const response = await harness.get('/api/v1/pets?companyId=c');
      expect(response.headers.get('x-frontdesk-budget')).toBe('limit=100, remaining=99, reset=60');
      // Half a second is added to the Date header, which has whole seconds.
      expect(response.headers.get('x-frontdesk-clock')).toBe(String(practiceTime + 500));
      harness.hostile.next('GET /v1/clients', 'html-error', 'html-error', 'html-error');
      const error = await harness.get('/api/v1/clients?companyId=c');
      expect(error.status).toBe(502);
      expect(error.headers.get('x-frontdesk-budget')).toBe('limit=100, remaining=96, reset=60');
      expect(error.headers.has('x-frontdesk-clock')).toBe(true);
    });
  });

  describe('/readyz', () => {
    it('sends the practice API a request without a key, at most every five seconds', async () => {
      for (let nth = 0; nth < 3; nth += 1) expect((await harness.get('/readyz')).status).toBe(200);
      expect(harness.hostile.seen).toHaveLength(1);
      expect(harness.hostile.seen[0]!.headers.authorization).toBeUndefined();
      await harness.hostile.refuse();
      harness.advance(5_000);
      expect((await harness.get('/readyz')).status).toBe(503);
      expect((await harness.get('/healthz')).status).toBe(200);
    });
  });

  describe('/metrics', () => {
    it('counts requests, shared responses, refusals and the remaining budget', async () => {
      for (let nth = 0; nth < 3; nth += 1) await harness.get('/api/v1/enums?companyId=c');
      harness.hostile.next('GET /v1/pets', 'rate-limit');
      for (const query of ['a', 'b']) {
        const headers = { 'x-frontdesk-purpose': 'poll' };
        expect((await harness.get(`/api/v1/pets?companyId=c&query=${query}`, headers)).status).toBe(429);
      }
      harness.hostile.next('POST /v1/appointments', 'reset-after');
      harness.advance(7_000);
      await harness.post('/api/v1/appointments', {});
      const response = await harness.get('/metrics');
      expect(response.headers.get('content-type')).toContain('text/plain');
      const text = await response.text();
      for (const line of [
        'frontdesk_upstream_request_duration_seconds_count{kind="reference",outcome="2xx"} 1',
        'frontdesk_upstream_request_duration_seconds_count{kind="lookup",outcome="429"} 1',
        'frontdesk_upstream_request_duration_seconds_count{kind="create",outcome="lost"} 1',
        'frontdesk_shared_answers_total{how="stored"} 2',
        'frontdesk_budget_refusals_total{priority="poll"} 1',
        'frontdesk_request_duration_seconds_count{area="api",status="429"} 2',
        'frontdesk_request_duration_seconds_count{area="api",status="5xx"} 1',
        'frontdesk_budget_remaining 99',
        'process_cpu_seconds_total',
      ]) {
        expect(text).toContain(line);
      }
      expect(text).not.toContain(sharedKey);
    });

    it('does not answer under another host name', async () => {
      const headers = { host: 'evil.example', authorization: 'Bearer metrics-token' };
      const response = await harness.get('/metrics', headers);
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain('frontdesk_budget_remaining');
    });

    const publicOrigin = 'https://desk.example';
    it.each([
      ['with a shared key', { signsIn: false, publicOrigin: null }],
      ['with a shared key and a public origin', { signsIn: false, publicOrigin }],
      ['where people sign in', { signsIn: true, publicOrigin: null }],
      ['where people sign in at a public origin', { signsIn: true, publicOrigin }],
    ])(
      'answers direct requests from this machine and requests with the token, %s',
      (_where, { signsIn, publicOrigin }) =>
        withSignIn(async (keyring) => {
          const { gateway } = gatewayOver(answering(page), {
            ...{ metricsToken: 'metrics-token', hosts: ['desk.example'] },
            ...(signsIn && { keyring }),
            publicOrigin,
          });
          const from = async (remoteAddress: string, headers: Record<string, string> = {}, host = '127.0.0.1:4100') => {
            const incoming = { httpVersion: '1.1', socket: { remoteAddress } };
            return (await gateway.request(`http://${host}/metrics`, { headers }, { incoming })).status;
          };
          expect(await from('127.0.0.1')).toBe(200);
          expect(await from('::ffff:127.0.0.1', {}, 'localhost:4100')).toBe(200);
          expect(await from('::1', {}, '[::1]:4100')).toBe(200);
          expect(await from('192.168.1.9')).toBe(404);
          expect(await from('127.0.0.1', {}, 'desk.example')).toBe(404);
          expect(await from('127.0.0.1', { 'x-forwarded-for': '192.168.1.9' })).toBe(404);
          expect(await from('127.0.0.1', { 'x-real-ip': '192.168.1.9' })).toBe(404);
          expect(await from('127.0.0.1', { via: '1.1 proxy' })).toBe(404);
          expect(await from('192.168.1.9', { authorization: 'Bearer metrics-tokem' })).toBe(404);
          const authorization = 'Bearer metrics-token';
          expect(await from('192.168.1.9', { authorization })).toBe(200);
          expect(await from('127.0.0.1', { authorization, 'x-forwarded-for': '192.168.1.9' }, 'desk.example')).toBe(
            200,
          );
        }),
    );
  });
});

describe('the built app', () => {
  let directory: string;
  const browser = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, deflate, br' };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assets-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<!doctype html>the app');
    await writeFile(join(directory, 'assets', 'main-abc.js'), 'plain');
    await writeFile(join(directory, 'assets', 'main-abc.js.br'), 'brotli');
    await writeFile(join(directory, 'assets', 'main-abc.js.gz'), 'gzip');
  });
  afterAll(() => rm(directory, { recursive: true }));

  function get(path: string, headers: Record<string, string> = browser) {
    const gateway = createGateway({
      upstream: createEmbeddedUpstream(answering(page)),
      keyring: { access: 'shared', key: () => KEY },
      assets: { directory },
    });
    return gateway.request(`${ORIGIN}${path}`, { headers });
  }

  it('answers every navigation with the page, which is revalidated', async () => {
    for (const path of ['/', '/appointments', '/some/where?date=2026-03-29']) {
      const response = await get(path);
      expect(await response.text()).toContain('the app');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const again = await get(path, { ...browser, 'if-none-match': response.headers.get('etag')! });
      expect(again.status).toBe(304);
    }
  });

  it('has a strict content security policy', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('serves hashed files compressed and as immutable', async () => {
    const response = await get('/assets/main-abc.js');
    expect(await response.text()).toBe('brotli');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await (await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })).text()).toBe('gzip');
    expect(await (await get('/assets/main-abc.js', {})).text()).toBe('plain');
  });

  it.each(['/assets/gone.js', '/favicon.ico', '/..%2f..%2fetc/passwd', '/%2e%2e/secret.txt'])(
    'returns 404 for %s',
    async (path) => {
      const response = await get(path, { ...browser, accept: '*/*' });
      expect(response.status).toBe(404);
    },
  );
});
