import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { openEmbeddedDatabase } from './database.ts';

const MB = 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a backup needs little memory for the database', async () => {
  const dataDir = join(folder, 'db');
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  await database.sql`create table large (company_id int, bytes bytea)`;
  await database.sql`alter table large alter column bytes set storage external`;
  // An incompressible megabyte, repeated: the repetition is beyond gzip's window.
  await database.sql`
    insert into large select n, bytes from generate_series(1, 300) n,
      (select string_agg(uuid_send(gen_random_uuid()), '') as bytes from generate_series(1, 65536)) one`;
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  const archive = join(folder, 'backup.tar.gz');
  await database.backup(archive);
  clearInterval(look);
  await database.close();
  const size = Math.round(statSync(archive).size / MB);
  const grown = Math.round((most - before) / MB);
  process.stdout.write(`a backup of ${size} MB took ${grown} MB of memory\n`);
  expect(size).toBeGreaterThan(290);
  expect(grown).toBeLessThan(size / 2);
});

test('replies of the database do not stay in memory', async () => {
  const dataDir = join(folder, 'answers');
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  const ask = async (times: number) => {
    for (let nth = 0; nth < times; nth += 1)
      await database.sql`select n, repeat('x', 1000) from generate_series(1, 1000) n`;
  };
  await ask(20);
  const before = process.memoryUsage.rss();
  await ask(300);
  const grown = Math.round((process.memoryUsage.rss() - before) / MB);
  await database.close();
  process.stdout.write(`300 MB of answers left ${grown} MB of memory\n`);
  expect(grown).toBeLessThan(150);
});
