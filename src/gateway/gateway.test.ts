import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { browserAt } from '#testing/browser-with-cookies.ts';
import {
  answering,
  createGatewayHarness,
  emptyPage,
  gatewayOrigin,
  gatewayOver,
  sharedKey,
  withSignIn,
} from '#testing/gateway-harness.ts';

describe('/api', () => {
  it('forwards a read with the key, without the headers of the browser or of the upstream', async () => {
    const headers = { 'set-cookie': 'vendor=1', server: 'vendor/1.0', 'x-powered-by': 'vendor' };
    const { seen, request } = gatewayOver(answering(emptyPage, { headers }));
    const response = await request('/api/v1/appointments?companyId=c%20d&limit=5', {
      headers: { authorization: 'Bearer mine', cookie: 'a=b', 'x-custom': '1.2.3.4', te: 'trailers' },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(emptyPage);
    for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(response.headers.has(name)).toBe(false);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [sent] = seen;
    expect(new URL(sent!.url).pathname + new URL(sent!.url).search).toBe('/v1/appointments?companyId=c%20d&limit=5');
    expect(Object.fromEntries(sent!.headers)).toEqual({
      authorization: `Bearer ${sharedKey}`,
      accept: 'application/json',
    });
  });

  it('compresses long responses for browsers that accept it, and leaves short ones unchanged', async () => {
    const long = {
      ...emptyPage,
      data: Array.from({ length: 200 }, (_, index) => ({ id: `pet ${index}`, name: 'Bella' })),
    };
    const { request } = gatewayOver(async ({ url }) => Response.json(url.includes('pets') ? long : emptyPage));
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
    expect([short.headers.get('content-encoding'), await short.json()]).toEqual([null, emptyPage]);
  });

  it('forwards a create with an unchanged body', async () => {
    const { seen, request } = gatewayOver(answering('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'));
    const body = '{"companyId": "é"}';
    const response = await request('/api/v1/appointments', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', origin: gatewayOrigin, host: '127.0.0.1:4100' },
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
    const { seen, request } = gatewayOver(answering(emptyPage));
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
    const { request } = gatewayOver(answering({ message: `bad key ${sharedKey}` }, { status: 400 }));
    const response = await request('/api/ping?companyId=c');
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain(sharedKey);
  });

  it('adds the remaining budget and the practice API’s clock to every response, even for errors', async () => {
    const practiceTime = Date.UTC(2026, 2, 29, 9, 15);
    const headers = { date: new Date(practiceTime).toUTCString() };
    const harness = await createGatewayHarness({ service: () => Response.json(emptyPage, { headers }) });
    const response = await harness.get('/api/v1/pets?companyId=c');
    expect(response.headers.get('x-frontdesk-budget')).toBe('limit=100, remaining=99, reset=60');
    // Half a second is added to the Date header, which has whole seconds.
    expect(response.headers.get('x-frontdesk-clock')).toBe(String(practiceTime + 500));
    harness.hostile.next('GET /v1/clients', 'html-error', 'html-error', 'html-error');
    const error = await harness.get('/api/v1/clients?companyId=c');
    expect(error.status).toBe(502);
    expect(error.headers.get('x-frontdesk-budget')).toBe('limit=100, remaining=96, reset=60');
    expect(error.headers.has('x-frontdesk-clock')).toBe(true);
    await harness.close();
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
      wrongPins: 0,
      lockMinutes: 15,
      canKeepUnlocked: false,
      setUp: null,
    });
    expect(seen).toEqual([]);
  });

  it('reports where other computers open the desk, but not before sign-in', async () => {
    const addresses = () => ['http://192.168.1.20:4100'];
    const { request } = gatewayOver(answering(emptyPage), { addresses });
    expect(await (await request('/desk/session')).json()).toMatchObject({ addresses: addresses() });
    await withSignIn(async (keyring) => {
      const { gateway } = gatewayOver(answering(emptyPage), { addresses, keyring });
      const browser = browserAt(gateway);
      const addressesIn = async (response: Promise<Response>) =>
        deskSessionSchema.parse(await (await response).json()).addresses;
      expect(await addressesIn(browser.request('GET', '/desk/session'))).toBeNull();
      expect(await addressesIn(browser.request('POST', '/desk/session', { apiKey: sharedKey }))).toEqual(addresses());
      expect(await addressesIn(browser.request('GET', '/desk/session'))).toEqual(addresses());
      expect(await addressesIn(browser.request('DELETE', '/desk/session'))).toBeNull();
    });
  });
});
