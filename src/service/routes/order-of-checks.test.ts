import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceErrorSchema } from '#contract/error.ts';
import { issueKey, revokeKey } from '#service/db/administration.ts';
import { addEmployee, addPractice, keyOf } from '#testing/practice-rows.ts';
import type { Answer } from '#testing/service.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

describeService('the order of checks', (suite) => {
  test('401 without a valid key', async () => {
    const { service, practice, database } = suite();
    const hex = practice.companyId.replaceAll('-', '');
    for (const key of [
      null,
      '',
      'x',
      `fd_${hex}_${'A'.repeat(43)}`,
      `fd_${randomUUID().replaceAll('-', '')}_${'A'.repeat(43)}`,
    ]) {
      const answer = await service.client(key).get('/ping');
      expectError(answer, 'authorization_required');
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
    const answer = await service.app.request('/ping', { headers: { Authorization: 'Basic abc' } });
    expect(answer.status).toBe(401);
    const key = await keyOf(database, practice.vet);
    const lower = await service.app.request(`/ping?companyId=${practice.companyId}`, {
      headers: { Authorization: `bearer ${key}` },
    });
    expect(lower.status).toBe(200);
  });

  test('401 once the key is revoked or its employee is inactive', async () => {
    const { service, practice, database } = suite();
    const { companyId } = practice;
    const employee = await addEmployee(database, { companyId, storeIds: practice.stores });
    const key = await keyOf(database, employee);
    const client = service.client(key);
    expect((await client.get('/ping', { companyId })).status).toBe(200);
    await database.sql`update employees set is_active = false where company_id = ${companyId}::uuid and id = ${employee}::uuid`;
    expectError(await client.get('/ping', { companyId }), 'authorization_required');
    await database.sql`update employees set is_active = true where company_id = ${companyId}::uuid and id = ${employee}::uuid`;
    const [{ id } = { id: '' }] = await database.sql<{ id: string }[]>`
      select id from api_keys where company_id = ${companyId}::uuid and employee_id = ${employee}::uuid`;
    expect(await revokeKey(database, id)).toBe(true);
    expect(await revokeKey(database, id)).toBe(false);
    expectError(await client.get('/ping', { companyId }), 'authorization_required');
  });

  test('401 from the instant of the key’s expiry, with the message for an unknown key', async () => {
    const { service, practice, database } = suite();
    const { companyId } = practice;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id, key } = await issueKey(database, { employeeId: practice.vet, readOnly: false, expiresAt });
    const client = service.client(key);
    expect((await client.get('/ping', { companyId })).status).toBe(200);
    await database.sql`update api_keys set expires_at = '2000-01-01' where company_id = ${companyId}::uuid and id = ${id}::uuid`;
    const refused = await client.get('/ping', { companyId });
    expectError(refused, 'authorization_required');
    const unknown = await service.client(`${key.slice(0, -4)}AAAA`).get('/ping', { companyId });
    const suggestionOf = ({ body }: Answer) => serviceErrorSchema.parse(body).data.suggestion;
    expect(suggestionOf(refused)).toBe(suggestionOf(unknown));
  });

  test('a read-only key reads and searches, and receives its limit before anything is checked', async () => {
    const { service, practice, database } = suite();
    const { companyId } = practice;
    const client = service.client(await keyOf(database, practice.vet, true));
    expect((await client.get('/v1/appointments', { companyId })).status).toBe(200);
    expect((await client.post('/v1/appointments/search', { companyId })).status).toBe(200);
    expectError(await client.post('/v1/appointments', {}), 'read_only_key');
    expectError(await client.post('/v1/appointments', ' '.repeat(1_048_577)), 'read_only_key');
    expectError(await client.post('/v1/appointments', 'x', {}), 'read_only_key');
  });

  test('413 comes before 400, and both before 403', async () => {
    const { client } = suite();
    for (const path of ['/v1/appointments', '/v1/appointments/search']) {
      expectError(await client.post(path, ' '.repeat(1_048_577)), 'payload_too_large');
      expectError(await client.post(path, ' '.repeat(1_048_577), {}), 'payload_too_large');
      expectError(await client.post(path, ' '.repeat(1_048_576)), 'invalid_input', /JSON/);
      expectError(await client.post(path, '{'), 'invalid_input', /JSON/);
      expectError(await client.post(path, '[]'), 'invalid_input');
      expectError(await client.post(path, '{}', { 'Content-Type': 'text/plain' }), 'invalid_input', /Content-Type/);
      expectError(await client.post(path, '{}'), 'invalid_input', /companyId/);
      expectError(await client.post(path, { companyId: randomUUID(), nonsense: 1 }), 'invalid_input');
    }
    expectError(
      await client.get('/v1/appointments', { companyId: randomUUID(), limit: '0' }),
      'invalid_input',
      /limit/,
    );
  });

  test('a body with a wrong content type is still read as JSON', async () => {
    const { client, practice } = suite();
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json']) {
      const answer = await client.post(
        '/v1/appointments/search',
        { companyId: practice.companyId },
        { 'Content-Type': type },
      );
      expect(answer.status).toBe(200);
    }
  });

  test('403 for another company, a store that the key cannot access, a missing permission; then 404 for an unknown store', async () => {
    const { client, service, practice, database } = suite();
    const { companyId } = practice;
    const other = await addPractice(database);
    const near = service.client(await keyOf(database, practice.near));
    for (const path of [
      '/ping',
      '/v1/appointments',
      '/v1/clients',
      '/v1/pets',
      '/v1/employees',
      '/v1/appointment-types',
      '/v1/enums',
      '/v1/enums/NOPE',
    ]) {
      for (const company of [other.companyId, randomUUID()]) {
        expectError(await client.get(path, { companyId: company }), 'insufficient_access', /companyId/);
      }
    }
    for (const path of ['/ping', '/v1/appointments', '/v1/employees']) {
      const far = `${practice.stores[1]},${randomUUID()}`;
      expectError(await near.get(path, { companyId, storeIds: far }), 'insufficient_access', practice.stores[1]);
      expectError(await client.get(path, { companyId, storeIds: randomUUID() }), 'not_found', /storeIds/);
      expectError(await client.get(path, { companyId, storeIds: other.stores[0] }), 'not_found', /storeIds/);
      expect((await near.get(path, { companyId, storeIds: practice.stores[0].toUpperCase() })).status).toBe(200);
    }
    const mute = await addEmployee(database, { companyId, storeIds: practice.stores, permissions: [] });
    const powerless = service.client(await keyOf(database, mute));
    for (const path of ['/v1/appointments', '/v1/clients', '/v1/pets', '/v1/employees', '/v1/appointment-types']) {
      expectError(await powerless.get(path, { companyId }), 'insufficient_access', /permission/);
    }
    expectError(await powerless.get('/v1/appointments', { companyId, storeIds: randomUUID() }), 'insufficient_access');
    expectError(await powerless.post('/v1/appointments/search', { companyId }), 'insufficient_access', /permission/);
    for (const path of ['/ping', '/v1/companies', '/v1/enums']) {
      expect((await powerless.get(path, { companyId })).status).toBe(200);
    }
    expectError(await client.get('/v1/enums/NOPE', { companyId }), 'not_found', /enumName/);
    expectError(await client.get('/v1/enums/NOPE'), 'invalid_input', /companyId/);
  });

  test('404 for an unknown path or method, with or without a key', async () => {
    const { client, service } = suite();
    for (const path of [
      '/',
      '/v1',
      '/v1/appointments/',
      '/v1/appointments/search',
      '/v2/appointments',
      '/v1/enums/',
      '/ping/',
    ]) {
      expectError(await client.get(path), 'not_found');
      expectError(await service.client(null).get(path), 'not_found');
    }
    expectError(await client.post('/ping', {}), 'not_found');
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect((await service.app.request('/v1/appointments', { method })).status).toBe(404);
    }
  });

  test('100 requests in the 60 s after the first, shared by instances; the next is 429 and does not count', async () => {
    const { service, practice, database } = suite();
    const { companyId } = practice;
    const key = await keyOf(database, practice.near);
    const client = service.client(key);
    service.clock.free = false;
    try {
      const first = await client.get('/ping', { companyId });
      expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=100;w=60');
      expect(first.headers.get('RateLimit')).toBe('"default";r=99;t=60');
      service.clock.pass(10_000);
      for (let n = 2; n <= 99; n += 1) await client.get('/ping');
      const last = await client.get('/ping', { companyId });
      expect([last.status, last.headers.get('RateLimit')]).toEqual([200, '"default";r=0;t=50']);
      service.clock.pass(500);
      for (let n = 0; n < 3; n += 1) {
        const refused = await client.post('/v1/appointments', '{');
        expectError(refused, 'rate_limit_exceeded');
        expect(refused.headers.get('Retry-After')).toBe('50');
        expect(refused.headers.get('RateLimit')).toBe('"default";r=0;t=50');
      }
      service.clock.pass(49_499);
      expectError(await client.get('/ping', { companyId }), 'rate_limit_exceeded');
      service.clock.pass(1);
      expect((await client.get('/ping', { companyId })).headers.get('RateLimit')).toBe('"default";r=99;t=60');
    } finally {
      service.clock.free = true;
    }
  });
});
