import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyArchive } from '#testing/databases.ts';
import { deleteOldBackups, makeCopyFolder, prepareDataFolder, replaceWithDraft } from './data-folder.ts';
import { makeDatabase, openEmbeddedDatabase } from './database.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-folder-'));
  dataDir = join(folder, 'db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a folder with the minimum content of a data folder. It is not a real one. */
function makeLookalike(at: string) {
  for (const name of ['base/5', 'global', 'pg_wal', 'pg_xact', 'pg_multixact'])
    mkdirSync(join(at, name), { recursive: true });
  for (const name of ['PG_VERSION', 'base/5/PG_VERSION', 'global/pg_control', 'global/pg_filenode.map'])
    writeFileSync(join(at, name), '18\n');
}

const contents = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('an absent or empty folder can be created, and a complete one is opened', () => {
  expect(prepareDataFolder(dataDir)).toBe('absent');
  mkdirSync(dataDir);
  expect(prepareDataFolder(dataDir)).toBe('absent');
  makeLookalike(dataDir);
  expect(prepareDataFolder(dataDir)).toBe('complete');
});

test.each(['PG_VERSION', 'base', 'global/pg_control', 'pg_wal', 'base/5/PG_VERSION'])(
  'a folder without %s is refused and stays unchanged',
  async (missing) => {
    makeLookalike(dataDir);
    rmSync(join(dataDir, missing), { recursive: true });
    const before = contents();
    await expect(openEmbeddedDatabase({ dataDir })).rejects.toThrow(
      /holds a part of a database, but not all of it .*Nothing was changed/,
    );
    expect(contents()).toEqual(before);
  },
);

test.each([
  ['that has room, with what to try', 1_000_000, /cannot be opened: .*\. If this happens again, restore a backup of /],
  ['that is full, with what to do', 0, /cannot be opened: .*\. Make room on the disk that holds /],
])('a folder that cannot be opened is reported once, on a disk %s', async (_which, bavail, words) => {
  makeLookalike(dataDir);
  const { statfsSync } = fs;
  vi.spyOn(fs, 'statfsSync').mockImplementation(() => ({ ...statfsSync('/'), bavail, bsize: 4_096 }));
  syncBuiltinESMExports();
  const messages: string[] = [];
  try {
    const opened = openEmbeddedDatabase({ dataDir, onStop: (error) => messages.push(error.message) });
    await expect(opened).rejects.toThrow(words);
    await expect(opened).rejects.not.toThrow('opened again');
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(messages).toEqual([]);
});

test('copies from a backup whose process was killed are removed when the database is opened', async () => {
  makeLookalike(dataDir);
  makeLookalike(await makeCopyFolder(dataDir));
  makeLookalike(`${dataDir}.copy`);
  mkdirSync(`${dataDir}.copy-of-mine`);
  await expect(openEmbeddedDatabase({ dataDir })).rejects.toThrow('cannot be opened');
  expect(readdirSync(folder).sort()).toEqual(['db', 'db.copy-of-mine']);
});

test('a restore that was interrupted between its two steps is completed', () => {
  makeLookalike(`${dataDir}.restored`);
  makeLookalike(`${dataDir}.before-2026-01-01`);
  expect(prepareDataFolder(dataDir)).toBe('complete');
  expect(readdirSync(folder).sort()).toEqual(['db', 'db.before-2026-01-01']);
});

test('if only the folder that a restore put aside exists, the error names it and nothing is created', async () => {
  const aside = `${dataDir}.before-2026-01-01`;
  makeLookalike(aside);
  await expect(openEmbeddedDatabase({ dataDir })).rejects.toThrow(
    `${dataDir} is missing, but ${aside} was put aside by a restore`,
  );
  expect(readdirSync(folder)).toEqual(['db.before-2026-01-01']);
});

test('a database is created beside its place with access only for its owner; a backup replaces it, a damaged one changes nothing', async () => {
  mkdirSync(dataDir, { mode: 0o755 });
  mkdirSync(`${dataDir}.making`);
  writeFileSync(join(`${dataDir}.making`, 'PG_VERSION'), 'what an earlier attempt left');
  const database = await openEmbeddedDatabase({ dataDir, archive: await emptyArchive() });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)).toEqual(['db']);
  await database.sql`insert into companies (company_id, name) values (gen_random_uuid(), 'Earlier')`;
  const archive = join(folder, 'backup.tar.gz');
  await database.backup(archive);
  await database.sql`update companies set name = 'Later'`;
  await database.sql`insert into frontdesk.migrations (name, version) values ('9999_of_the_future.sql', '7.1.0')`;
  await database.close();
  expect(statSync(archive).mode & 0o777).toBe(0o600);

  await expect(openEmbeddedDatabase({ dataDir })).rejects.toThrow(
    'this database needs Frontdesk 7.1.0 or later (it has the change 9999_of_the_future.sql)',
  );
  const damaged = join(folder, 'damaged.tar.gz');
  writeFileSync(damaged, readFileSync(archive).subarray(0, 100_000));
  await expect(makeDatabase({ dataDir, archive: damaged })).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'damaged.tar.gz', 'db']);

  await makeDatabase({ dataDir, archive });
  const previous = await replaceWithDraft(dataDir, new Date());
  expect(previous).toMatch(/db\.before-\d{4}-/);
  const restored = await openEmbeddedDatabase({ dataDir });
  expect(await restored.sql`select name from companies`).toEqual([{ name: 'Earlier' }]);

  // A database as left by an earlier version: it lacks the last migration.
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  for (const day of [1, 2, 3]) writeFileSync(join(backups, `before-update-2026-01-0${day}.tar.gz`), '');
  await restored.sql`delete from frontdesk.migrations where name = (select max(name) from frontdesk.migrations)`;
  await restored.close();
  const messages: string[] = [];
  // The change was already made and fails a second time; the backup is written before the attempt.
  await openEmbeddedDatabase({ dataDir, onProgress: (text) => messages.push(text) }).then(
    (opened) => opened.close(),
    () => undefined,
  );
  expect(messages.join()).toContain('a backup of it as it was goes to');
  const names = readdirSync(backups).sort();
  expect(names).toHaveLength(3);
  expect(names).not.toContain('before-update-2026-01-01.tar.gz');
  expect(statSync(join(backups, names.at(-1) ?? '')).size).toBeGreaterThan(1_000_000);
}, 300_000);

test('only older and incomplete backups of the requested kind are deleted', async () => {
  const remaining = [
    'before-update-1.tar.gz',
    'before-update-2.tar.gz.part',
    'scheduled-2.tar.gz',
    'scheduled-note.txt',
  ];
  for (const name of [...remaining, 'scheduled-1.tar.gz', 'scheduled-1.tar.gz.part', 'scheduled-0.tar.gz.17.part'])
    writeFileSync(join(folder, name), '');
  await deleteOldBackups(folder, 'scheduled', 1);
  expect(readdirSync(folder).sort()).toEqual(remaining);
});
