import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind, openOwnDatabase } from '#testing/databases.ts';
import { createTestService } from '#testing/service.ts';
import { addDemoCompany, practiceSetup } from '#testing/setup.ts';
import type { Database } from './database.ts';
import { makePractice } from './make-practice.ts';

// These tests need their own databases, because they depend on whether a practice already exists.
describe(`creating a practice on ${databaseKind}`, () => {
  let database: Database;
  beforeAll(async () => {
    database = await openOwnDatabase();
  });
  afterAll(() => database.close());

  const practices = () => database.sql`select name from companies order by name`;

  test('creates people with the chosen permissions, and is the first entry of the history', async () => {
    await addDemoCompany(database);
    const [ada, kim] = practiceSetup.people;
    const people = [{ ...ada!, may: 'view' as const }, kim!, { ...kim!, lastName: 'Young', may: 'view' as const }];
    const created = await makePractice(database, {
      practice: { ...practiceSetup, people },
      demo: 'remove',
      from: 'browser',
    });
    expect(created.map(({ name }) => name)).toEqual(['Ada Okafor', 'Kim Lee', 'Kim Young']);
    expect(await practices()).toEqual([{ name: 'Elm Vets' }]);

    const service = createTestService(database, Date.now());
    const [first, second, third] = created.map(({ key }) => service.client(key));
    const companies = await first!.get('/v1/companies');
    expect(companies.body).toMatchObject({
      data: [{ name: 'Elm Vets', stores: [{ rooms: [{ name: 'Consult 1' }] }] }],
    });
    const [{ id: companyId }] = (companies.body as { data: [{ id: string }] }).data;
    const may = async (client: typeof first) => {
      const { permissions } = (await client!.get('/v1/me', { companyId })).body as { permissions: string[] };
      return ['appointments.read', 'appointments.write', 'practice.write'].filter((one) => permissions.includes(one));
    };
    // The first person always becomes a manager, whatever was chosen.
    expect(await may(first)).toEqual(['appointments.read', 'appointments.write', 'practice.write']);
    expect(await may(second)).toEqual(['appointments.read', 'appointments.write']);
    expect(await may(third)).toEqual(['appointments.read']);
    const history = await first!.get('/v1/practice/history', { companyId });
    const { data } = history.body as { data: { kind: string; name: string; employeeId: string }[] };
    expect(data.map(({ kind, name }) => `${kind} ${name}`).reverse()).toEqual([
      ...['company Elm Vets', 'store Elm', 'room Consult 1', 'appointment_type Consultation'],
      ...['employee Ada Okafor', 'employee Kim Lee', 'employee Kim Young'],
      ...['key Ada Okafor', 'key Kim Lee', 'key Kim Young'],
    ]);
    expect(new Set(data.map(({ employeeId }) => employeeId))).toEqual(new Set([created[0]!.employeeId]));
    expect(JSON.stringify(data)).not.toContain('fd_');
  });

  test('fails if one exists, unless the command line adds another one with a single key', async () => {
    const options = { practice: { ...practiceSetup, name: 'Oak' }, demo: 'keep', from: 'command line' } as const;
    await expect(makePractice(database, options)).rejects.toMatchObject({ key: 'set_up_already' });
    expect(await practices()).toEqual([{ name: 'Elm Vets' }]);
    const created = await makePractice(database, { ...options, isAdditional: true });
    expect(created.map(({ key }) => key === null)).toEqual([false, true]);
    expect(await practices()).toEqual([{ name: 'Elm Vets' }, { name: 'Oak' }]);
    expect(
      await database.sql`select distinct h.employee_id from practice_history h join companies c using (company_id) where c.name = 'Oak'`,
    ).toEqual([{ employee_id: null }]);
  });
});
