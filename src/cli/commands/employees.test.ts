import { beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommandByName } from '#cli/product.ts';
import { permissionSets } from '#contract/permissions.ts';
import { issueKey } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import type { Database } from '#service/db/database.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';

let database: Database;
let practice: TestPractice;
beforeAll(async () => {
  database = await openOwnDatabase();
});
beforeEach(async () => {
  await database.sql`truncate companies cascade`;
  practice = await addPractice(database);
});

/** Runs a command as the running product does for another process; returns its lines. */
async function frontdesk(name: string, options: object) {
  const lines = { printed: [] as string[], logged: [] as string[] };
  const print = (line: string) => void lines.printed.push(line);
  await runCommandByName(database, name, options, { print, log: (line) => void lines.logged.push(line) });
  return lines;
}

const personOf = async (id: string) =>
  (
    await database.sql`select role, is_active, cardinality(store_ids) as stores from employees where id = ${id}::uuid`
  )[0];

test('`employee list` lists the people of a practice with their stores and rights', async () => {
  await database.sql`update employees set permissions = '{pets.read,clients.read}' where id = ${practice.near}::uuid`;
  const { printed } = await frontdesk('employee list', { json: false });
  expect(printed[0]).toMatch(/^ID +NAME +ROLE +STORES +MAY$/);
  expect(printed.join('\n')).toMatch(new RegExp(`${practice.vet}  Élodie O'Malley +vet +2 stores +manage\\n`));
  expect(printed.join('\n')).toMatch(new RegExp(`${practice.near} .* 1 store +2 permissions`));
  expect(printed.join('\n')).toMatch(new RegExp(`${practice.retiredVet} .* inactive$`, 'm'));
  const json: unknown = JSON.parse((await frontdesk('employee list', { json: true })).printed.join('\n'));
  expect(json).toContainEqual(expect.objectContaining({ id: practice.vet, permissions: permissionSets.manage }));
});

test('`employee let-in` makes a person a manager of every store and prints only their new key', async () => {
  await database.sql`update employees set permissions = '{}'`;
  const { printed, logged } = await frontdesk('employee let-in', { id: practice.near });
  expect(await personOf(practice.near)).toEqual({ role: 'vet', is_active: true, stores: 2 });
  expect(await isKeyAccepted(database, printed.join())).toBe(true);
  expect(logged.join()).toContain('shown only once');
  const { printed: rows } = await frontdesk('employee list', { json: false });
  expect(rows.join('\n')).toMatch(new RegExp(`${practice.near} .* 2 stores +manage`));
});

test('`employee let-in` lets in a person who had left, whose earlier keys stay revoked', async () => {
  const { key } = await issueKey(database, { employeeId: practice.near, readOnly: false });
  await database.sql`update employees set is_active = false where id = ${practice.near}::uuid`;
  const { printed } = await frontdesk('employee let-in', { id: practice.near });
  expect([await isKeyAccepted(database, key), await isKeyAccepted(database, printed.join())]).toEqual([false, true]);
});

test.each([
  ['Ada', /Ada is not the id of an employee; `frontdesk employee list`/],
  ['00000000-0000-4000-8000-000000000000', /there is no employee .*; `frontdesk employee list`/],
])('`employee let-in %s` is refused, and says where the ids are', async (id, message) => {
  await expect(frontdesk('employee let-in', { id })).rejects.toThrow(message);
});
