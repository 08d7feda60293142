import type { ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { appointmentSchema, createdSchema } from '#contract/appointment.ts';
import { unresolvedRecordSchema } from '#contract/page.ts';
import { createOpenApiValidator } from '#testing/openapi-validator.ts';
import {
  addAppointments,
  addClient,
  addEmployee,
  addPet,
  addVisitType,
  appointmentIn,
  bookable,
} from '#testing/practice-rows.ts';
import { describeService } from '#testing/suite.ts';

const parametersSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(z.object({ name: z.string() })) }).optional() }),
  ),
});

/** Date-times, and texts that look like one. */
const dateTimes = [
  '2026-01-01T10:00Z',
  '2026-01-01T10:00+02:00',
  '2026-01-01T10:00:00-23:59',
  '2024-02-29T23:59:59.123456789Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '2026-01-01T10:00-00:00',
  '2026-01-01T10:00',
  '2026-01-01',
  '2026-01-01 10:00Z',
  '2026-01-01t10:00Z',
  '2026-01-01T10:00z',
  '2026-01-01T10Z',
  '2026-01-01T10:00:00.Z',
  '2026-01-01T10:00:00,5Z',
  '2026-01-01T10:00.5Z',
  '2026-01-01T24:00Z',
  '2026-01-01T24:00:00Z',
  '2026-06-30T23:59:60Z',
  '2026-01-01T10:60Z',
  '2026-01-01T10:00+24:00',
  '2026-01-01T10:00+01:60',
  '2026-01-01T10:00+0200',
  '2026-01-01T10:00+02',
  '2026-01-01T10:00 02:00',
  '2026-02-29T10:00Z',
  '1900-02-29T10:00Z',
  '2000-02-29T10:00Z',
  '2026-04-31T10:00Z',
  '2026-13-01T10:00Z',
  '2026-00-01T10:00Z',
  '0000-01-01T10:00Z',
  '+002026-01-01T10:00Z',
  '-0001-01-01T10:00Z',
  '20260101T100000Z',
  '2026-W01-1T10:00Z',
  '2026-01-01T10:00Z ',
  ' 2026-01-01T10:00Z',
  '2026-01-01T10:00Z\n',
  '２026-01-01T10:00Z',
  '1767261600000',
  '',
  'null',
  'NULL',
  'now',
];

