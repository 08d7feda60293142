import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownPractice } from '#testing/managed-practice.ts';
import { createOpenApiValidator } from '#testing/openapi-validator.ts';
import { addAppointments, appointmentIn } from '#testing/practice-rows.ts';
import { describeService } from '#testing/suite.ts';

describeService('the description of practice management, checked by an independent validator', (suite) => {
  test('describes which requests are accepted, and their responses', async () => {
    const own = await ownPractice(suite());
    const { client, companyId, practice, database, service } = own;
    const description: unknown = await (await service.app.request('/openapi.json')).json();
    const validator = createOpenApiValidator(Object(description));
    const [storeId] = practice.stores;
    const [[room, other]] = practice.rooms;

    type Method = 'get' | 'post' | 'patch' | 'delete';
    async function ask(method: Method, path: string, id: string, input: object = {}) {
      const body = { companyId, ...input };
      const at = path.replace('{id}', id);
      const answer =
        method === 'post' || method === 'patch'
          ? await client[method](at, body)
          : await client[method](at, { companyId });
      const validate = validator.response(method, path, answer.status);
      expect(validate(answer.body), JSON.stringify([method, path, answer.body, validate.errors])).toBe(true);
      return answer;
    }
    async function tryAll(method: 'post' | 'patch', path: string, id: string, inputs: readonly object[]) {
      for (const input of inputs) {
        const { status } = await ask(method, path, id, input);
        const isValid = validator.body(path, method)({ companyId, ...input });
        expect([path, input, status === 200]).toEqual([path, input, isValid]);
      }
    }

    await tryAll('patch', '/v1/companies/{id}', companyId, [{ name: 'A' }, {}, { name: ' ' }, { name: null }]);
    const store = { name: 'S', timeZone: 'UTC', openingHours: [{ weekday: 1, opens: '08:00', closes: '24:00' }] };
    await tryAll('post', '/v1/stores', '', [
      store,
      { ...store, openingHours: [{ weekday: 0, opens: '08:00', closes: '24:00' }] },
      { ...store, openingHours: [{ weekday: 1, opens: '8:00', closes: '24:00' }] },
      { ...store, name: undefined },
      { ...store, position: 1 },
    ]);
    await tryAll('patch', '/v1/stores/{id}', storeId, [
      { openingHours: [] },
      { timeZone: 'UTC' },
      {},
      { timeZone: null },
    ]);
    const newRoom = { storeId, name: 'R' };
    await tryAll('post', '/v1/rooms', '', [
      newRoom,
      { ...newRoom, name: 'T', categories: ['dental'] },
      { ...newRoom, name: 'U', categories: null },
      { ...newRoom, name: 'V', categories: ['x'] },
    ]);
    expect((await ask('post', '/v1/rooms', '', { ...newRoom, storeId: randomUUID() })).status).toBe(404);
    await tryAll('patch', '/v1/rooms/{id}', room, [
      { position: 9 },
      { categories: null },
      { position: -1 },
      { name: null },
      {},
    ]);
    const type = { name: 'T', category: 'other', durationMinutes: 1 };
    await tryAll('post', '/v1/appointment-types', '', [
      type,
      { ...type, durationMinutes: 0 },
      { ...type, isActive: true },
    ]);
    await tryAll('patch', '/v1/appointment-types/{id}', practice.visitType, [
      { isActive: false },
      { durationMinutes: 1441 },
    ]);
    const person = { firstName: 'N', lastName: 'N', role: 'vet', storeIds: [storeId], permissions: ['pets.read'] };
    await tryAll('post', '/v1/employees', '', [
      ...[person, { ...person, permissions: [] }, { ...person, permissions: ['x'] }],
      ...[
        { ...person, storeIds: [] },
        { ...person, isActive: true },
      ],
    ]);
    await tryAll('patch', '/v1/employees/{id}', practice.near, [{ isActive: true }, { role: 'x' }, { storeIds: null }]);
    const keys = '/v1/employees/{id}/keys';
    await tryAll('post', keys, practice.near, [
      ...[{ access: 'read_only' }, { access: 'read_write', expiresAt: '2999-01-01T00:00Z' }],
      ...[{ access: 'read_only', expiresAt: null }, { access: 'x' }, { access: 'read_only', expiresAt: '2999-01-01' }],
    ]);

    const [{ id: keyId } = { id: '' }] = await database.sql<{ id: string }[]>`
      select id from api_keys where employee_id = ${practice.near}::uuid`;
    expect((await ask('get', keys, practice.near)).status).toBe(200);
    expect((await ask('delete', '/v1/keys/{id}', keyId)).status).toBe(200);
    expect((await ask('get', '/v1/employees/{id}', practice.near)).status).toBe(200);
    await database.sql`update employees set role = '' where id = ${practice.near}::uuid`;
    expect((await ask('get', '/v1/employees/{id}', practice.near)).body).toEqual({ id: practice.near });
    const end = new Date(service.clock.now() + 86_400_000).toISOString();
    await addAppointments(database, practice, [appointmentIn(practice, { roomId: room, end })]);
    expect((await ask('delete', '/v1/rooms/{id}', room)).status).toBe(409);
    expect((await ask('delete', '/v1/rooms/{id}', other)).status).toBe(200);
    expect((await ask('delete', '/v1/rooms/{id}', randomUUID())).status).toBe(404);
    expect((await ask('patch', '/v1/employees/{id}', practice.vet, { firstName: 'Eli' })).status).toBe(200);
    await database.sql`update employees set permissions = '{}' where id <> ${practice.vet}::uuid`;
    expect((await ask('patch', '/v1/employees/{id}', practice.vet, { isActive: false })).status).toBe(409);
    expect((await ask('get', '/v1/practice/history', '')).status).toBe(200);
  });
});
