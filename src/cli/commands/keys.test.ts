import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseCommand } from '#cli/database-command.ts';
import { issueKey, listKeys, revokeKey } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import { employees } from '#service/db/schema.ts';
import { openOwnDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';
import { issueKeyCommand, listKeysCommand, revokeAllKeysCommand } from './keys.ts';

let database: Database;
let practice: TestPractice;
beforeAll(async () => {
  database = await openOwnDatabase();
});
beforeEach(async () => {
  await database.sql`truncate companies cascade`;
  practice = await addPractice(database);
});
afterAll(() => database.close());

async function linesOf(command: DatabaseCommand, options: unknown): Promise<string[]> {
  const lines: string[] = [];
  await command.run({ database, print: (line) => lines.push(line), log: () => {} }, options);
  return lines;
}

const at = (time: string) => ({ clock: () => Date.parse(time) });
const issue = (time: string, readOnly = false, expiresAt: string | null = null) =>
  issueKey(database, { employeeId: practice.vet, readOnly, expiresAt, ...at(time) });

test('keys are listed under headings with the names of their employees, and revoked keys are marked', async () => {
  expect(await linesOf(listKeysCommand, { json: false })).toEqual([
    expect.stringMatching(/^ID {2}EMPLOYEE {2}ACCESS {2}ISSUED {2}EXPIRES$/),
  ]);
  const old = await issue('2026-01-05T08:00:00Z', true);
  const own = await issue('2026-02-05T08:00:00Z');
  const ended = await issue('2026-02-06T08:00:00Z', false, '2026-03-06T08:00:00.000Z');
  const later = await issue('2026-02-07T08:00:00Z', false, '9999-03-06T08:00:00.000Z');
  await revokeKey(database, old.id, at('2026-03-05T08:00:00Z'));
  const cells = (await linesOf(listKeysCommand, { json: false })).map((line) => line.split(/ {2,}/));
  const name = "Élodie O'Malley";
  expect(cells).toEqual([
    ['ID', 'EMPLOYEE', 'ACCESS', 'ISSUED', 'EXPIRES'],
    [old.id, name, 'read_only', '2026-01-05T08:00:00.000Z', 'never', 'revoked 2026-03-05T08:00:00.000Z'],
    [own.id, name, 'read_write', '2026-02-05T08:00:00.000Z', 'never'],
    [ended.id, name, 'read_write', '2026-02-06T08:00:00.000Z', '2026-03-06T08:00:00.000Z', 'expired'],
    [later.id, name, 'read_write', '2026-02-07T08:00:00.000Z', '9999-03-06T08:00:00.000Z'],
  ]);
});

test('where two practices have the same employee, the practice of a new key must be specified', async () => {
  const other = await addPractice(database);
  await database.sql`insert into employees select (jsonb_populate_record(e, jsonb_build_object('company_id', ${other.companyId}::uuid))).*
    from employees e where e.company_id = ${practice.companyId}::uuid and e.id = ${practice.vet}::uuid`;
  const options = { employee: practice.vet, readOnly: true, json: true };
  await expect(linesOf(issueKeyCommand, options)).rejects.toThrow(/several practices .* --practice/);
  await linesOf(issueKeyCommand, { ...options, practice: other.companyId });
  expect(await listKeys(database)).toMatchObject([{ companyId: other.companyId, employeeId: practice.vet }]);
});

test('revokes all keys together', async () => {
  await issue('2026-01-05T08:00:00Z');
  await issue('2026-02-05T08:00:00Z', true);
  expect(await linesOf(revokeAllKeysCommand, {})).toEqual(['Keys revoked: 2.']);
  expect((await listKeys(database)).map(({ revokedAt }) => revokedAt)).toEqual([
    expect.any(String),
    expect.any(String),
  ]);
  expect(await linesOf(revokeAllKeysCommand, {})).toEqual(['Keys revoked: 0.']);
});

test('the key of a deleted employee is listed with the employee’s id', async () => {
  const { id } = await issue('2026-01-05T08:00:00Z');
  await database.db.delete(employees).where(eq(employees.id, practice.vet));
  const [, line] = await linesOf(listKeysCommand, { json: false });
  expect(line?.split(/ {2,}/).slice(0, 2)).toEqual([id, practice.vet]);
});

test('a key is issued with its expiry', async () => {
  const options = { employee: practice.vet, readOnly: false, json: true };
  const expires = '2030-03-06T08:00:00.000Z';
  expect(JSON.parse((await linesOf(issueKeyCommand, { ...options, expires })).join('\n'))).toMatchObject({
    expiresAt: expires,
  });
  expect(JSON.parse((await linesOf(issueKeyCommand, options)).join('\n'))).toMatchObject({ expiresAt: null });
  expect((await linesOf(listKeysCommand, { json: true })).join('\n')).toContain(`"expiresAt": "${expires}"`);
});

test('the JSON for programs contains names and never a key', async () => {
  expect(JSON.parse((await linesOf(listKeysCommand, { json: true })).join('\n'))).toEqual([]);
  const { key, id } = await issue('2026-01-05T08:00:00Z');
  const text = (await linesOf(listKeysCommand, { json: true })).join('\n');
  expect(JSON.parse(text)).toMatchObject([{ id, employeeId: practice.vet, employeeName: "Élodie O'Malley" }]);
  expect(text).not.toContain(key);
});
