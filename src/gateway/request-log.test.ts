import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listen } from '#cli/serve.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  gatewayOrigin,
  sharedKey,
  withSignIn,
} from '#testing/gateway-harness.ts';

const lineSchema = z.object({
  level: z.number(),
  msg: z.string(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.number().optional(),
  ms: z.number().optional(),
  error: z.string().optional(),
  errorInstanceId: z.string().optional(),
});
const [DEBUG, INFO, WARN] = [20, 30, 40];
const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

let harness: GatewayHarness;
afterEach(() => harness.close());

const lines = () =>
  harness
    .logged()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
const requests = () => lines().filter(({ msg }) => msg === 'request');

describe('the log', () => {
  it('has one line per request at debug, with the operation and no person', async () => {
    harness = await createGatewayHarness();
    await harness.get('/api/v1/clients?companyId=c&query=Kaufman', { cookie: 'frontdesk=secret' });
    await harness.get(`/api/v1/enums/APPOINTMENT_STATUS?companyId=c`);
    await harness.get('/appointments/Kaufman');
    await harness.post('/api/v1/appointments/search', { companyId: 'c', query: 'Kaufman' });
    expect(requests().map(({ level, method, path, status }) => [level, method, path, status])).toEqual([
      [DEBUG, 'GET', '/api/v1/clients', 200],
      [DEBUG, 'GET', '/api/v1/enums/{enumName}', 200],
      [INFO, 'GET', '/…', 404],
      [DEBUG, 'POST', '/api/v1/appointments/search', 200],
    ]);
    for (const secret of ['Kaufman', 'secret', sharedKey, 'APPOINTMENT_STATUS'])
      expect(harness.logged()).not.toContain(secret);
  });

  it('has signing in and out at info, with any key', () =>
    withSignIn(async (keyring) => {
      harness = await createGatewayHarness({ keyring, service: () => Response.json([]) });
      const cookie = (await harness.post('/desk/session', { apiKey: 'fd_typed' })).headers.get('set-cookie') ?? '';
      const headers = { cookie: cookie.split(';')[0] ?? '' };
      await harness.get('/desk/session', headers);
      await harness.gateway.request(`${gatewayOrigin}/desk/session`, { method: 'DELETE', headers });
      expect(requests().map(({ level, method, path, status }) => [level, method, path, status])).toEqual([
        [INFO, 'POST', '/desk/session', 200],
        [DEBUG, 'GET', '/desk/session', 200],
        [INFO, 'DELETE', '/desk/session', 200],
      ]);
      expect(harness.logged()).not.toContain('fd_typed');
    }));

  it('contains at info each action with a PIN, without the PIN and its browser', () =>
    withSignIn(async (keyring) => {
      harness = await createGatewayHarness({ keyring, service: () => Response.json([]) });
      await harness.post('/desk/session/pin', { person: 'Kaufman', pin: '284617' });
      await harness.post('/desk/pin', { pin: '284617', by: { pin: '594013' } });
      await harness.gateway.request(`${gatewayOrigin}/desk/devices/${ID}`, { method: 'DELETE' });
      expect(requests().map(({ level, method, path, status }) => [level, method, path, status])).toEqual([
        [INFO, 'POST', '/desk/session/pin', 403],
        [INFO, 'POST', '/desk/pin', 401],
        [INFO, 'DELETE', '/desk/devices/…', 401],
      ]);
      for (const secret of ['Kaufman', '284617', ID]) expect(harness.logged()).not.toContain(secret);
    }));

  it('has presence at debug, because every open form repeats it', async () => {
    harness = await createGatewayHarness({ service: () => Response.json({ data: [{ id: ID, stores: [] }] }) });
    await harness.post('/desk/presence', { companyId: ID, desk: ID, activity: null });
    expect(requests()).toMatchObject([{ level: DEBUG, method: 'POST', path: '/desk/presence', status: 200 }]);
  });

  it('has slow and failed requests at info, with the id that the browser received', async () => {
    const refusal = {
      type: 'SERVICE_ERROR',
      message: 'not_found',
      data: { httpStatus: 404, suggestion: 'Kaufman', errorInstanceId: ID },
    };
    harness = await createGatewayHarness({
      service: ({ url }) => {
        if (url.includes('/pets')) harness.advance(1_000);
        return url.includes('/clients') ? Response.json(refusal, { status: 404 }) : Response.json([]);
      },
    });
    await harness.get('/api/v1/pets?companyId=c');
    await harness.get('/api/v1/clients?companyId=c');
    const own = serviceErrorSchema.parse(await (await harness.get('/api/v1/invoices')).json());
    expect(requests()).toMatchObject([
      { level: INFO, path: '/api/v1/pets', status: 200, ms: 1_000 },
      { level: INFO, path: '/api/v1/clients', status: 404, errorInstanceId: ID },
      { level: INFO, path: '/api/…', status: 404, error: 'not_found', errorInstanceId: own.data.errorInstanceId },
    ]);
    expect(harness.logged()).not.toContain('Kaufman');
  });

  it('reports no internal error when a browser disconnects during a body', async () => {
    harness = await createGatewayHarness();
    const server = await listen({ fetch: (request) => harness.gateway.fetch(request), host: '127.0.0.1', port: 0 });
    const { port, host } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1/appointments HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    );
    const written = new Promise<void>((resolve) => socket.write('{"half":', () => resolve()));
    await written;
    socket.destroy();
    await expect.poll(requests).toMatchObject([{ level: INFO, status: 400, error: 'invalid_input' }]);
    expect(lines().filter(({ level }) => level >= WARN)).toEqual([]);
    expect(await (await harness.get('/metrics')).text()).toContain(
      'frontdesk_request_duration_seconds_count{area="api",status="4xx"} 1',
    );
    expect(harness.hostile.seen).toEqual([]);
    await server.close();
  });
});
