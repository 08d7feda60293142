import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { createGateway } from './gateway.ts';

const KEY = 'fd_a-secret-key-for-tests';
const ORIGIN = 'http://127.0.0.1:4100';

function gatewayOver(upstream: (request: Request) => Promise<Response>) {
  const seen: Request[] = [];
  const gateway = createGateway({
    upstream: async (request) => {
      seen.push(request.clone());
      return await upstream(request);
    },
    keyring: { access: 'shared', key: () => KEY },
    timeZone: 'Europe/Paris',
    practiceSystemUrl: 'https://vendor.example/{id}',
    calendarLicenseKey: 'bought',
  });
  return { seen, request: (path: string, init?: RequestInit) => gateway.request(`${ORIGIN}${path}`, init) };
}

const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
const answering = (body: unknown, init?: ResponseInit) => async () => Response.json(body, init);

describe('/api', () => {
  it('passes a read with the key, and neither the header of the caller nor of the upstream', async () => {
    const headers = { 'set-cookie': 'vendor=1', server: 'vendor/1.0', 'x-powered-by': 'vendor' };
    const { seen, request } = gatewayOver(answering(page, { headers }));
    const answer = await request('/api/v1/appointments?companyId=c%20d&limit=5', {
      headers: { authorization: 'Bearer mine', cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', te: 'trailers' },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(page);
    expect([...answer.headers.keys()]).not.toEqual(expect.arrayContaining(['set-cookie']));
    for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(answer.headers.has(name)).toBe(false);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [sent] = seen;
    expect(new URL(sent!.url).pathname + new URL(sent!.url).search).toBe('/v1/appointments?companyId=c%20d&limit=5');
    expect(Object.fromEntries(sent!.headers)).toEqual({ authorization: `Bearer ${KEY}`, accept: 'application/json' });
  });

  it('passes a create with its body as it is', async () => {
    const { seen, request } = gatewayOver(answering('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'));
    const body = '{"companyId": "é"}';
    const answer = await request('/api/v1/appointments', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', origin: ORIGIN, host: '127.0.0.1:4100' },
    });
    expect(await answer.json()).toBe('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
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
  ])('answers %s %s with 404 and asks nobody', async (method, path) => {
    const { seen, request } = gatewayOver(answering(page));
    const answer = await request(path, { method });
    expect(answer.status).toBe(404);
    if (method !== 'HEAD') expect(serviceErrorSchema.parse(await answer.json()).message).toBe('not_found');
    expect(seen).toEqual([]);
  });

  it('refuses a body of more than 1 MiB', async () => {
    const { seen, request } = gatewayOver(answering(page));
    const answer = await request('/api/v1/appointments/search', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
    expect(answer.status).toBe(413);
    expect(serviceErrorSchema.parse(await answer.json()).message).toBe('payload_too_large');
    expect(seen).toEqual([]);
  });

  it('passes the error bodies of the practice API with their ids', async () => {
    const error = {
      type: 'SERVICE_ERROR',
      message: 'odd',
      data: { httpStatus: 418, suggestion: 's', errorInstanceId: 'x1' },
    };
    const { request } = gatewayOver(answering(error, { status: 418 }));
    const answer = await request('/api/ping?companyId=c');
    expect(answer.status).toBe(418);
    expect(await answer.json()).toEqual(error);
  });

  it('hands no answer on that holds the key', async () => {
    const { request } = gatewayOver(answering({ message: `bad key ${KEY}` }, { status: 400 }));
    const answer = await request('/api/ping?companyId=c');
    expect(answer.status).toBe(502);
    expect(await answer.text()).not.toContain(KEY);
  });
});

describe('who may ask', () => {
  it.each([
    { host: 'evil.example' },
    { host: '127.0.0.1.evil.example:4100' },
    { host: '127.0.0.1:4100', origin: 'http://evil.example' },
    { host: '127.0.0.1:4100', origin: 'null' },
    { host: '127.0.0.1:4100', 'sec-fetch-site': 'cross-site' },
    { host: '127.0.0.1:4100', 'sec-fetch-site': 'same-site' },
  ])('refuses %o', async (headers) => {
    const { seen, request } = gatewayOver(answering(page));
    const answer = await request('/api/v1/companies', { headers });
    expect(answer.status).toBe(403);
    expect(seen).toEqual([]);
  });

  it.each([
    { host: 'localhost:4100', origin: 'http://localhost:4100', 'sec-fetch-site': 'same-origin' },
    { host: '[::1]:4100' },
    { host: '192.168.1.4' },
  ])('answers %o', async (headers) => {
    const { request } = gatewayOver(answering(page));
    expect((await request('/api/v1/companies', { headers })).status).toBe(200);
  });
});

describe('/desk/session', () => {
  it.each([
    [400, true],
    [403, false],
    [500, null],
  ])('says from a refusal with %i whether the key may book: %s', async (status, canWrite) => {
    const { seen, request } = gatewayOver(answering({ message: 'refused' }, { status }));
    const answer = await request('/desk/session');
    expect(await answer.json()).toEqual({
      access: 'shared',
      signedIn: true,
      canWrite,
      person: null,
      timeZone: 'Europe/Paris',
      practiceSystemUrl: 'https://vendor.example/{id}',
      calendarLicenseKey: 'bought',
    });
    expect(await seen[0]!.text()).toBe('{}');
  });
});

describe('health', () => {
  it('is ready while the practice API answers at all', async () => {
    const up = gatewayOver(answering({ message: 'authorization_required' }, { status: 401 }));
    expect((await up.request('/readyz')).status).toBe(200);
    expect(up.seen[0]!.headers.has('authorization')).toBe(false);
    const down = gatewayOver(() => Promise.reject(new Error('down')));
    expect((await down.request('/readyz')).status).toBe(503);
    expect((await down.request('/healthz')).status).toBe(200);
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
      upstream: answering(page),
      keyring: { access: 'shared', key: () => KEY },
      assets: { directory },
    });
    return gateway.request(`${ORIGIN}${path}`, { headers });
  }

  it('answers every navigation with the page, revalidated', async () => {
    for (const path of ['/', '/appointments', '/some/where?date=2026-03-29']) {
      const answer = await get(path);
      expect(await answer.text()).toContain('the app');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const again = await get(path, { ...browser, 'if-none-match': answer.headers.get('etag')! });
      expect(again.status).toBe(304);
    }
  });

  it('has a strict content security policy', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  it('serves hashed files compressed and for ever', async () => {
    const answer = await get('/assets/main-abc.js');
    expect(await answer.text()).toBe('brotli');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await (await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })).text()).toBe('gzip');
    expect(await (await get('/assets/main-abc.js', {})).text()).toBe('plain');
  });

  it.each(['/assets/gone.js', '/favicon.ico', '/..%2f..%2fetc/passwd', '/%2e%2e/secret.txt'])(
    'has nothing at %s',
    async (path) => {
      const answer = await get(path, { ...browser, accept: '*/*' });
      expect(answer.status).toBe(404);
    },
  );
});
