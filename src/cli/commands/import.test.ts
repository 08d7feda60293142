import { randomUUID } from 'node:crypto';
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
  const failure = await importFile.run({ database, ...output }, { file, dryRun }).catch((error: unknown) => error);
  return { printed, logged, failure };
}

test('a file of records is restored, or only checked; the exit code shows refused lines', async () => {
  const { companyId, client } = practice;
  const file = join(folder, 'records.ndjson');
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const records = [
    { id: randomUUID(), companyId, petId: 'P-1', start: '2026-03-02T09:00Z', end: '2026-03-02T09:30Z', ...times },
    { id: randomUUID(), companyId, clientId: client, name: 'Bello', species: 'dog', ...times },
    { id: randomUUID(), companyId, name: 'Nobody’s', species: 'cat', ...times },
  ];
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const pets = () => database.sql`select name from pets where company_id = ${companyId}::uuid order by name`;
  const counts = ['3 lines: 2 records, 1 refused.'];
  const outcome = [
    '2 added, 0 changed, 0 as they were.',
    '1 of them are returned as their id only: the lines above say which and why.',
  ];

  const dry = await run(file, true);
  expect(dry.printed).toEqual([...counts, 'Nothing is written. It would be:', ...outcome]);
  expect(dry.logged.sort()).toEqual([
    expect.stringMatching(/^line 1: returned as its id only: .*status: is missing/),
    expect.stringMatching(/^line 3: refused: clientId: is missing/),
  ]);
  expect(dry.failure).toMatchObject({ exitCode: 3, message: '1 refused: the lines above say which and why' });
  expect(await pets()).toEqual([{ name: 'Rex' }]);

  const { printed, logged, failure } = await run(file, false);
  expect(printed).toEqual([...counts, ...outcome]);
  expect(logged.sort()).toEqual(dry.logged);
  expect(failure).toBeInstanceOf(LinesRefused);
  expect(await pets()).toEqual([{ name: 'Bello' }, { name: 'Rex' }]);

  expect((await run(folder, true)).failure).toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/is not a file/),
  });
});
