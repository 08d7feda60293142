import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as askPlain } from 'node:http';
import { request as askSecurely, createServer, type Server } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRemoteUpstream } from '#gateway/upstream/remote.ts';
import { selfSignedCertificate } from '#testing/certificate.ts';
import { createPostgresDatabase, postgresCertificate } from '#testing/databases.ts';
import { createGatewayHarness, type GatewayHarness, withSignIn } from '#testing/gateway-harness.ts';
import { type HttpListener, listen } from './serve.ts';

const require = createRequire(import.meta.url);
const own = selfSignedCertificate();
const tls = { key: own.key, cert: own.certificate };

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

describe('outgoing TLS connections', () => {
  let vendor: Server;
  let vendorUrl: string;
  let folder: string;
  let requestCount: number;
  beforeEach(async () => {
    requestCount = 0;
    folder = mkdtempSync(join(tmpdir(), 'frontdesk-tls-'));
    vendor = createServer(tls, (_request, response) => {
      requestCount += 1;
      response.end('{}');
    });
    vendorUrl = `https://localhost:${await portOf(vendor)}`;
  });
  afterEach(() => {
    vendor.closeAllConnections();
    vendor.close();
    rmSync(folder, { recursive: true });
  });

  test('are made with the certificates in NODE_EXTRA_CA_CERTS: to PostgreSQL and a vendor’s practice API', async () => {
    const trusted = join(folder, 'trusted.pem');
    writeFileSync(trusted, `${own.certificate}${readFileSync(await postgresCertificate(), 'utf8')}`);
    const url = (await createPostgresDatabase()).replace('127.0.0.1', 'localhost');
    const program = require.resolve('#testing/connect-over-tls.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, `${url}?sslmode=verify-full`, vendorUrl], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
    });
    expect(JSON.parse(stdout)).toEqual({ service: true, gateway: true, vendor: 200 });
    expect(requestCount).toBe(1);
  });

  test.each(['GET', 'POST'] as const)('send nothing to a server with an untrusted certificate: %s', async (method) => {
    const upstream = createRemoteUpstream({ baseUrl: vendorUrl });
    const body = method === 'POST' ? new TextEncoder().encode('{}') : null;
    const request = { method, target: '/v1/appointments', headers: {}, body, isWrite: method === 'POST' };
    const answer = upstream.send(request, new AbortController().signal);
    await expect(answer).rejects.toMatchObject({
      reason: 'not_sent',
      cause: { message: expect.stringContaining('self-signed certificate') },
    });
    expect(requestCount).toBe(0);
  });
});

describe('behind a reverse proxy with TLS', () => {
  const key = 'fd_a-right-key-0123456789';
  let harness: GatewayHarness;
  let desk: HttpListener;
  let proxy: Server;
  let port: number;

  /**
   * Runs `use` behind a reverse proxy set up as in the guide: TLS to browsers, the original Host header, and the client's
   * address.
   */
  function behindProxy(use: () => Promise<void>): Promise<void> {
    return withSignIn(async (keyring) => {
      let inner = 0;
      proxy = createServer(tls, (incoming, outgoing) => {
        const { method, url: path, headers } = incoming;
        // The test sets the client's address; an address that the browser itself sends is ignored.
        const forwardedFor = headers['x-forwarded-for'];
        const from = String(headers['x-test-address']);
        const forwarded = {
          ...headers,
          'x-forwarded-for': forwardedFor === undefined ? from : `${forwardedFor}, ${from}`,
        };
        const proxied = askPlain(
          { host: '127.0.0.1', port: inner, method, path, headers: forwarded, agent: false },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(outgoing);
          },
        );
        incoming.pipe(proxied);
      });
      port = await portOf(proxy);
      harness = await createGatewayHarness({
        keyring,
        publicOrigin: `https://localhost:${port}`,
        service: ({ headers }) =>
          headers.get('authorization') === `Bearer ${key}`
            ? Response.json({ data: [], nextCursor: null, hasMore: false, totalCount: 0 })
            : Response.json({ message: 'authorization_required' }, { status: 401 }),
      });
      desk = await listen({
        fetch: (request, bindings) => harness.gateway.fetch(request, bindings),
        host: '127.0.0.1',
        port: 0,
      });
      inner = Number(new URL(desk.url).port);
      try {
        await use();
      } finally {
        proxy.closeAllConnections();
        proxy.close();
        await desk.close();
        await harness.close();
      }
    });
  }

  interface RequestOptions {
    method?: string;
    from?: string;
    headers?: Record<string, string>;
    body?: object;
  }
  function browse(path: string, { method = 'GET', from = '192.0.2.1', headers = {}, body }: RequestOptions = {}) {
    return new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>(
      (resolve, reject) => {
        const origin = { origin: `https://localhost:${port}`, 'content-type': 'application/json' };
        const options = { host: 'localhost', port, path, method, ca: own.certificate, agent: false };
        const proxied = askSecurely({ ...options, headers: { ...origin, 'x-test-address': from, ...headers } });
        proxied.on('error', reject).on('response', async (answer) => {
          let text = '';
          for await (const chunk of answer) text += chunk;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        });
        proxied.end(body === undefined ? undefined : JSON.stringify(body));
      },
    );
  }
  const signIn = (apiKey: string, options: RequestOptions = {}) =>
    browse('/desk/session', { method: 'POST', body: { apiKey }, ...options });

  test('the cookie is only for TLS and this host, browsers stay on HTTPS, and the session is recognised', () =>
    behindProxy(async () => {
      const signedIn = await signIn(key);
      expect(signedIn.status).toBe(200);
      expect((await browse('/')).headers['strict-transport-security']).toBe('max-age=31536000');
      const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
      expect(cookie).toMatch(/^__Host-frontdesk=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      const sessionHeaders = { cookie: cookie.split(';')[0] ?? '' };
      expect((await browse('/api/v1/companies', { headers: sessionHeaders })).status).toBe(200);
      expect((await browse('/api/v1/companies')).status).toBe(401);
    }));

  test('a page with the same name without TLS is another site, whatever its headers say', () =>
    behindProxy(async () => {
      const headers = { origin: `http://localhost:${port}`, 'x-forwarded-proto': 'https' };
      expect((await browse('/desk/session', { headers })).status).toBe(403);
    }));

  test('guessing keys is slowed down by the address that the proxy saw, not by the address in the client’s headers', () =>
    behindProxy(async () => {
      const guess = (nth: number, from: string) =>
        signIn(`guess-${nth}`, { from, headers: { 'x-forwarded-for': `198.51.100.${nth}` } });
      for (let nth = 0; nth < 10; nth += 1) expect((await guess(nth, '192.0.2.66')).status).toBe(401);
      expect((await guess(10, '192.0.2.66')).status).toBe(429);
      expect((await signIn(key, { from: '192.0.2.1' })).status).toBe(200);
    }));
});
