import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capabilitiesSchema, documentOnly } from '#contract/desk.ts';
import { readDescription } from './description.ts';

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } });
const text = { type: 'string' };
const change = { companyId: text, expectedUpdatedAt: text, status: text, start: text, end: text, notes: text };
const client = { companyId: text, firstName: text, lastName: text, phone: text };
const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: text };

const capabilitiesOf = (paths: object, components: object = {}) =>
  readDescription({ openapi: '3.1.0', paths, components }).capabilities;

describe('readDescription', () => {
  it('reads operations, their fields, keys and queries', () => {
    const mark = { 'x-frontdesk-query': ['name', 'phone', 'email'] };
    const id = [{ name: 'id', in: 'path', required: true }];
    const { capabilities, readinessPath } = readDescription({
      'x-frontdesk-readiness': '/readyz',
      paths: {
        '/v1/appointments': { post: { ...json(object({})), parameters: [idempotencyKey] } },
        '/v1/appointments/{appointment_id}': { parameters: id, get: {}, patch: json(object(change, ['companyId'])) },
        '/v1/appointments/{id}/history': { parameters: id, get: {} },
        '/v1/clients': {
          get: { parameters: [{ name: 'query', in: 'query', ...mark }] },
          post: { ...json(object(client)), parameters: [idempotencyKey] },
        },
        '/v1/pets': { get: { parameters: [{ name: 'query', in: 'query', schema: { type: 'string', ...mark } }] } },
      },
    });
    expect(capabilities).toEqual({
      changeAppointment: ['status', 'start', 'end', 'notes'],
      getMe: false,
      getAppointment: true,
      listAppointmentHistory: true,
      createClient: ['phone'],
      createPet: null,
      idempotencyKey: ['createAppointment', 'createClient'],
      findClientsBy: ['name', 'phone', 'email'],
      findPetsBy: ['name', 'phone', 'email'],
    });
    expect(readinessPath).toBe('/readyz');
  });

  it('follows references, and takes together what allOf does', () => {
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
    expect(capabilitiesOf(paths, components).changeAppointment).toEqual(['roomId']);
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
  ])('offers no change where %s', (_why, paths) => {
    expect(capabilitiesOf(paths)).toEqual(documentOnly);
  });

  it('leaves out the fields that a description forbids', () => {
    const paths = { '/v1/appointments/{id}': { patch: json(object({ ...change, notes: false })) } };
    expect(capabilitiesOf(paths).changeAppointment).toEqual(['status', 'start', 'end']);
  });

  it('offers no key for a create that is not offered', () => {
    const paths = { '/v1/clients': { post: { ...json(object({ name: text })), parameters: [idempotencyKey] } } };
    expect(capabilitiesOf(paths)).toEqual(documentOnly);
  });

  it('ends on schemas that contain themselves many times', () => {
    const self = { $ref: '#/components/schemas/Self' };
    const components = { schemas: { Self: { allOf: Array.from({ length: 200 }, () => ({ allOf: [self, self] })) } } };
    expect(capabilitiesOf({ '/v1/appointments/{id}': { patch: json(self) } }, components)).toEqual(documentOnly);
  });

  it('takes anything for a description without failing', () => {
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
        capabilitiesSchema.parse(readDescription(description).capabilities);
      }),
    );
  });
});