describeService('the description of the API, checked by an independent validator', (suite) => {
  let validator: ReturnType<typeof createOpenApiValidator>;
  let parametersOf: (path: string) => string[];
  beforeAll(async () => {
    const description: unknown = await (await suite().service.app.request('/openapi.json')).json();
    if (typeof description !== 'object' || description === null) throw new Error('a description is an object');
    validator = createOpenApiValidator(description);
    const { paths } = parametersSchema.parse(description);
    parametersOf = (path) => (paths[path]?.get?.parameters ?? []).map(({ name }) => name);
  });

  function expectValid(validate: ValidateFunction, value: unknown) {
    expect(validate(value), JSON.stringify([validate.errors, value])).toBe(true);
  }

  test('describes every list and its errors, including unresolved records', async () => {
    const { client, practice, database } = suite();
    const { companyId, stores } = practice;
    await addAppointments(database, practice, [
      appointmentIn(practice, { employeeIds: [practice.vet, practice.near], checkedInAt: '2026-03-02T09:00:00Z' }),
      appointmentIn(practice, { status: 'odd' }),
    ]);
    const odd = '0dd00000-0000-4000-8000-000000000000';
    await addEmployee(database, { companyId, id: odd, storeIds: stores });
    await addClient(database, { companyId, id: odd, firstName: 'Odd', lastName: 'One' });
    await addPet(database, { companyId, id: odd, clientId: odd, name: 'Odd', owner: 'Odd One' });
    await addVisitType(database, { companyId, id: odd, name: 'Odd' });
    for (const change of [
      "employees set role = 'wizard'",
      "clients set created_at = 'infinity'",
      "pets set date_of_birth = '0044-03-15 BC'",
      "appointment_types set category = 'magic'",
    ]) {
      await database.sql.unsafe(`update ${change} where company_id = $1 and id = $2`, [companyId, odd]);
    }
    const pageShape = z.object({ data: z.array(z.unknown()) });
    for (const path of ['/v1/appointments', '/v1/clients', '/v1/pets', '/v1/employees', '/v1/appointment-types']) {
      const answer = await client.get(path, { companyId });
      expectValid(validator.response('get', path, 200), answer.body);
      const { data } = pageShape.parse(answer.body);
      expect([path, data.filter((item) => unresolvedRecordSchema.safeParse(item).success).length]).toEqual([path, 1]);
      expect(data.length).toBeGreaterThan(1);
    }
    for (const path of ['/ping', '/v1/companies', '/v1/enums']) {
      expectValid(validator.response('get', path, 200), (await client.get(path, { companyId })).body);
    }
    for (const path of ['/ping', '/v1/companies', '/v1/enums', '/v1/pets', '/v1/appointments']) {
      const refused = await client.get(path, { companyId: 'x', limit: 'x' });
      expectValid(validator.response('get', path, 400), refused.body);
    }
    const one = '/v1/enums/{enumName}';
    expectValid(
      validator.response('get', one, 200),
      (await client.get('/v1/enums/APPOINTMENT_STATUS', { companyId })).body,
    );
    expectValid(validator.response('get', one, 404), (await client.get('/v1/enums/x', { companyId })).body);
  });

  test.each(['startDate', 'updatedSince'])(
    'describes for every spelling of %s whether it is accepted',
    async (name) => {
      const { client, practice } = suite();
      const validate = validator.parameter('/v1/appointments', parametersOf('/v1/appointments').indexOf(name));
      let acceptedCount = 0;
      for (const text of dateTimes) {
        const { status } = await client.get('/v1/appointments', { companyId: practice.companyId, [name]: text });
        expect([text, status]).toEqual([text, validate(text) ? 200 : 400]);
        if (status === 200) acceptedCount += 1;
      }
      expect(acceptedCount).toBe(name === 'startDate' ? 8 : 10);
    },
  );

  test.each<[name: string, texts: string[]]>([
    ['companyId', ['', 'null', 'x']],
    ['limit', ['0', '1', '500', '501', '', '1.5']],
    ['direction', ['asc', 'DESC', '']],
    ['status', ['no_show', 'No_show', '', 'null']],
    ['cursor', ['', 'null']],
    ['petId', ['', 'null', '00000000-0000-0000-0000-000000000000', '11111111-1111-9111-8111-111111111111']],
  ])('describes what the parameter %s accepts', async (name, texts) => {
    const { client, practice } = suite();
    const validate = validator.parameter('/v1/appointments', parametersOf('/v1/appointments').indexOf(name));
    for (const text of texts) {
      const { status } = await client.get('/v1/appointments', { companyId: practice.companyId, [name]: text });
      const value = name === 'limit' && text !== '' ? Number(text) : text;
      expect([text, validate(value)]).toEqual([text, status === 200]);
    }
  });

  test('describes which searches are accepted, identically at every depth', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    const validate = validator.body('/v1/appointments/search');
    const at = '2026-01-01T00:00Z';
    const filters: [filter: unknown, taken: boolean][] = [
      [{}, true],
      [{ or: [{}] }, true],
      [{ start: {} }, true],
      [{ start: { between: [at, at] } }, true],
      [{ start: { between: [at] } }, false],
      [{ start: { between: [at, at, at] } }, false],
      [{ start: { between: [at, 'x'] } }, false],
      [{ start: { eq: at } }, false],
      [{ createdAt: { isNull: true } }, true],
      [{ createdAt: { isNull: null } }, false],
      [{ petId: { in: [practice.pet] } }, true],
      [{ petId: { in: [] } }, false],
      [{ title: { eq: 'a\u0000b' } }, false],
      [{ title: { eq: '' } }, false],
      [{ title: { in: Array(101).fill('a') } }, false],
      [{ title: { gt: 'a' } }, false],
      [{ status: { eq: 'of another implementation' } }, true],
      [{ createdFrom: { eq: 'of another implementation' } }, false],
      [{ visitTypeCategory: { in: ['fee', 'free'] } }, false],
      [{ location: { eq: 'x' } }, false],
      [null, false],
    ];
    for (const [filter, isAccepted] of filters) {
      for (const placed of [filter, { or: [{}, filter] }]) {
        const body = { companyId, filter: placed };
        const { status } = await client.post('/v1/appointments/search', body);
        const repeated = placed !== filter && JSON.stringify(filter).includes('"or"');
        expect([placed, status, validate(body)]).toEqual([
          placed,
          isAccepted && !repeated ? 200 : 400,
          isAccepted && !repeated,
        ]);
      }
    }
    for (const [part, isAccepted] of [
      [{ query: '😀'.repeat(100) }, true],
      [{ query: '' }, false],
      [{ query: 'x'.repeat(201) }, false],
      [{ query: '\u0000' }, false],
      [{ cursor: null }, true],
      [{ storeIds: [] }, false],
      [{ limit: 0 }, false],
      [{ limit: 500 }, true],
      [{ direction: 'asc' }, false],
    ] as const) {
      const body = { companyId, ...part };
      const { status } = await client.post('/v1/appointments/search', body);
      expect([part, status, validate(body)]).toEqual([part, isAccepted ? 200 : 400, isAccepted]);
    }
    const found = await client.post('/v1/appointments/search', { companyId, filter: { start: { gt: at } } });
    expectValid(validator.response('post', '/v1/appointments/search', 200), found.body);
  });

  test('describes which creates are accepted', async () => {
    const { client, practice } = suite();
    const create = bookable(practice);
    const validate = validator.body('/v1/appointments');
    for (const change of [
      {},
      { notes: '😀' },
      { notes: '\u0000' },
      { title: 'x' },
      { storeIds: [] },
      { end: undefined },
      { status: 'x' },
    ]) {
      const body = { ...create, ...change };
      const { status, body: answer } = await client.post('/v1/appointments', body);
      expect([change, validate(body)]).toEqual([change, status === 200]);
      expectValid(validator.response('post', '/v1/appointments', status), answer);
    }
  });

  test('describes which changes, clients and pets are accepted, and the results', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    const id = createdSchema.parse((await client.post('/v1/appointments', bookable(practice))).body);
    const one = '/v1/appointments/{id}';
    const validate = validator.body(one, 'patch');
    for (const changes of [
      { status: 'confirmed' },
      { notes: null },
      { notes: '', roomId: null, employeeId: practice.vet },
      { start: '2026-03-02T09:30Z' },
      {},
      { start: null },
      { end: '2026-03-02' },
      { status: 'x' },
      { notes: '\u0000' },
      { title: 'x' },
    ]) {
      const { body: seen } = await client.get(`/v1/appointments/${id}`, { companyId });
      const { updatedAt: expectedUpdatedAt } = appointmentSchema.parse(seen);
      const body = { companyId, expectedUpdatedAt, ...changes };
      const answer = await client.patch(`/v1/appointments/${id}`, body);
      expect([changes, validate(body)]).toEqual([changes, answer.status === 200]);
      expectValid(validator.response('patch', one, answer.status), answer.body);
    }
    const stale = { companyId, expectedUpdatedAt: '2020-01-01T00:00Z', notes: 'late' };
    const conflict = await client.patch(`/v1/appointments/${id}`, stale);
    expect(conflict.status).toBe(409);
    expectValid(validator.response('patch', one, 409), conflict.body);
    for (const path of ['', '/history']) {
      const found = await client.get(`/v1/appointments/${id}${path}`, { companyId });
      expectValid(validator.response('get', `${one}${path}`, 200), found.body);
      const missing = await client.get(`/v1/appointments/x${path}`, { companyId });
      expectValid(validator.response('get', `${one}${path}`, 404), missing.body);
    }
    const person = { companyId, firstName: 'Rosa', lastName: 'Kaufman' };
    const pet = { companyId, clientId: practice.client, name: 'Bella', species: 'dog' };
    for (const [path, body] of [
      ...[
        {},
        { email: ' r@x ', phone: ' +49 (171) ' },
        { email: null, phone: null },
        { firstName: ' ' },
        { firstName: ' x\n' },
        { email: '@x' },
        { email: 'r@ ' },
        { email: 'a@b@c' },
        { phone: '1 2' },
        { phone: '1 2 3' },
        { phone: 'call' },
        ...[' bites\n', 'a b', null, 'a\nb', 'a\u0085b', ' a\u2028b ', '\n'].map((alert) => ({
          alert,
        })),
        { lastName: undefined },
        { title: 'Dr' },
      ].map((more) => ['/v1/clients', { ...person, ...more }] as const),
      ...[
        {},
        { breed: null, sex: 'f', dateOfBirth: '2020-02-29' },
        { dateOfBirth: '2021-02-29' },
        { dateOfBirth: '0000-01-01' },
        { breed: '' },
        { species: undefined },
      ].map((more) => ['/v1/pets', { ...pet, ...more }] as const),
    ]) {
      const answer = await client.post(path, body);
      expect([path, body, validator.body(path)(JSON.parse(JSON.stringify(body)))]).toEqual([
        path,
        body,
        answer.status === 200,
      ]);
      expectValid(validator.response('post', path, answer.status), answer.body);
    }
    for (const [kind, id, bodies] of [
      [
        'clients',
        practice.client,
        [{ alert: ' deaf\n', phone: null }, { isActive: false }, { alert: '' }, { firstName: null }, {}],
      ],
      [
        'pets',
        practice.pet,
        [{ sex: 'f', dateOfBirth: null }, { clientId: practice.client, name: 'B' }, { deceasedOn: 'x' }],
      ],
    ] as const) {
      const each = `/v1/${kind}/{id}`;
      const path = `/v1/${kind}/${id}`;
      const isValid = validator.body(each, 'patch');
      for (const changes of bodies) {
        const { body: found } = await client.get(path, { companyId });
        expectValid(validator.response('get', each, 200), found);
        const { updatedAt: expectedUpdatedAt } = found as { updatedAt: string };
        const answer = await client.patch(path, { companyId, expectedUpdatedAt, ...changes });
        expect([changes, isValid({ companyId, expectedUpdatedAt, ...changes })]).toEqual([
          changes,
          answer.status === 200,
        ]);
        expectValid(validator.response('patch', each, answer.status), answer.body);
      }
      const late = await client.patch(path, { ...stale, notes: undefined, alert: 'late' });
      expect(late.status).toBe(409);
      expectValid(validator.response('patch', each, 409), late.body);
    }
    const reused = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' };
    await client.post('/v1/clients', person, reused);
    const refused = await client.post('/v1/clients', { ...person, email: 'r@x' }, reused);
    expect(refused.status).toBe(422);
    expectValid(validator.response('post', '/v1/clients', 422), refused.body);
  });
});
