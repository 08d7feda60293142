import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listen } from '#cli/serve.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { answering, emptyPage, gatewayOrigin, gatewayOver, withSignIn } from '#testing/gateway-harness.ts';

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
    const { seen, request } = gatewayOver(answering(emptyPage));
    const response = await request('/api/v1/companies', { headers });
    expect(response.status).toBe(403);
    expect(seen).toEqual([]);
  });

  it.each([
    { host: 'localhost:4100', origin: 'http://localhost:4100', 'sec-fetch-site': 'same-origin' },
    { host: '[::1]:4100' },
  ])('accept %o', async (headers) => {
    const { request } = gatewayOver(answering(emptyPage));
    expect((await request('/api/v1/companies', { headers })).status).toBe(200);
  });

  it('accept the network address of this machine if people sign in', () =>
    withSignIn(async (keyring) => {
      const { request } = gatewayOver(answering(emptyPage), { keyring });
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
      const { seen, request } = gatewayOver(answering(emptyPage));
      for (const path of ['/', '/api/v1/companies', '/desk/session', '/desk/events']) {
        const response = await request(path, { headers });
        expect(response.status).toBe(403);
        expect(serviceErrorSchema.parse(await response.json()).data.suggestion).toContain('Set PUBLIC_ORIGIN');
      }
      expect(seen).toEqual([]);
    },
  );

  it('refuses it even if the public origin is on this machine', async () => {
    const { request } = gatewayOver(answering(emptyPage), { publicOrigin: 'http://localhost:4100' });
    const response = await request('/api/v1/companies', { headers: { host: 'localhost:4100', via: '1.1 proxy' } });
    expect(response.status).toBe(403);
  });

  it('refuses HTTP/1.0, which nginx uses for upstreams', async () => {
    const { gateway } = gatewayOver(answering(emptyPage));
    const status = async (httpVersion: string) => {
      const incoming = { httpVersion, socket: { remoteAddress: '127.0.0.1' } };
      return (await gateway.request(`${gatewayOrigin}/desk/session`, {}, { incoming })).status;
    };
    expect([await status('1.0'), await status('1.1')]).toEqual([403, 200]);
  });

  it('responds to health checks from anyone', async () => {
    const { request } = gatewayOver(answering(emptyPage));
    for (const path of ['/healthz', '/readyz'])
      expect((await request(path, { headers: { via: 'x' } })).status).toBe(200);
  });

  it('is the only one that refuses proxies: a public origin or sign-in allows them', async () => {
    const { gateway } = gatewayOver(answering(emptyPage), { publicOrigin: 'https://desk.example' });
    const headers = { ...Object.assign({}, ...forwarded), host: 'desk.example' };
    expect((await gateway.request(`${gatewayOrigin}/desk/session`, { headers })).status).toBe(200);
    await withSignIn(async (keyring) => {
      const signIn = gatewayOver(answering(emptyPage), { keyring });
      expect((await signIn.request('/desk/session', { headers: { via: '1.1 proxy' } })).status).toBe(200);
    });
  });
});

/** A request whose body is produced on demand, and a function that tells whether the body was read. */
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
    const { gateway, seen } = gatewayOver(answering(emptyPage));
    const send = async (bytes: number) => {
      const { sent, isRead } = unreadBody();
      const headers = { 'content-length': String(bytes) };
      const response = await gateway.request(`${gatewayOrigin}${path}`, { ...sent, headers });
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
      const { gateway } = gatewayOver(answering(emptyPage));
      const { sent, isRead } = unreadBody();
      const headers = { 'transfer-encoding': 'chunked' };
      const response = await gateway.request(`${gatewayOrigin}${path}`, { ...sent, headers });
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
      const { gateway } = gatewayOver(answering(emptyPage), { keyring });
      for (const path of ['/api/v1/practice/import', '/api/v1/appointments', '/desk/presence']) {
        const { sent, isRead } = unreadBody();
        const response = await gateway.request(`${gatewayOrigin}${path}`, { ...sent, headers });
        expect({ status: response.status, isRead: isRead() }).toEqual({ status: 401, isRead: false });
      }
    }),
  );

  it.each(['Transfer-Encoding: chunked', `Content-Length: ${4 * MIB}`])(
    'is answered before sign-in without being read, over HTTP: %s',
    (header) =>
      withSignIn(async (keyring) => {
        const { gateway } = gatewayOver(answering(emptyPage), { keyring });
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
