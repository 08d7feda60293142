import { afterAll, beforeAll, expect, test } from 'vitest';
import { isKeyAccepted } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { newPracticeCommand } from './practice.ts';

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());

const request = {
  name: 'Elm',
  store: { name: 'North', timeZone: 'UTC', openingHours: [], rooms: [{ name: 'Room 1', categories: ['surgical'] }] },
  visitTypes: [{ name: 'Laser', durationMinutes: 15, category: 'surgical' }],
  people: [
    { firstName: 'Anna', lastName: 'Berg', role: 'vet', may: 'book' },
    { firstName: 'Kim', lastName: 'Lee', role: 'vet', may: 'book' },
  ],
  removeDemo: false,
  another: false,
};

async function make(options: unknown) {
  const printed: string[] = [];
  const logged: string[] = [];
  const output = { print: (line: string) => void printed.push(line), log: (line: string) => void logged.push(line) };
  await newPracticeCommand.run({ database, ...output }, options);
  return { printed, logged: logged.join('\n') };
}

test('a violated rule creates nothing, whatever the request', async () => {
  const [room] = request.store.rooms;
  await expect(make({ ...request, store: { ...request.store, rooms: [room, room] } })).rejects.toThrow();
  const long = { ...request.visitTypes[0], durationMinutes: 9_999 };
  await expect(make({ ...request, visitTypes: [long] })).rejects.toThrow();
  expect(await database.sql`select 1 from companies`).toEqual([]);
});

test('the first person becomes manager and is the only one with a key; visit types are listed with their categories', async () => {
  const { printed, logged } = await make(request);
  expect(logged).toContain('Laser 15 (surgical)');
  expect(logged).toContain('This is the key of Anna Berg');
  const people = await database.sql`
    select first_name, role, cardinality(store_ids) as stores, 'practice.write' = any(permissions) as manages,
      'appointments.write' = any(permissions) as books, (select count(*)::int from api_keys k where k.employee_id = e.id) as keys
    from employees e order by first_name`;
  expect(people).toEqual([
    { first_name: 'Anna', role: 'vet', stores: 1, manages: true, books: true, keys: 1 },
    { first_name: 'Kim', role: 'vet', stores: 1, manages: false, books: true, keys: 0 },
  ]);
  const [key = ''] = printed;
  expect(await isKeyAccepted(database, key)).toBe(true);
  expect(await database.sql`select name, categories from rooms`).toEqual([
    { name: 'Room 1', categories: '{surgical}' },
  ]);
  await expect(make(request)).rejects.toThrow('already has the practice "Elm"');
  await make({ ...request, name: 'Oak', another: true });
});
