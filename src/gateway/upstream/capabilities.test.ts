import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capabilitiesSchema } from '#contract/desk.ts';
import { createCapabilityDiscovery, limitToRights, readCapabilities } from './capabilities.ts';
import { type HttpRequest, type HttpResponse, UpstreamError } from './connection.ts';

const text = { type: 'string' };
const inQuery = (required: boolean, ...names: string[]) =>
  names.map((name) => ({ name, in: 'query', required, schema: text }));
const ofCompany = { parameters: inQuery(true, 'companyId') };
const history = JSON.stringify({ paths: { '/v1/appointments/{id}/history': { get: ofCompany } } });
const DAY_MS = 24 * 60 * 60_000;

/** Capability discovery with a practice API whose next response the test chooses, and a test clock. */
function createSystem() {
  const requests: HttpRequest[] = [];
  let timeouts: (() => void)[] = [];
  const system = {
    now: 1_000,
    status: 200,
    text: history,
    fails: null as UpstreamError | null,
    hangs: false,
    requests,
    async settle() {
      await new Promise((resolve) => setImmediate(resolve));
    },
    timeOut: () => {
      for (const end of timeouts) end();
    },
  };
  const upstream = async (request: HttpRequest): Promise<HttpResponse> => {
    requests.push(request);
    if (system.fails !== null) throw system.fails;
    if (system.hangs) return await new Promise(() => undefined);
    return { status: system.status, header: () => null, body: new TextEncoder().encode(system.text) };
  };
  const discovery = createCapabilityDiscovery({
    upstream: { send: upstream },
    clock: () => system.now,
    schedule: (_ms, end) => {
      timeouts = [end];
      return () => undefined;
    },
  });
  return { system, discovery, offers: () => discovery.current().listAppointmentHistory !== undefined };
}

describe('the description of the practice API', () => {
  it('is requested once without a key, and again after a day', async () => {
    const { system, discovery, offers } = createSystem();
    expect(offers()).toBe(false);
    expect(system.requests).toEqual([]);
    await discovery.start();
    expect(offers()).toBe(true);
    expect(system.requests).toEqual([
      { method: 'GET', target: '/openapi.json', headers: { accept: 'application/json' }, body: null, isWrite: false },
    ]);
    system.now += DAY_MS - 1;
    offers();
    expect(system.requests).toHaveLength(1);
    system.now += 1;
    system.text = '{}';
    // The current result is returned immediately; a description requested in the background applies from then on.
    expect(offers()).toBe(true);
    await system.settle();
    expect(system.requests).toHaveLength(2);
    expect(offers()).toBe(false);
  });

  it.each([
    ['there is none', { status: 404 }],
    ['it is refused', { status: 401 }],
    ['it is a page', { text: '<html>' }],
    ['it is no text', { text: '"' }],
    ['it is badly compressed', { fails: new UpstreamError('unusable', 'badly compressed') }],
    ['it is huge', { text: `${history}${' '.repeat(4 * 1024 * 1024)}` }],
  ])('offers nothing and is not requested again for a day if %s', async (_why, changes) => {
    const { system, discovery } = createSystem();
    Object.assign(system, changes);
    await discovery.start();
    expect(discovery.current()).toEqual({});
    system.now += DAY_MS - 1;
    discovery.current();
    expect(system.requests).toHaveLength(1);
  });

  it('offers nothing if it takes too long, without delaying anyone', async () => {
    const { system, discovery, offers } = createSystem();
    await discovery.start();
    system.hangs = true;
    system.now += DAY_MS;
    expect(offers()).toBe(true);
    system.timeOut();
    await system.settle();
    expect(offers()).toBe(false);
  });

  it.each([
    ['fails', { status: 500 }, true],
    ['takes no more requests', { status: 429 }, true],
    ['is unreachable', { fails: new UpstreamError('not_sent', 'refused') }, true],
    ['breaks off', { fails: new UpstreamError('lost', 'reset') }, true],
    ['takes too long', { fails: new UpstreamError('timeout', 'slow') }, false],
  ])('is requested again, less and less often, while the practice API %s', async (_why, changes, isKept) => {
    const { system, discovery, offers } = createSystem();
    await discovery.start();
    system.now += DAY_MS;
    Object.assign(system, changes);
    let waited = 0;
    const waits: number[] = [];
    for (let nth = 0; nth < 9; nth += 1) {
      const requestCount = system.requests.length;
      for (waited = 0; system.requests.length === requestCount; waited += 5_000) {
        system.now += waited === 0 ? 0 : 5_000;
        discovery.current();
      }
      waits.push(waited - 5_000);
      await system.settle();
      expect(offers()).toBe(isKept);
    }
    expect(waits.slice(0, 4)).toEqual([0, 5_000, 10_000, 20_000]);
    expect(waits.slice(-2)).toEqual([60_000, 60_000]);
    Object.assign(system, { status: 200, fails: null, text: '{}', now: system.now + 60_000 });
    offers();
    await system.settle();
    // The new result is valid for another day.
    const requestCount = system.requests.length;
    system.now += DAY_MS - 1;
    expect(offers()).toBe(false);
    expect(system.requests).toHaveLength(requestCount);
  });

  it('is requested again when it may be out of date, at most once per minute', async () => {
    const { system, discovery } = createSystem();
    discovery.refreshSoon();
    discovery.current();
    expect(system.requests).toHaveLength(0);
    await discovery.start();
    for (let nth = 0; nth < 100; nth += 1) {
      system.now += 1_000;
      discovery.refreshSoon();
      discovery.current();
      await system.settle();
    }
    expect(system.requests).toHaveLength(2);
  });
});

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });
const change = { companyId: text, expectedUpdatedAt: text, status: text, start: text, end: text, notes: text };
const client = { companyId: text, firstName: text, lastName: text, phone: text };
const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: text };

