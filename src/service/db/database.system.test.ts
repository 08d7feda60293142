import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { openEmbeddedDatabase } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an embedded database keeps committed data, in its folder and in an archive', async () => {
  const dataDir = join(folder, 'nested', 'db');
  await makeEmptyDatabase(dataDir);
  const first = await openEmbeddedDatabase({ dataDir });
  await first.sql`insert into companies (company_id, name) values (gen_random_uuid(), 'Tom & Jerry')`;
  await expect(first.sql`select nonsense`).rejects.toMatchObject({ code: '42703' });
  await first.close();
  const committed = [{ name: 'Tom & Jerry', bytes: 32 }];
  const reopened = await openEmbeddedDatabase({ dataDir });
  expect(await reopened.sql`select name, octet_length(cursor_secret) as bytes from companies`).toEqual(committed);
  const archive = join(folder, 'backup.tar.gz');
  await reopened.backup(archive);
  await reopened.close();
  const restored = await openEmbeddedDatabase({ dataDir: 'memory://', archive });
  expect(await restored.sql`select name, octet_length(cursor_secret) as bytes from companies`).toEqual(committed);
  await restored.close();
});

test('two concurrent backups are both complete, even after a failed one, and leave no copy of the database behind', async () => {
  const dataDir = join(folder, 'twice', 'db');
  await makeEmptyDatabase(dataDir);
  const database = await openEmbeddedDatabase({ dataDir });
  await database.sql`insert into companies (company_id, name) values (gen_random_uuid(), 'Backed up')`;
  const archives = ['by-hand.tar.gz', 'by-schedule.tar.gz'].map((name) => join(folder, name));
  const failing = database.backup(join(folder, 'no-such-folder', 'backup.tar.gz'));
  const backups = Promise.all(archives.map((archive) => database.backup(archive)));
  await expect(failing).rejects.toThrow('ENOENT');
  await backups;
  await database.close();
  expect(readdirSync(join(folder, 'twice'))).toEqual(['db']);
  for (const archive of archives) {
    const restored = await openEmbeddedDatabase({ dataDir: 'memory://', archive });
    expect(await restored.sql`select name from companies`).toEqual([{ name: 'Backed up' }]);
    await restored.close();
  }
});
