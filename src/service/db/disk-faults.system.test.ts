import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { openEmbeddedDatabase } from './database.ts';

const require = createRequire(import.meta.url);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An embedded database in a separate process, whose disk fails on command. */
async function startOnFailingDisk() {
  const dataDir = join(folder, 'db');
  await makeEmptyDatabase(dataDir);
  const faultFile = join(folder, 'fault');
  const child = spawn(
    process.execPath,
    [
      '--liftoff-only',
      '--import',
      pathToFileURL(require.resolve('#testing/failing-disk.js')).href,
      require.resolve('#testing/run-statements.js'),
      dataDir,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, FAULT_FILE: faultFile } },
  );
  const exited = once(child, 'exit');
  const stops: string[] = [];
  const answers: string[] = [];
  let wake: () => void = () => undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"stopped"')) stops.push(line);
    else answers.push(line);
    wake();
  });
  async function answer(): Promise<string> {
    while (answers.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return answers.shift() ?? '';
  }
  expect(await answer()).toBe('{"open":true}');
  return {
    stops,
    async run(statement: string): Promise<string> {
      child.stdin.write(`${statement}\n`);
      return answer();
    },
    disk: (state: 'EIO' | 'ENOSPC' | '') => writeFileSync(faultFile, state),
    async close() {
      child.stdin.end();
      expect(await answer()).toBe('{"closed":true}');
      await exited;
    },
  };
}

/** Reopening takes seconds, or longer on a busy machine. */
const WITHIN = { timeout: 100_000, interval: 300 };

test('a failing or full disk is reported, no acknowledged data is lost, and the database reopens automatically', async () => {
  const database = await startOnFailingDisk();
  const works = () =>
    vi.waitFor(async () => expect(await database.run('select 1 as one')).toBe('{"rows":[{"one":1}]}'), WITHIN);
  expect(await database.run('create table kept (company_id int)')).toBe('{"rows":[]}');
  expect(await database.run('insert into kept values (1) returning company_id')).toBe('{"rows":[{"company_id":1}]}');

  database.disk('EIO');
  expect(await database.run('insert into kept values (2)')).toMatch(/"failed":".*EIO.*check it and have a backup/);
  expect(database.stops).toHaveLength(1);
  database.disk('');
  await works();

  expect(await database.run('room')).toBe('{"rows":[]}');
  database.disk('ENOSPC');
  expect(await database.run('room')).toMatch(/"failed":".*is full, so nothing was saved/);
  expect(await database.run('select 1 as one')).toBe('{"rows":[{"one":1}]}');
  // Each switch begins a new log file; preallocated files are used up first.
  let answer = '';
  for (let n = 3; n < 30 && !answer.includes('failed'); n += 1) {
    answer = await database.run(`insert into kept values (${n}); select 1 as one from pg_switch_wal()`);
  }
  expect(answer).toMatch(
    /"failed":"the embedded database stopped: .*No space left on device\. Make room on the disk that holds/,
  );
  expect(database.stops).toHaveLength(2);
  database.disk('');
  await works();

  expect(await database.run('select min(company_id) as kept from kept')).toBe('{"rows":[{"kept":1}]}');
  expect(await database.run('insert into kept values (99) returning company_id')).toBe('{"rows":[{"company_id":99}]}');
  await database.close();
}, 300_000);

test('a statement that takes too long is ended, and later statements succeed', async () => {
  const stops: string[] = [];
  const dataDir = join(folder, 'db');
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({
    dataDir,
    statementTimeoutMs: 1_500,
    onStop: (error) => stops.push(error.message),
  });
  await expect(
    database.sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`,
  ).rejects.toThrow('the embedded database stopped: no answer within 1.5 s');
  expect(stops).toHaveLength(1);
  await vi.waitFor(async () => expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }]), WITHIN);
  await database.close();
}, 300_000);
