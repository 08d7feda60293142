import { afterEach, describe, expect, it } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { putMessageSettingsSchema } from '#contract/messages.ts';
import { createGatewayHarness, type GatewayHarness } from '#testing/gateway-harness.ts';
import type { Fault } from '#testing/hostile-upstream.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const CHANGE = `PATCH /v1/appointments/${ID}`;
const json = (names: string[]) => ({
  requestBody: {
    content: { 'application/json': { schema: { properties: Object.fromEntries(names.map((name) => [name, {}])) } } },
  },
});
const ofCompany = { parameters: [{ name: 'companyId', in: 'query', required: true }] };
const keyed = { parameters: [{ name: 'Idempotency-Key', in: 'header' }] };
const described = {
  '/v1/appointments': { post: keyed },
  '/v1/appointments/{id}': { get: ofCompany, patch: json(['companyId', 'expectedUpdatedAt', 'status']) },
  '/v1/appointments/{id}/history': { get: ofCompany },
  '/v1/clients': { post: { ...json(['companyId', 'firstName', 'lastName']), ...keyed } },
  '/v1/message-settings': { get: ofCompany, put: json(Object.keys(putMessageSettingsSchema.shape)) },
  '/v1/pets': { post: json(['companyId', 'clientId', 'name', 'species']) },
};
const page = { data: [], nextCursor: null, hasMore: false, totalCount: 0 };
const conflict = {
  type: 'SERVICE_ERROR',
  message: 'changed_meanwhile',
  data: { httpStatus: 409, suggestion: 's', errorInstanceId: ID, current: { id: ID, status: 'checked_in' } },
};

let harness: GatewayHarness;
afterEach(() => harness.close());

