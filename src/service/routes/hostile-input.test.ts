import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createdSchema } from '#contract/appointment.ts';
import { changedMeanwhileSchema } from '#contract/appointment-change.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { onlineBookingSchema } from '#contract/online-booking.ts';
import { createService } from '#service/service.ts';
import { addOnlineRequests, bookable, keyOf, onlineRequestIn } from '#testing/practice-rows.ts';
import { rounds } from '#testing/rounds.ts';
import { describeService } from '#testing/suite.ts';

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '\udc00x',
    "'; drop table appointments; --",
    '\\',
    '%00',
    '{}',
    '$1',
    ':*',
    '\u2028',
    'null',
    '-1',
    '1e999',
  ),
  fc.json(),
);
const names = [
  'companyId',
  'storeIds',
  'limit',
  'direction',
  'cursor',
  'updatedSince',
  'createdBefore',
  'startDate',
  'endDate',
  'status',
  'clientId',
  'petId',
  'employeeId',
  'query',
];
const paths = [
  '/ping',
  '/v1/appointments',
  '/v1/clients',
  '/v1/pets',
  '/v1/employees',
  '/v1/appointment-types',
  '/v1/companies',
  '/v1/enums',
  '/v1/enums/x',
];

describeService('hostile input', (suite) => {
  function expectKnown(answer: { status: number; body: unknown }) {
    expect([200, 400, 403, 404, 409, 413, 422]).toContain(answer.status);
    if (answer.status === 409) changedMeanwhileSchema.parse(answer.body);
    else if (answer.status !== 200) serviceErrorSchema.parse(answer.body);
  }

  test('no query causes a 500', async () => {
    const { client, practice } = suite();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.dictionary(fc.constantFrom(...names), nasty, { maxKeys: 3 }),
        async (path, query) => {
          expectKnown(await client.get(path, { companyId: practice.companyId, ...query }));
        },
      ),
      { numRuns: rounds({ few: 20, many: 400 }) },
    );
  });

  test('no body causes a 500', async () => {
    const { client, practice } = suite();
    const good = bookable(practice);
    const value = fc.oneof(nasty, fc.jsonValue());
    const field = fc.constantFrom(
      'title',
      'status',
      'petId',
      'start',
      'end',
      'or',
      'employeeId',
      'isNull',
      '__proto__',
    );
    const search = fc.record(
      {
        query: nasty,
        cursor: nasty,
        limit: value,
        filter: fc.dictionary(field, fc.dictionary(fc.constantFrom('eq', 'in', 'isNull', 'gt', 'between'), value)),
      },
      { requiredKeys: [] },
    );
    const create = fc.dictionary(
      fc.constantFrom('petId', 'notes', 'start', 'end', 'status', 'employeeId', 'storeIds'),
      value,
      { maxKeys: 2 },
    );
    const id = createdSchema.parse((await client.post('/v1/appointments', good)).body);
    const { companyId, client: clientId } = practice;
    const beyond = fc.dictionary(
      fc.constantFrom(
        'notes',
        'start',
        'roomId',
        'employeeId',
        'firstName',
        'email',
        'phone',
        'species',
        'dateOfBirth',
      ),
      value,
      { maxKeys: 2 },
    );
    await fc.assert(
      fc.asyncProperty(beyond, nasty, async (given, text) => {
        const expectedUpdatedAt = '2026-03-02T09:00Z';
        expectKnown(await client.patch(`/v1/appointments/${id}`, { companyId, expectedUpdatedAt, ...given }));
        expectKnown(
          await client.get(`/v1/appointments/${encodeURIComponent(Buffer.from(text).toString())}`, { companyId }),
        );
        expectKnown(await client.get(`/v1/appointments/${id}/history`, { companyId, cursor: text }));
        expectKnown(await client.post('/v1/clients', { companyId, firstName: text, lastName: 'x', ...given }));
        expectKnown(await client.post('/v1/pets', { companyId, clientId, name: text, species: 'x', ...given }));
      }),
      { numRuns: rounds({ few: 20, many: 400 }) },
    );
    await fc.assert(
      fc.asyncProperty(search, create, fc.oneof(fc.jsonValue(), nasty), async (searchBody, createBody, anything) => {
        expectKnown(await client.post('/v1/appointments/search', { companyId: practice.companyId, ...searchBody }));
        expectKnown(await client.post('/v1/appointments', { ...good, ...createBody }));
        expectKnown(await client.post('/v1/appointments', JSON.stringify(anything)));
      }),
      { numRuns: rounds({ few: 20, many: 400 }) },
    );
    expectKnown(await client.post('/v1/appointments/search', '['.repeat(500_000)));
    const long = { companyId: practice.companyId, filter: { title: { eq: 'ab '.repeat(300_000) } } };
    expect((await client.post('/v1/appointments/search', long)).status).toBe(200);
    const notes = { ...good, notes: `"\\\n${'é'.repeat(400_000)}` };
    createdSchema.parse((await client.post('/v1/appointments', notes)).body);
  });

  test('no settings of booking pages and no answer to a request from the web site cause a 500', async () => {
    const { client, practice, database, service } = suite();
    const { companyId, stores, visitType: visitTypeId } = practice;
    const at = (days: number) => new Date(service.clock.now() + days * 86_400_000).toISOString();
    const open = onlineRequestIn(practice, { start: at(3), end: at(3.1), createdAt: at(0) });
    await addOnlineRequests(database, [open]);
    const value = fc.oneof(nasty, fc.jsonValue());
    const settings = fc.dictionary(
      fc.constantFrom('stores', 'types', 'noticeHours', 'daysAhead', 'dailyLimit', 'origins', 'expectedUpdatedAt'),
      value,
      { maxKeys: 1 },
    );
    const answer = fc.dictionary(
      fc.constantFrom('client', 'pet', 'start', 'end', 'employeeId', 'roomId', 'visitTypeId', 'reason'),
      value,
      { maxKeys: 2 },
    );
    await fc.assert(
      fc.asyncProperty(settings, answer, nasty, async (given, answered, text) => {
        const { updatedAt, ...current } = onlineBookingSchema.parse(
          (await client.get('/v1/online-booking', { companyId })).body,
        );
        const types = [{ visitTypeId, isOn: true, publicName: text }];
        const pages = [{ storeId: stores[0], isOn: false, slug: text }];
        for (const fields of [given, { types }, { stores: pages }, { origins: [text] }]) {
          const body = { companyId, expectedUpdatedAt: updatedAt, ...current, ...fields };
          const response = await client.put('/v1/online-booking', body);
          expect([200, 400, 403, 404, 409]).toContain(response.status);
        }
        expectKnown(await client.get('/v1/online-requests', { companyId, cursor: text }));
        const version = { companyId, expectedUpdatedAt: open.updatedAt };
        const person = { client: { firstName: text, lastName: 'x' }, pet: { name: 'x', species: text } };
        for (const path of [open.id, encodeURIComponent(Buffer.from(text).toString())]) {
          const response = await client.post(`/v1/online-requests/${path}/book`, {
            ...version,
            ...person,
            ...answered,
          });
          expect([200, 400, 404, 409]).toContain(response.status);
        }
        const declined = await client.post(`/v1/online-requests/${open.id}/decline`, { ...version, reason: text });
        expect([200, 400, 409]).toContain(declined.status);
        await database.sql`
          update online_requests set status = 'open', updated_at = ${open.updatedAt}::timestamptz
          where company_id = ${companyId}::uuid`;
      }),
      { numRuns: rounds({ few: 20, many: 400 }) },
    );
  });

  test('titles whose words are longer in NFC than as sent are found or not, but without false matches', async () => {
    const { client, practice } = suite();
    const title = Array(8).fill('\ufb2c'.repeat(330)).join(' ');
    const many = Array.from({ length: 100 }, (_, nth) => `${title} ${nth}`);
    const search = { companyId: practice.companyId, filter: { title: { in: many } } };
    expect((await client.post('/v1/appointments/search', search)).status).toBe(200);
  });

  test('the service ignores an invalid host', async () => {
    const { service, practice, database } = suite();
    const headers = { Authorization: `Bearer ${await keyOf(database, practice.vet)}` };
    const request = new Request(`http://desk/ping?companyId=${practice.companyId}`, { headers });
    Object.defineProperty(request, 'url', { value: `http://xn--/ping?companyId=${practice.companyId}#x` });
    expect((await service.app.fetch(request)).status).toBe(200);
  });

  test('a method that is not in the specification is not found, including HEAD', async () => {
    const { app } = suite().service;
    for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const path of ['/ping', '/v1/appointments', '/v1/appointments/search', '/openapi.json']) {
        expect((await app.request(path, { method })).status).toBe(404);
      }
    }
  });

  test('responses are not cached, and their type is not guessed', async () => {
    const { service, practice, database } = suite();
    const key = await keyOf(database, practice.vet);
    for (const path of [`/ping?companyId=${practice.companyId}`, '/ping', '/v1/none', '/openapi.json', '/docs']) {
      const { headers } = await service.app.request(path, { headers: { Authorization: `Bearer ${key}` } });
      expect([headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual(['no-store', 'nosniff']);
    }
    const { headers } = await service.app.request('/docs/swagger-ui.css');
    expect([headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual(['max-age=3600', 'nosniff']);
  });

  test('an internal error returns only an id, which is in the log with the cause; no log contains a key', async () => {
    const { database, practice } = suite();
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const key = await keyOf(database, practice.vet);
    const headers = { Authorization: `Bearer ${key}` };
    const failing = createService({
      database: {
        ...database,
        sql: new Proxy(database.sql, { apply: () => Promise.reject(new Error(`secret of the database`)) }),
      },
      logger,
    });
    const failed = await failing.request(`/ping?companyId=${practice.companyId}`, { headers });
    const text = await failed.text();
    const body = serviceErrorSchema.parse(JSON.parse(text));
    expect([failed.status, body.message]).toEqual([500, 'internal_error']);
    expect(text).not.toMatch(/secret|stack|select/i);
    const service = createService({ database, logger });
    await service.request('/v1/appointments?companyId=x', { headers });
    await service.request(`/v1/appointments?companyId=${practice.companyId}&cursor=${key}`, { headers });
    await service.request('/ping', { headers: { Authorization: `Bearer ${key}x` } });
    const logged = lines.map((line) =>
      z.object({ errorInstanceId: z.string(), level: z.number() }).loose().parse(JSON.parse(line)),
    );
    expect(logged[0]).toMatchObject({
      errorInstanceId: body.data.errorInstanceId,
      level: 50,
      err: { message: 'secret of the database' },
    });
    expect(logged.length).toBe(4);
    expect(lines.join()).not.toContain(key.slice(36));
  });
});
