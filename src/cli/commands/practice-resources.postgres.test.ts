import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '#cli/command-line.ts';
import { runNamed } from '#cli/product.ts';
import { permissionSets } from '#contract/permissions.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import { connectPostgres, type Database } from '#service/db/database.ts';
import { findPracticeHistory } from '#service/db/manage/practice-history.ts';
import { createPostgresDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';

let url: string;
let database: Database;
let practice: TestPractice;
beforeAll(async () => {
  url = await createPostgresDatabase();
  database = await connectPostgres({ url, max: 1 });
  practice = await addPractice(database);
});
afterAll(() => database.close());

let environment: Record<string, string> = {};
/** Runs a command as a person types it, and returns its exit code and output. */
async function frontdesk(...argv: string[]) {
  const written = { out: '', err: '' };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.out += String(text);
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.err += String(text);
    return true;
  });
  try {
    const code = await runCommandLine(
      argv,
      { DATABASE_URL: url, ...environment },
      { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) },
    );
    return { code, ...written };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

async function done(...argv: string[]): Promise<string> {
  const { code, out, err } = await frontdesk(...argv);
  expect([argv.join(' '), code, err]).toEqual([argv.join(' '), 0, expect.any(String)]);
  return out.trim();
}

const listed = async (...argv: string[]) =>
  z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(await done(...argv, '--json')));

test('a practice is changed from the server as on the screen, and its history shows it', async () => {
  expect(await done('practice', 'rename', 'Elm')).toBe('The practice is called "Elm".');
  const west = await done('store', 'add', '--name', 'West', '--hours', 'Mon-Fri 8-12 14-18');
  await done('store', 'change', 'west', '--hours', 'Sat 9-12', '--time-zone', 'Europe/Berlin');
  expect(await done('store', 'list')).toContain(`${west}  West     Europe/Berlin     Sat 09:00-12:00`);
  const room = await done('room', 'add', '--store', 'West', '--name', 'Theatre', '--for', 'surgical, dental');
  await done('room', 'add', '--store', west, '--name', 'Ward');
  await done('room', 'change', 'ward', '--place', '1');
  await done('room', 'change', room, '--name', 'Surgery', '--for', 'all');
  expect(await listed('room', 'list', '--store', 'West')).toMatchObject([
    { name: 'Ward', storeId: west },
    { id: room, name: 'Surgery', categories: [] },
  ]);
  await done('room', 'remove', 'Ward', '--store', 'West');
  const type = await done('type', 'add', '--name', 'Laser', '--minutes', '15', '--category', 'surgical');
  await done('type', 'change', 'LASER', '--minutes', '20', '--inactive');
  expect(await listed('type', 'list')).toContainEqual(
    expect.objectContaining({ id: type, durationMinutes: 20, isActive: false, category: 'surgical' }),
  );
  const { data } = await findPracticeHistory(
    database,
    { companyId: practice.companyId, storeIds: [west] },
    { limit: 100, position: null },
  );
  expect(data.map(({ kind, action }) => `${kind} ${action}`).reverse()).toEqual([
    'company changed',
    'store created',
    'store changed',
    'room created',
    'room created',
    'room changed',
    'room changed',
    'room removed',
    'appointment_type created',
    'appointment_type changed',
  ]);
  expect(new Set(data.map(({ employeeId }) => employeeId))).toEqual(new Set([null]));
});

test('employees are added, get and lose permissions, and lose their keys when they leave', async () => {
  const id = await done('employee', 'add', '--name', 'Anna Maria Berg', '--role', 'vet', '--stores', 'Store 1');
  const one = async () => {
    const employees = await listed('employee', 'list');
    return employees.find((employee) => employee.id === id);
  };
  expect(await one()).toMatchObject({
    ...{ firstName: 'Anna Maria', lastName: 'Berg', storeIds: [practice.stores[0]] },
    permissions: permissionSets.book,
  });
  const key = await done('key', 'issue', '--employee', id);
  expect(await isKeyAccepted(database, key)).toBe(true);
  await done('employee', 'change', 'anna maria berg', '--may', 'manage', '--role', 'manager');
  expect(await one()).toMatchObject({ role: 'manager', permissions: permissionSets.manage });
  await done('employee', 'change', id, '--permissions', 'pets.read,clients.read');
  expect(await done('employee', 'list')).toMatch(/Anna Maria Berg +manager +1 store +2 permissions\n/);
  expect(await done('employee', 'change', id, '--inactive')).toBe('Employee "Anna Maria Berg" changed.');
  expect(await isKeyAccepted(database, key)).toBe(false);
  expect(await frontdesk('key', 'issue', '--employee', id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('frontdesk: the employee is inactive'),
  });
  const manager = await done('employee', 'add', '--name', 'Mo Lee', '--role', 'manager');
  await database.sql`update employees set permissions = '{}' where id <> ${manager}::uuid`;
  expect(await frontdesk('employee', 'change', 'Mo Lee', '--inactive')).toMatchObject({
    code: 1,
    err: expect.stringContaining('this is the last active manager'),
  });
});

test.each([
  ['which wants more than one', 2, 'store add --name West', '--hours'],
  ['with an option that cannot be read', 2, 'store change West --hours sometimes', '--hours: "sometimes"'],
  ['with two options that contradict', 2, 'type change Check-up --active --inactive', 'cannot be used with'],
  ['without a change', 1, 'type change Check-up', 'name at least one change'],
  ['about what is not there', 1, 'room remove Nowhere', 'there is no room "Nowhere"'],
  ['about what there is twice', 1, 'room change "Room 0" --place 2', 'there are several called'],
  ['that breaks a rule', 1, 'type add --name LEECHES --minutes 5 --category other', 'has this name already'],
  ['with a value that is not one of several', 2, 'employee add --name x --role wizard', 'wizard'],
  [
    'with a permission that there is not',
    2,
    'employee change "Élodie O\'Malley" --permissions all',
    '"all" is not a permission',
  ],
  ['with a place that there is not', 2, 'room change "Room 0" --place 0', 'first place is 1'],
])('a command %s is refused with exit code %i', async (_which, code, typed, message) => {
  const argv = typed.match(/"[^"]*"|\S+/g) ?? [];
  const result = await frontdesk(...argv.map((part) => part.replaceAll('"', '')));
  expect(result).toMatchObject({ code, err: expect.stringContaining(message) });
  expect(result.err.trim()).not.toContain('\n');
});

test('the running product knows every command', async () => {
  const lines: string[] = [];
  const output = { print: (line: string) => void lines.push(line), log: () => undefined };
  for (const name of ['store list', 'room list', 'type list', 'employee list', 'key list']) {
    await runNamed(database, name, { json: false }, output);
  }
  await runNamed(database, 'practice rename', { name: 'Oak' }, output);
  expect(lines.at(-1)).toBe('The practice is called "Oak".');
  const room = { where: { store: 'Store 1' }, fields: { name: 'ROOM 0' } };
  await expect(runNamed(database, 'room add', room, output)).rejects.toThrow('has this name already');
});

test('a key expires after its last day in the zone of TIME_ZONE', async () => {
  environment = { TIME_ZONE: 'America/New_York' };
  onTestFinished(() => {
    environment = {};
  });
  const issued = await done('key', 'issue', '--employee', practice.vet, '--expires', '2090-07-01', '--json');
  expect(JSON.parse(issued)).toMatchObject({ expiresAt: '2090-07-02T04:00:00.000Z' });
});
