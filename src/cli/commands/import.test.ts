import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LinesRefused } from '#cli/messages.ts';
import type { Database } from '#service/db/database.ts';
import { openSharedDatabase } from '#testing/databases.ts';
import { addPractice, type TestPractice } from '#testing/practice-rows.ts';
import { importFile } from './import.ts';

let database: Database;
let practice: TestPractice;
let folder: string;
beforeAll(async () => {
  database = await openSharedDatabase();
  practice = await addPractice(database);
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-records-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

async function run(file: string, dryRun: boolean) {
  const printed: string[] = [];
  const logged: string[] = [];
  const output = { print: (line: string) => void printed.push(line), log: (line: string) => void logged.push(line) };
  const failure = await importFile
    .run({ database, ...output }, { file, source: 'Old system', dryRun })
    .catch((error: unknown) => error);
  return { printed, logged, failure };
}

test('tells of a file of records before it writes it, or instead; that lines were refused is its exit code', async () => {
  const { companyId, client } = practice;
  const file = join(folder, 'records.ndjson');
  const records = [
    { id: 'V-1', companyId, petId: 'P-1', start: '2026-03-02T09:00Z', end: '2026-03-02T09:30Z' },
    { kind: 'pet', id: 'P-1', companyId, clientId: client, name: 'Bello', species: 'dog' },
    { kind: 'pet', id: 'P-2', companyId, name: 'Nobody’s' },
  ];
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const pets = () => database.sql`select name from pets where company_id = ${companyId}::uuid order by name`;
  const foreseen = [
    '3 lines: 2 records, 1 refused.',
    '1 of the records would be served as their id alone: the lines above say which and why.',
  ];

  const dry = await run(file, true);
  expect(dry.printed).toEqual([...foreseen, 'Nothing was written.']);
  expect(dry.logged).toEqual([
    expect.stringMatching(/^line 1: would be served as its id alone: .*status is missing/),
    expect.stringMatching(/^line 2: .*kept under the id/),
    expect.stringMatching(/^line 3: refused: .*client_id is missing/),
  ]);
  expect(dry.failure).toMatchObject({ exitCode: 3, message: '1 refused: the lines above say which and why' });
  expect(await pets()).toEqual([{ name: 'Rex' }]);

  const { printed, logged, failure } = await run(file, false);
  expect(printed.slice(0, 3)).toEqual([...foreseen, '2 added, 0 changed, 0 as they were.']);
  expect(logged).toEqual(dry.logged);
  expect(failure).toBeInstanceOf(LinesRefused);
  expect(await pets()).toEqual([{ name: 'Bello' }, { name: 'Rex' }]);

  expect((await run(folder, true)).failure).toMatchObject({ exitCode: 1, message: expect.stringMatching(/no file/) });
});

test('what only writing shows is told then', async () => {
  const { companyId, vet, near, stores } = practice;
  const file = join(folder, 'people.ndjson');
  const person = {
    kind: 'employee',
    companyId,
    firstName: 'A',
    lastName: 'B',
    role: 'vet',
    storeIds: stores,
    isActive: false,
  };
  writeFileSync(
    file,
    [near, vet].map((id) => JSON.stringify({ ...person, id, permissions: ['practice.write'] })).join('\n'),
  );
  const { logged, failure } = await run(file, false);
  expect(failure).toBeUndefined();
  expect(logged).toEqual([expect.stringMatching(/may manage the practice: stays so$/)]);
});
