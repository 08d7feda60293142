import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createPostgresDatabase, databases, makeEmptyDatabase } from '#testing/databases.ts';
import { connectPostgres, openEmbeddedDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an embedded database keeps what was committed, in its folder and in an archive', async () => {
  const dataDir = join(folder, 'nested', 'db');
  await makeEmptyDatabase(dataDir);
  const first = await openEmbeddedDatabase({ dataDir });
  await first.sql`insert into companies (company_id, name) values (gen_random_uuid(), 'Tom & Jerry')`;
  await expect(first.sql`select nonsense`).rejects.toMatchObject({ code: '42703' });
  await first.close();
  const kept = [{ name: 'Tom & Jerry', bytes: 32 }];
  const reopened = await openEmbeddedDatabase({ dataDir });
  expect(await reopened.sql`select name, octet_length(cursor_secret) as bytes from companies`).toEqual(kept);
  const archive = join(folder, 'backup.tar.gz');
  await reopened.backup(archive);
  await reopened.close();
  const restored = await openEmbeddedDatabase({ dataDir: 'memory://', archive });
  expect(await restored.sql`select name, octet_length(cursor_secret) as bytes from companies`).toEqual(kept);
  await restored.close();
});

test('two backups at once are both whole, also behind one that fails, and leave no copy of the database behind', async () => {
  const dataDir = join(folder, 'twice', 'db');
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  await database.sql`insert into companies (company_id, name) values (gen_random_uuid(), 'Backed up')`;
  const archives = ['by-hand.tar.gz', 'by-schedule.tar.gz'].map((name) => join(folder, name));
  const failing = database.backup(join(folder, 'no-such-folder', 'backup.tar.gz'));
  const made = Promise.all(archives.map((archive) => database.backup(archive)));
  await expect(failing).rejects.toThrow('ENOENT');
  await made;
  await database.close();
  expect(readdirSync(join(folder, 'twice'))).toEqual(['db']);
  for (const archive of archives) {
    const restored = await openEmbeddedDatabase({ dataDir: 'memory://', archive });
    expect(await restored.sql`select name from companies`).toEqual([{ name: 'Backed up' }]);
    await restored.close();
  }
});

test('instances that start together on an empty PostgreSQL migrate it once', async () => {
  const url = await createPostgresDatabase();
  const instances = await Promise.all(Array.from({ length: 4 }, () => connectPostgres({ url, max: 2 })));
  const [first] = instances;
  if (first === undefined) throw new Error('no instance');
  const rows = await first.sql`select name, count(*)::int as times from frontdesk.migrations group by name`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row['times'] === 1)).toBe(true);
  await Promise.all(instances.map((instance) => instance.close()));
});

describe.each(databases)('on %s', (_name, open) => {
  test('every key and index begins with the company', async () => {
    const database = await open();
    const columns = await database.sql`
      select i.indexrelid::regclass::text as index, a.attname as first
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where n.nspname not in ('pg_catalog', 'pg_toast')`;
    expect(columns.length).toBeGreaterThan(20);
    expect(columns.filter((column) => column['first'] !== 'company_id')).toEqual([]);
    await database.close();
  });
});