const capabilitiesOf = (paths: object, components: object = {}) =>
  readCapabilities({ openapi: '3.1.0', paths, components });

describe('readDescription', () => {
  it('reads operations, their fields, keys and queries', () => {
    const mark = { 'x-frontdesk-query': ['name', 'phone', 'email'] };
    const id = [{ name: 'id', in: 'path', required: true }];
    const capabilities = readCapabilities({
      paths: {
        '/v1/appointments': { post: { ...json(object({})), parameters: [idempotencyKey] } },
        '/v1/appointments/{appointment_id}': {
          parameters: id,
          get: ofCompany,
          patch: json(object(change, ['companyId'])),
        },
        '/v1/appointments/{id}/history': { parameters: [...id, ...ofCompany.parameters], get: {} },
        '/v1/clients': {
          get: { parameters: [{ name: 'query', in: 'query', ...mark }, ...inQuery(false, 'limit', 'sort')] },
          post: { ...json(object(client)), parameters: [idempotencyKey] },
        },
        '/v1/pets': { get: { parameters: [{ name: 'query', in: 'query', schema: { type: 'string', ...mark } }] } },
        '/v1/employees': { get: { parameters: inQuery(false, 'query') } },
        '/v1/events': { get: { parameters: inQuery(true, 'companyId') } },
      },
    });
    expect(capabilities).toEqual({
      createAppointment: { fields: [], idempotent: true },
      changeAppointment: { fields: ['status', 'start', 'end', 'notes'], idempotent: false },
      getAppointment: { fields: [], idempotent: false },
      listAppointmentHistory: { fields: [], idempotent: false },
      createClient: { fields: ['phone'], idempotent: true },
      listClients: { fields: ['limit', 'name', 'phone', 'email'], idempotent: false },
      listPets: { fields: ['name', 'phone', 'email'], idempotent: false },
      listEmployees: { fields: ['query'], idempotent: false },
      listEvents: { fields: [], idempotent: false },
    });
  });

  it('follows references, and merges allOf', () => {
    const components = {
      pathItems: { one: { patch: { requestBody: { $ref: '#/components/requestBodies/a~1b%20c' } } } },
      requestBodies: {
        'a/b c': {
          content: { 'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Change' } } },
        },
      },
      schemas: {
        Change: { allOf: [{ $ref: '#/components/schemas/Base' }, object({ roomId: { type: ['string', 'null'] } })] },
        Base: object({ companyId: text, expectedUpdatedAt: text }, ['companyId', 'expectedUpdatedAt']),
      },
    };
    const paths = { '/v1/appointments/{id}': { $ref: '#/components/pathItems/one' } };
    expect(capabilitiesOf(paths, components).changeAppointment?.fields).toEqual(['roomId']);
  });

  it.each([
    ['the path is another', { '/v2/appointments/{id}': { patch: json(object(change)) } }],
    ['the path is longer', { '/v1/appointments/{id}/{other}': { patch: json(object(change)) } }],
    ['the method is another', { '/v1/appointments/{id}': { put: json(object(change)) } }],
    ['there is no body', { '/v1/appointments/{id}': { patch: {} } }],
    [
      'the body is no JSON',
      { '/v1/appointments/{id}': { patch: { requestBody: { content: { 'text/xml': { schema: object(change) } } } } } },
    ],
    [
      'nothing says what was seen',
      { '/v1/appointments/{id}': { patch: json(object({ companyId: text, status: text })) } },
    ],
    [
      'nothing can be changed',
      { '/v1/appointments/{id}': { patch: json(object({ companyId: text, expectedUpdatedAt: text })) } },
    ],
    [
      'it demands a property that is not sent',
      { '/v1/appointments/{id}': { patch: json(object({ ...change, reason: text }, ['reason'])) } },
    ],
    [
      'it demands a header that is not sent',
      {
        '/v1/appointments/{id}': {
          patch: { ...json(object(change)), parameters: [{ name: 'X-Tenant', in: 'header', required: true }] },
        },
      },
    ],
    [
      'the reference leads nowhere',
      { '/v1/appointments/{id}': { patch: json({ $ref: '#/components/schemas/Gone' }) } },
    ],
    [
      'the reference leads elsewhere',
      { '/v1/appointments/{id}': { patch: json({ $ref: 'https://vendor.example/a.json#/b' }) } },
    ],
    ['the reference leads to itself', { '/v1/appointments/{id}': { $ref: '#/paths/~1v1~1appointments~1{id}' } }],
  ])('offers no change if %s', (_why, paths) => {
    expect(capabilitiesOf(paths)).toEqual({});
  });

  it('offers operations that accept all inputs that are always sent and require no others', () => {
    const paths = {
      '/v1/rooms': {
        post: { ...json(object({ companyId: text, storeId: text, name: text })), parameters: [idempotencyKey] },
      },
      '/v1/rooms/{id}': { patch: json(object({ name: text, position: text })), delete: ofCompany },
      '/v1/keys/{id}': { delete: { parameters: inQuery(true, 'companyId', 'reason') } },
      '/v1/employees': { post: { ...json(object({ companyId: text, name: text })), ...ofCompany } },
      '/v1/employees/{id}': { get: {}, patch: { ...json(object(client)), parameters: inQuery(true, 'reason') } },
      '/v1/employees/{id}/keys': { get: { parameters: [...ofCompany.parameters, ...inQuery(false, 'limit')] } },
    };
    expect(capabilitiesOf(paths)).toEqual({
      createRoom: { fields: [], idempotent: true },
      deleteRoom: { fields: [], idempotent: false },
      listKeys: { fields: ['limit'], idempotent: false },
    });
  });

  it('omits the fields that a description forbids', () => {
    const paths = { '/v1/appointments/{id}': { patch: json(object({ ...change, notes: false })) } };
    expect(capabilitiesOf(paths).changeAppointment?.fields).toEqual(['status', 'start', 'end']);
  });

  it('offers no idempotency key for a create that is not offered', () => {
    const paths = { '/v1/clients': { post: { ...json(object({ name: text })), parameters: [idempotencyKey] } } };
    expect(capabilitiesOf(paths)).toEqual({});
  });

  it('terminates for schemas that contain themselves many times', () => {
    const self = { $ref: '#/components/schemas/Self' };
    const components = { schemas: { Self: { allOf: Array.from({ length: 200 }, () => ({ allOf: [self, self] })) } } };
    expect(capabilitiesOf({ '/v1/appointments/{id}': { patch: json(self) } }, components)).toEqual({});
  });

  it('accepts anything as a description without failing', () => {
    const key = fc.constantFrom(
      '$ref',
      'get',
      'patch',
      'post',
      'parameters',
      'requestBody',
      'content',
      'schema',
      'properties',
      'required',
      'allOf',
      'application/json',
      '__proto__',
      'name',
      'in',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(null, true, 1, '', 'query', '#/paths', '#/paths/~1v1~1clients', '#/%E0'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    const paths = fc.dictionary(fc.constantFrom('/v1/appointments/{id}', '/v1/clients', '/v1/pets'), value);
    fc.assert(
      fc.property(fc.oneof(value, fc.record({ paths }), fc.jsonValue()), (description) => {
        capabilitiesSchema.parse(readCapabilities(description));
      }),
    );
  });
});

