import { afterAll, beforeAll, expect, test } from 'vitest';
import { isKeyAccepted } from '#service/db/api-keys.ts';
import { connectPostgres, type Database } from '#service/db/database.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { practiceNew } from './practice.ts';

let database: Database;
beforeAll(async () => {
  database = await connectPostgres({ url: await createPostgresDatabase(), max: 1 });
});
afterAll(() => database.close());

const wanted = {
  name: 'Elm',
  stores: [
    { name: 'North', timeZone: 'UTC', openingHours: [], rooms: ['Room 1'] },
    { name: 'South', timeZone: 'UTC', openingHours: [], rooms: ['Room 1'] },
  ],
  vets: [
    { firstName: 'Anna', lastName: 'Berg' },
    { firstName: 'Kim', lastName: 'Lee' },
  ],
  visitTypes: [{ name: 'Laser', minutes: 15, category: 'surgical' }],
  receptionist: { firstName: 'ANNA', lastName: 'berg' },
  removeDemo: false,
  another: false,
};

async function make(options: unknown) {
  const printed: string[] = [];
  const logged: string[] = [];
  const output = { print: (line: string) => void printed.push(line), log: (line: string) => void logged.push(line) };
  await practiceNew.run({ database, ...output }, options);
  return { printed, logged: logged.join('\n') };
}

test('what breaks a rule makes nothing, whoever asks for it', async () => {
  const [north] = wanted.stores;
  await expect(make({ ...wanted, stores: [north, north] })).rejects.toThrow();
  await expect(make({ ...wanted, visitTypes: [{ ...wanted.visitTypes[0], minutes: 9_999 }] })).rejects.toThrow();
  expect(await database.sql`select 1 from companies`).toEqual([]);
});

test('a vet who works at the front desk is one person, and has the first key; visit types are told with their categories', async () => {
  const { printed, logged } = await make(wanted);
  expect(logged).toContain('Laser 15 (surgical)');
  expect(logged).toContain('This is the key of Anna Berg');
  const people = await database.sql`
    select first_name, role, cardinality(store_ids) as stores from employees order by first_name`;
  expect(people).toEqual([
    { first_name: 'Anna', role: 'vet', stores: 2 },
    { first_name: 'Kim', role: 'vet', stores: 2 },
  ]);
  const [key = ''] = printed;
  expect(await isKeyAccepted(database, key)).toBe(true);
  expect(await database.sql`select count(*)::int as rooms from rooms`).toEqual([{ rooms: 2 }]);
});