/** A gateway for a practice API with this description; `answer` returns the response to every write. */
async function gatewayOn(paths: object, answer: () => Response = () => Response.json(ID)) {
  harness = await createGatewayHarness({
    service: ({ url, method }) => {
      const { pathname } = new URL(url);
      if (pathname === '/openapi.json') return Response.json({ paths });
      return method === 'GET' ? Response.json(page) : answer();
    },
  });
  await harness.gateway.start();
  return harness;
}

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  harness.gateway.request(`http://127.0.0.1:4100/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const change = { companyId: 'c', expectedUpdatedAt: '2026-03-02T09:00:00Z', status: 'checked_in' };
const patch = (body: object = change) => send('PATCH', `/v1/appointments/${ID}`, body);
const seen = () => harness.hostile.seen.map(({ method, path }) => `${method} ${path}`).slice(1);

describe('extensions that the practice API describes', () => {
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', `/v1/appointments/${ID}?companyId=c`],
    ['GET', `/v1/appointments/${ID}/history?companyId=c`],
    ['PATCH', `/v1/appointments/${ID}`, change],
    ['GET', '/v1/message-settings?companyId=c'],
    ['PUT', '/v1/message-settings', { isOn: true }],
    ['POST', '/v1/clients', {}],
    ['POST', '/v1/pets', {}],
  ];

  it('are forwarded, and the session lists them', async () => {
    await gatewayOn(described);
    for (const request of requests) expect((await send(...request)).status).toBe(200);
    expect(seen()).toEqual(requests.map(([method, path]) => `${method} ${path}`));
    const bodies = harness.hostile.seen.slice(1).map(({ body }) => (body === '' ? undefined : JSON.parse(body)));
    expect(bodies).toEqual(requests.map(([, , body]) => body));
    const session = deskSessionSchema.parse(await (await harness.get('/desk/session')).json());
    expect(session.capabilities).toEqual({
      createAppointment: { fields: [], idempotent: true },
      changeAppointment: { fields: ['status'], idempotent: false },
      getAppointment: { fields: [], idempotent: false },
      listAppointmentHistory: { fields: [], idempotent: false },
      createClient: { fields: [], idempotent: true },
      createPet: { fields: [], idempotent: false },
    });
  });

  it.each([
    ['nothing', {}],
    [
      'other shapes',
      { '/v1/appointments/{id}': { put: described['/v1/appointments/{id}'].patch }, '/v1/pets': { post: {} } },
    ],
  ])('are never requested from a practice API that describes %s', async (_what, paths) => {
    await gatewayOn(paths);
    for (const request of requests) expect((await send(...request)).status).toBe(404);
    expect(seen()).toEqual([]);
    const session = deskSessionSchema.parse(await (await harness.get('/desk/session')).json());
    expect(session.capabilities).toEqual({});
  });

  it('are discovered again after an operation is gone, and after the practice API was unavailable', async () => {
    const paths: Partial<typeof described> = { ...described };
    await gatewayOn(paths, () => new Response('{"message":"not_found"}', { status: 404 }));
    delete paths['/v1/pets'];
    harness.advance(60_000);
    expect((await send('POST', '/v1/pets', {})).status).toBe(404);
    await harness.get('/api/v1/pets?companyId=c');
    const descriptionRequests = () => harness.hostile.seen.filter(({ path }) => path === '/openapi.json').length;
    await expect.poll(descriptionRequests).toBe(2);
    const offered = async () =>
      deskSessionSchema.parse(await (await harness.get('/desk/session')).json()).capabilities.createPet;
    await expect.poll(offered).toBeUndefined();
    expect((await send('POST', '/v1/pets', {})).status).toBe(404);
    expect(harness.hostile.carriedOut('POST /v1/pets')).toBe(1);
    harness.advance(60_000);
    harness.hostile.next('GET /v1/enums', 'reset-before');
    await harness.get('/api/v1/enums?companyId=c');
    await harness.get('/api/v1/pets?companyId=c');
    await expect.poll(descriptionRequests).toBe(3);
  });
});

describe('a change', () => {
  it.each<Fault>(['reset-before', 'reset-after', 'html-error', 'truncated', 'empty'])(
    'with an expected version is repeated after %s',
    async (fault) => {
      await gatewayOn(described);
      harness.hostile.next(CHANGE, fault, fault);
      expect((await patch()).status).toBe(200);
      expect(seen()).toEqual([CHANGE, CHANGE, CHANGE]);
      expect(harness.sleeps).toEqual([150, 600]);
    },
  );

  it('without an expected version is sent once', async () => {
    await gatewayOn(described);
    harness.hostile.next(CHANGE, 'reset-after');
    const response = await patch({ companyId: 'c', status: 'checked_in' });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ message: 'outcome_unknown' });
    expect(seen()).toEqual([CHANGE]);
  });

  it('that comes too late receives the current record', async () => {
    await gatewayOn(described, () => Response.json(conflict, { status: 409 }));
    const response = await patch();
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(conflict);
  });

  it('has an unknown outcome if a conflict follows a lost response: it may have been made, and changed again since', async () => {
    await gatewayOn(described, () => Response.json(conflict, { status: 409 }));
    harness.hostile.next(CHANGE, 'reset-after');
    const response = await patch();
    expect([response.status, await response.json()]).toMatchObject([504, { message: 'outcome_unknown' }]);
    expect(seen()).toEqual([CHANGE, CHANGE, CHANGE]);
  });
});

describe('a create with an idempotency key', () => {
  const book = (path = '/v1/appointments') => send('POST', path, { companyId: 'c' }, { 'idempotency-key': 'draft-1' });

  it('is repeated with the same key', async () => {
    await gatewayOn(described);
    harness.hostile.next('POST /v1/appointments', 'reset-after', 'stall-before');
    expect((await book()).status).toBe(200);
    expect(harness.hostile.seen.slice(1).map(({ headers }) => headers['idempotency-key'])).toEqual([
      'draft-1',
      'draft-1',
      'draft-1',
    ]);
  });

  it.each([
    ['a refusal of the key', 'POST /v1/appointments', 401],
    ['a failure', 'POST /v1/appointments', 500],
  ])('has an unknown outcome if %s follows a lost response', async (_what, request, status) => {
    await gatewayOn(described, () => Response.json({ message: 'no' }, { status }));
    harness.hostile.next(request, 'reset-before');
    expect(await (await book()).json()).toMatchObject({ message: 'outcome_unknown' });
  });

  it('has an unknown outcome if the practice API is unreachable after a lost response', async () => {
    await gatewayOn(described);
    harness.hostile.next('POST /v1/appointments', 'reset-after', 'reset-after', 'rate-limit-bare');
    const response = await book();
    expect([response.status, await response.json()]).toMatchObject([504, { message: 'outcome_unknown' }]);
  });

  it('is refused, not sent without its key, if the practice API does not support keys', async () => {
    await gatewayOn(described);
    const response = await book('/v1/pets');
    expect([response.status, await response.json()]).toMatchObject([400, { message: 'invalid_input' }]);
    expect(seen()).toEqual([]);
  });
});
