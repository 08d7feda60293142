import { describe, expect, it } from 'vitest';
import { deskSessionSchema } from '#contract/desk.ts';
import { createVendorGateway, upstreamOver } from '#testing/gateways.ts';

const ORIGIN = 'http://127.0.0.1:4100';
const COMPANY = '3f0e1c1a-5b7e-4a53-9f26-0c8f4a2d7e11';
const READ_ONLY = { message: 'read_only_key' };
const OTHER_STORE = { message: 'insufficient_access' };

/** An API description with the operations of the plan. */
const inQuery = (...names: string[]) => names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
const plan = {
  '/v1/availability': { get: { parameters: inQuery('companyId', 'start', 'end') } },
  '/v1/availability/changes': {
    post: {
      requestBody: {
        content: { 'application/json': { schema: { properties: { companyId: {}, put: {}, remove: {} } } } },
      },
    },
  },
};

/** A gateway whose practice API describes `GET /v1/me` and responds with `me`. With null it supports only the specification. */
async function gatewayWith(me: { status?: number; body: unknown } | null) {
  const requests: string[] = [];
  let now = Date.UTC(2026, 2, 29);
  const practice = { me, refusal: null as { status: number; body: unknown } | null };
  const gateway = createVendorGateway({
    upstream: upstreamOver(async ({ method, url }) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname === '/v1/companies') return Response.json({ data: [{ id: COMPANY }] });
      if (pathname === '/openapi.json') {
        return Response.json({
          paths: me === null ? {} : { '/v1/me': { get: { parameters: inQuery('companyId') } }, ...plan },
        });
      }
      requests.push(`${method} ${pathname}`);
      if (pathname === '/v1/me') expect(searchParams.get('companyId')).toBe(COMPANY);
      if (pathname === '/v1/me') return Response.json(practice.me?.body, { status: practice.me?.status ?? 200 });
      if (practice.refusal !== null) return Response.json(practice.refusal.body, { status: practice.refusal.status });
      return Response.json('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    }),
    sleep: async () => undefined,
    clock: () => now,
    keyring: { access: 'shared', key: () => 'fd_a-secret-key-for-tests' },
  });
  await gateway.start();
  return {
    requests,
    practice,
    pass(ms: number) {
      now += ms;
    },
    async session() {
      return deskSessionSchema.parse(await (await gateway.request(`${ORIGIN}/desk/session`)).json());
    },
    /** The operations of the plan in the session. */
    async plan() {
      return Object.keys((await this.session()).capabilities).filter((name) => name.endsWith('Availability'));
    },
    async canWrite() {
      return (await this.session()).canWrite;
    },
    /** Books as a person. With `refusal`, the practice API refuses it. */
    async book(refusal: unknown, status = 403) {
      practice.refusal = refusal === null ? null : { status, body: refusal };
      const response = await gateway.request(`${ORIGIN}/api/v1/appointments`, { method: 'POST', body: '{}' });
      return response.status;
    },
  };
}

describe('whether a key may book', () => {
  it.each([
    ['read_write', true],
    ['read_only', false],
  ])('is reported by a practice API with %s, which is queried once in ten minutes', async (access, may) => {
    const desk = await gatewayWith({ body: { access, employeeId: 'x' } });
    for (let times = 0; times < 3; times += 1) expect(await desk.canWrite()).toBe(may);
    expect(desk.requests).toEqual(['GET /v1/me']);
    desk.pass(10 * 60_000 + 1);
    expect(await desk.canWrite()).toBe(may);
    expect(desk.requests).toEqual(['GET /v1/me', 'GET /v1/me']);
  });

  it('is read again ten minutes after the last read, even if the key books all the time', async () => {
    const desk = await gatewayWith({ body: { access: 'read_write', permissions: ['appointments.write'] } });
    expect(await desk.plan()).toEqual([]);
    desk.practice.me = { body: { access: 'read_write', permissions: ['appointments.read', 'appointments.write'] } };
    for (let minute = 0; minute < 11; minute += 1) {
      expect(await desk.book(null)).toBe(200);
      desk.pass(60_000);
    }
    expect(await desk.plan()).toEqual(['listAvailability']);
    expect(desk.requests.filter((request) => request === 'GET /v1/me')).toHaveLength(2);
  });

  it.each([{ body: { access: 'some' } }, { body: 'me' }, { status: 404, body: {} }, { status: 500, body: null }])(
    'is unknown if the response is %o, and is requested again',
    async (me) => {
      const desk = await gatewayWith(me);
      expect(await desk.canWrite()).toBeNull();
      desk.practice.me = { body: { access: 'read_only' } };
      desk.pass(30_000);
      expect(await desk.canWrite()).toBe(false);
    },
  );

  it('is known once a booking is refused if the API has only the specification, until it may have changed', async () => {
    const desk = await gatewayWith(null);
    expect(await desk.canWrite()).toBeNull();
    expect(desk.requests).toEqual([]);
    expect(await desk.book({ message: 'forbidden' })).toBe(403);
    expect(await desk.canWrite()).toBe(false);
    desk.pass(10 * 60_000 + 1);
    expect(await desk.canWrite()).toBeNull();
    expect(desk.requests).toEqual(['POST /v1/appointments']);
  });

  it('is known, too, if the refusal gives no reason', async () => {
    const desk = await gatewayWith(null);
    expect(await desk.book('')).toBe(403);
    expect(await desk.canWrite()).toBe(false);
  });

  it.each([400, 401, 404, 409, 429, 500, 503])('cannot be concluded from a refusal with %i', async (status) => {
    const desk = await gatewayWith(null);
    await desk.book(OTHER_STORE, status);
    expect(await desk.canWrite()).toBeNull();
  });

  it('stays true for a key that has booked or may write, unless the refusal gives the reason', async () => {
    const booked = await gatewayWith(null);
    expect(await booked.book(null)).toBe(200);
    expect(await booked.canWrite()).toBe(true);
    await booked.book(OTHER_STORE);
    expect(await booked.canWrite()).toBe(true);
    await booked.book(READ_ONLY);
    expect(await booked.canWrite()).toBe(false);

    const told = await gatewayWith({ body: { access: 'read_write' } });
    await told.book(OTHER_STORE);
    expect(await told.canWrite()).toBe(true);
    await told.book(READ_ONLY);
    expect(await told.canWrite()).toBe(false);
  });
});

describe('the operations of the plan in the session', () => {
  it.each([
    ['nothing of permissions', {}, ['listAvailability', 'changeAvailability']],
    ['only that it is read only', { access: 'read_only' }, ['listAvailability']],
    ['no permission to change it', { permissions: ['appointments.read', 'appointments.write'] }, ['listAvailability']],
    ['no permission to see appointments', { permissions: ['availability.write'] }, ['changeAvailability']],
  ])('are restricted if %s is reported', async (_what, told, offered) => {
    const desk = await gatewayWith({ body: { access: 'read_write', employeeId: 'x', ...told } });
    expect(await desk.plan()).toEqual(offered);
  });

  it('are all operations in the description if nothing is known about the key', async () => {
    const desk = await gatewayWith({ status: 500, body: null });
    expect(await desk.plan()).toEqual(['listAvailability', 'changeAvailability']);
  });
});