describe('limitToRights', () => {
  const all = capabilitiesOf({
    '/v1/me': { get: ofCompany },
    '/v1/availability': { get: { parameters: inQuery(true, 'companyId', 'start', 'end') } },
    '/v1/clients': { post: json(object(client)) },
    '/v1/employees/{id}': { get: ofCompany },
    '/v1/rooms/{id}': { delete: ofCompany },
  });
  const booking = ['getMe', 'listAvailability', 'createClient'];

  it.each<[string, Parameters<typeof limitToRights>[0], string[]]>([
    ['nothing is known', { canWrite: null, permissions: null }, booking],
    ['the key only reads', { canWrite: false, permissions: null }, ['getMe', 'listAvailability']],
    ['the person only reads', { canWrite: true, permissions: ['appointments.read'] }, ['getMe', 'listAvailability']],
    ['the person may do nothing', { canWrite: true, permissions: [] }, ['getMe']],
    ['the key of a manager only reads', { canWrite: false, permissions: ['practice.write'] }, ['getMe']],
    [
      'the person manages the practice',
      { canWrite: true, permissions: ['practice.write'] },
      ['getMe', 'getEmployee', 'deleteRoom'],
    ],
  ])('if %s', (_rights, rights, offered) => {
    expect(Object.keys(limitToRights(rights, all)).sort()).toEqual([...offered].sort());
  });
});
