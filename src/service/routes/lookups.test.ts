import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  appointmentTypeSchema,
  clientSchema,
  companyPageSchema,
  keyHolderSchema,
  listedEmployeeSchema,
} from '#contract/clients-pets-staff.ts';
import { enumEntrySchema, enumsSchema } from '#contract/enum-entries.ts';
import { serviceErrorSchema } from '#contract/error.ts';
import { createPageSchema } from '#contract/page.ts';
import { addClient, addEmployee, addPet, keyOf } from '#testing/practice-rows.ts';
import { pagesOf } from '#testing/service.ts';
import { describeService } from '#testing/suite.ts';

describeService('lookup lists', (suite) => {
  const people: readonly (readonly [string, string])[] = [
    ['Élodie', "O'Malley"],
    ['elodie', 'Zimmer'],
    ['Anna Maria', 'de la Cruz'],
    ['李', '小龙'],
    ['İrem', 'Işık'],
    ['<b>Bo</b>', '100%'],
    ['', 'Mononym'],
  ];

  beforeAll(async () => {
    const { database, practice } = suite();
    for (const [firstName, lastName] of people) {
      const id = randomUUID();
      await addClient(database, { companyId: practice.companyId, id, firstName, lastName });
      await addPet(database, {
        companyId: practice.companyId,
        id: randomUUID(),
        clientId: id,
        name: 'Bella',
        owner: `${firstName} ${lastName}`,
      });
    }
  });

  test('clients are ordered by name, in pages', async () => {
    const { client, practice } = suite();
    const { companyId } = practice;
    const names: string[] = [];
    const read = async (cursor: string) =>
      createPageSchema(clientSchema).parse((await client.get('/v1/clients', { companyId, limit: '3', cursor })).body);
    for await (const page of pagesOf(read)) {
      expect(page.totalCount).toBe(8);
      expect(page.hasMore).toBe(page.nextCursor !== null);
      names.push(...page.data.map((person) => `${person.firstName} ${person.lastName}`.trim()));
    }
    expect(names).toEqual([
      '<b>Bo</b> 100%',
      'Ann Smith',
      'Anna Maria de la Cruz',
      "Élodie O'Malley",
      'elodie Zimmer',
      'İrem Işık',
      'Mononym',
      '李 小龙',
    ]);
  });

  test.each([
    ['él', 1],
    ['O’Mal', 1],
    ['omalley', 1],
    ["'", 0],
    ['e\u0301l', 1],
    ['EL', 1],
    ['o', 1],
    ["o'", 1],
    ['malley', 0],
    ['cruz anna', 1],
    ['de de d', 1],
    ['李', 1],
    ['小', 1],
    ['龙', 0],
    ['i\u0307rem', 1],
    ['<b', 1],
    ['100%', 1],
    ['%', 0],
    [':*', 0],
    ['a & b', 0],
    [' \u00a0\t', 8],
    ['x'.repeat(200), 0],
  ])('the query %j finds %i clients and pets', async (query, count) => {
    const { client, practice } = suite();
    const parameters = { companyId: practice.companyId, query };
    expect((await client.get('/v1/clients', parameters)).body).toMatchObject({ totalCount: count });
    expect((await client.get('/v1/pets', parameters)).body).toMatchObject({ totalCount: count });
  });

  test('employees belong to one of the stores, types may be inactive, companies include their accessible stores', async () => {
    const { client, practice } = suite();
    const { companyId, stores } = practice;
    const all = createPageSchema(listedEmployeeSchema).parse((await client.get('/v1/employees', { companyId })).body);
    expect(all.totalCount).toBe(3);
    const far = createPageSchema(listedEmployeeSchema).parse(
      (await client.get('/v1/employees', { companyId, storeIds: stores[1] })).body,
    );
    expect(far.data.map((employee) => employee.id)).not.toContain(practice.near);
    const types = createPageSchema(appointmentTypeSchema).parse(
      (await client.get('/v1/appointment-types', { companyId })).body,
    );
    expect(types.data.map((type) => type.isActive)).toEqual([true, false]);
    const companies = companyPageSchema.parse((await client.get('/v1/companies', { query: 'jer & tom' })).body);
    expect(companies.data.map((company) => company.stores.map((store) => store.rooms.length))).toEqual([[2, 2]]);
    expect((await client.get('/v1/companies', { query: 'erry' })).body).toMatchObject({ data: [], totalCount: 0 });
  });

  test('a key receives only the accessible stores of a colleague, and only colleagues at accessible stores', async () => {
    const { service, practice, database } = suite();
    const { companyId, stores } = practice;
    const away = await addEmployee(database, { companyId, storeIds: [stores[1]] });
    const gone = await addEmployee(database, { companyId, storeIds: [stores[1], stores[0], randomUUID()] });
    const listed = async (employee: string, query: Record<string, string> = {}) => {
      const answer = await service
        .client(await keyOf(database, employee))
        .get('/v1/employees', { companyId, ...query });
      const { data, totalCount } = createPageSchema(listedEmployeeSchema).parse(answer.body);
      expect(totalCount).toBe(data.length);
      return new Map(data.map(({ id, storeIds }) => [id, storeIds]));
    };
    const near = await listed(practice.near);
    expect([...near.values()]).toEqual(Array(4).fill([stores[0]]));
    expect([...near.keys()]).not.toContain(away);
    const far = await listed(practice.vet, { storeIds: stores[1] });
    // The restriction determines which employees are listed; the key's access determines which of their stores are shown.
    expect([far.get(practice.vet), far.get(away)]).toEqual([stores, [stores[1]]]);
    // A store that does not exist in the company is not accessible.
    expect(far.get(gone)).toEqual([stores[1], stores[0]]);
    expect(await listed(await addEmployee(database, { companyId, storeIds: [] }))).toEqual(new Map());
  });

  test('enums', async () => {
    const { client, practice } = suite();
    const all = enumsSchema.parse((await client.get('/v1/enums', { companyId: practice.companyId })).body);
    for (const [name, entries] of Object.entries(all)) {
      const one = await client.get(`/v1/enums/${name}`, { companyId: practice.companyId });
      expect(z.array(enumEntrySchema).parse(one.body)).toEqual(entries);
    }
    expect(Object.values(all).map((entries) => entries.length)).toEqual([8, 20, 5]);
  });

  test.each([
    ['/v1/clients', 'companyId', 'nonsense'],
    ['/v1/clients', 'companyId', ''],
    ['/v1/clients', 'limit', '0'],
    ['/v1/clients', 'limit', '501'],
    ['/v1/clients', 'limit', '1.5'],
    ['/v1/clients', 'limit', '1e2'],
    ['/v1/clients', 'limit', ''],
    ['/v1/clients', 'limit', 'null'],
    ['/v1/clients', 'query', ''],
    ['/v1/clients', 'query', 'x'.repeat(201)],
    ['/v1/clients', 'query', '\u0000'],
    ['/v1/clients', 'cursor', 'nonsense'],
    ['/v1/companies', 'cursor', 'nonsense'],
    ['/v1/pets', 'clientId', ''],
    ['/v1/pets', 'clientId', 'null'],
    ['/v1/employees', 'storeIds', ''],
    ['/v1/employees', 'storeIds', `${randomUUID()},`],
    ['/ping', 'storeIds', 'x'],
    ['/v1/appointments', 'status', ''],
    ['/v1/appointments', 'direction', 'ASC'],
    ['/v1/appointments', 'startDate', ''],
    ['/v1/appointments', 'endDate', 'null'],
    ['/v1/appointments', 'startDate', '2026-01-01'],
    ['/v1/appointments', 'createdSince', '2026-02-30T00:00Z'],
    ['/v1/appointments', 'employeeId', '00000000-0000-0000-8000-000000000001'],
  ])('%s with %s=%j is 400 and names it', async (path, name, value) => {
    const { client, practice } = suite();
    const answer = await client.get(path, { companyId: practice.companyId, [name]: value });
    expect(answer.status).toBe(400);
    expect(serviceErrorSchema.parse(answer.body).data.suggestion).toMatch(new RegExp(`^${name}\\b`));
  });

  test('nullable parameters are null if empty or the word null, and unknown ones are ignored', async () => {
    const { client, practice } = suite();
    const empty = {
      cursor: '',
      updatedSince: 'null',
      updatedBefore: '',
      createdSince: '',
      createdBefore: 'null',
      nonsense: '',
    };
    expect((await client.get('/v1/appointments', { companyId: practice.companyId, ...empty })).status).toBe(200);
    for (const employeeId of ['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF']) {
      const answer = await client.get('/v1/appointments', { companyId: practice.companyId, employeeId });
      expect(answer.body).toEqual({ data: [], nextCursor: null, hasMore: false, totalCount: 0 });
    }
  });

  test('a key receives its employee and its access, only for its own company', async () => {
    const { database, service, practice } = suite();
    const { companyId, stores } = practice;
    const employee = await addEmployee(database, {
      companyId,
      storeIds: stores.slice(0, 1),
      permissions: ['pets.read'],
    });
    const of = async (readOnly: boolean) => service.client(await keyOf(database, employee, readOnly));
    const reader = await of(true);
    const answer = await reader.get('/v1/me', { companyId });
    expect(answer.status).toBe(200);
    expect(keyHolderSchema.parse(answer.body)).toMatchObject({
      employeeId: employee,
      storeIds: stores.slice(0, 1),
      permissions: ['pets.read'],
      access: 'read_only',
    });
    const writer = await (await of(false)).get('/v1/me', { companyId });
    expect(keyHolderSchema.parse(writer.body).access).toBe('read_write');
    expect((await reader.get('/v1/me')).status).toBe(400);
    expect((await reader.get('/v1/me', { companyId: randomUUID() })).status).toBe(403);
    expect((await service.client(null).get('/v1/me')).status).toBe(401);
  });
});
