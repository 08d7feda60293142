import { expect, test } from 'vitest';
import { clientLine, employeeLine, petLine, visitLine } from '#testing/import-lines.ts';
import { ownPractice } from '#testing/managed-practice.ts';
import { bookable } from '#testing/practice-rows.ts';
import { expectError } from '#testing/service-errors.ts';
import { describeService } from '#testing/suite.ts';

const before = { expectedUpdatedAt: '2026-01-05T08:00:00.000Z' };

describeService('text', (suite) => {
  test('is refused with a control character, and a name is stored without direction marks, by every way in', async () => {
    const { client, companyId, practice, database } = await ownPractice(suite());
    const { stores, rooms, client: owner, pet, visitType, near } = practice;
    const [storeId] = stores;
    const hours = { timeZone: 'UTC', openingHours: [] };
    const type = { category: 'other', durationMinutes: 5 };
    const person = { role: 'vet', storeIds: stores, permissions: [] };
    const line = (one: object) => ({ source: 'Old', dryRun: false, lines: [one] });
    const key = 'k';
    const ways: [method: 'post' | 'patch', path: string, body: (name: string) => object][] = [
      ['post', '/v1/clients', (name) => ({ firstName: name, lastName: name })],
      ['patch', `/v1/clients/${owner}`, (name) => ({ ...before, firstName: name })],
      ['post', '/v1/pets', (name) => ({ clientId: owner, name, species: 'dog' })],
      ['patch', `/v1/pets/${pet}`, (name) => ({ ...before, name })],
      ['patch', `/v1/companies/${companyId}`, (name) => ({ name })],
      ['post', '/v1/stores', (name) => ({ name, ...hours })],
      ['patch', `/v1/stores/${storeId}`, (name) => ({ name: `${name} 2` })],
      ['post', '/v1/rooms', (name) => ({ storeId, name })],
      ['patch', `/v1/rooms/${rooms[0][0]}`, (name) => ({ name: `${name} 2` })],
      ['post', '/v1/appointment-types', (name) => ({ name, ...type })],
      ['patch', `/v1/appointment-types/${visitType}`, (name) => ({ name: `${name} 2` })],
      ['post', '/v1/employees', (name) => ({ firstName: name, lastName: name, ...person })],
      ['patch', `/v1/employees/${near}`, (name) => ({ lastName: name })],
      ['post', '/v1/practice/import', (name) => line({ kind: 'room', key, storeId, name: `${name} 3` })],
      ['post', '/v1/practice/import', (name) => line({ kind: 'appointment_type', key, name: `${name} 3`, ...type })],
      ['post', '/v1/practice/import', (name) => line(clientLine(key, { firstName: name }))],
      ['post', '/v1/practice/import', (name) => line(petLine(key, { name }))],
      ['post', '/v1/practice/import', (name) => line(employeeLine(key, [storeId], { firstName: name }))],
    ];
    for (const [method, path, body] of ways) {
      expectError(await client[method](path, { companyId, ...body('A\u0004B') }), 'invalid_input', /control|not text/);
      const answer = await client[method](path, { companyId, ...body('\u2066A\u202eB\u2069') });
      expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
    }
    const tables = ['companies', 'stores', 'rooms', 'appointment_types', 'employees', 'clients', 'pets'];
    for (const table of tables) {
      const rows = await database.sql`select to_jsonb(t)::text as row from ${database.sql(table)} t
        where company_id = ${companyId} and to_jsonb(t)::text like '%"AB%'`;
      expect([table, rows.length > 0]).toEqual([table, true]);
      for (const { row } of rows) expect(row).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }
  });

  test('of notes has line breaks, and no other control characters, by every way in', async () => {
    const { client, companyId, practice } = await ownPractice(suite());
    const { stores, pet, visitType } = practice;
    const [storeId] = stores;
    const created = await client.post('/v1/appointments', { ...bookable(practice), notes: 'a\r\n\tb' });
    const visit = `/v1/appointments/${String(created.body)}`;
    const read = (await client.get(visit, { companyId })).body;
    expect(read).toMatchObject({ notes: 'a\r\n\tb' });
    const times = [2, 3].map((day) => ({ start: `2026-04-0${day}T09:00Z`, end: `2026-04-0${day}T10:00Z` }));
    const change = { expectedUpdatedAt: Object(read).updatedAt };
    const waiting = { storeId, petId: pet, visitTypeId: visitType, from: '2026-03-02' };
    const visitOf = visitLine('k', storeId, { pet: { id: pet }, visitType: { id: visitType } });
    const { storeIds, petId, visitTypeId } = bookable(practice);
    const ways: [method: 'post' | 'patch', path: string, body: (notes: string) => object][] = [
      ['post', '/v1/appointments', (notes) => ({ ...bookable(practice), notes })],
      ['patch', visit, (notes) => ({ ...change, notes })],
      ['post', '/v1/appointments/series', (notes) => ({ storeIds, petId, visitTypeId, times, notes })],
      ['post', '/v1/waiting-list', (notes) => ({ ...waiting, notes })],
      ['post', '/v1/practice/import', (notes) => ({ source: 'Old', dryRun: true, lines: [{ ...visitOf, notes }] })],
    ];
    for (const [method, path, body] of ways) {
      expectError(await client[method](path, { companyId, ...body('a\u0004b') }), 'invalid_input', /control/);
      expect([path, (await client[method](path, { companyId, ...body('a\nb') })).status]).toEqual([path, 200]);
    }
  });
});
