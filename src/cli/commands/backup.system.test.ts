import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommandLine } from '#cli/command-line.ts';
import { embeddedDatabaseDir, lockSessions } from '#cli/data-dir.ts';
import { openFileKeyring } from '#gateway/access/session-store.ts';
import { issueKey, revokeKey } from '#service/db/administration.ts';
import { isKeyAccepted } from '#service/db/authentication.ts';
import { openEmbeddedDatabase } from '#service/db/database.ts';
import { readMessageSettings, writeMessageSettings } from '#service/db/messages/message-settings.ts';
import { makeEmptyDatabase } from '#testing/databases.ts';
import { addPractice } from '#testing/practice-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-restore-'));
const archive = join(folder, 'backup.tar.gz');
/** The folder of the practice that is backed up, and two of its keys: `lost` is revoked after the backup. */
const home = join(folder, 'home');
const keys = { mine: '', lost: '' };
let practiceId = '';
beforeAll(async () => {
  await makeEmptyDatabase(embeddedDatabaseDir(home));
  const database = await openEmbeddedDatabase({ dataDir: embeddedDatabaseDir(home) });
  const { companyId, vet } = await addPractice(database);
  const { updatedAt: expectedUpdatedAt, ...settings } = await readMessageSettings(database.sql, companyId);
  const change = { ...settings, companyId, expectedUpdatedAt, isOn: true };
  await writeMessageSettings(database.sql, change, { channels: [], clock: Date.now });
  practiceId = companyId;
  const [mine, lost] = [
    await issueKey(database, { employeeId: vet, readOnly: false }),
    await issueKey(database, { employeeId: vet, readOnly: false }),
  ];
  Object.assign(keys, { mine: mine.key, lost: lost.key });
  await database.backup(archive);
  await revokeKey(database, lost.id);
  // As in the database of a newer version: people restore a backup to return to an older version.
  await database.sql`insert into frontdesk.migrations (name, version) values ('9999_of_the_future.sql', '7.1.0')`;
  await database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'other-'));
});
afterEach(() => vi.restoreAllMocks());

async function restore(into: string) {
  const written: string[] = [];
  const write = (text: unknown) => written.push(String(text)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  const code = await runCommandLine(['restore', archive], { DATA_DIR: into }, { out: write, err: write });
  vi.restoreAllMocks();
  return { code, written: written.join('') };
}

const session = { id: 'of a browser', keyHash: 'of a key', secret: 'of a session', expiresAt: Date.now() + 60_000 };
const pin = { deviceHash: 'of a browser', person: 'of a key', name: 'Ada', employeeId: null, keyHash: 'of a key' };
const used = { createdAt: Date.now(), usedAt: Date.now(), deviceUsedAt: Date.now() };
/** Opens a session, and sets a PIN. */
async function openSession(directory: string): Promise<void> {
  const { sessions, pins } = await openFileKeyring({ directory });
  await sessions.open(session, Date.now());
  const stored = { sealed: 'a key', browser: null, sessionHash: 'of a session', earlierAttempts: 0, lockMinutes: 15 };
  await pins.set({ ...pin, ...used, ...stored });
}
/** Whether the session is open, and how many PINs there are. */
async function signInsOf(directory: string): Promise<[boolean, number]> {
  const { sessions, pins } = await openFileKeyring({ directory });
  return [
    (await sessions.use(session.id, Date.now())) !== null,
    (await pins.list({ deviceHash: pin.deviceHash }, 0)).length,
  ];
}

test('a restore over the database of a newer version ends every session and PIN, keys that were revoked since the backup stay revoked, and messages are off', async () => {
  await openSession(home);
  expect(await signInsOf(home)).toEqual([true, 1]);
  const { code, written } = await restore(home);
  expect([code, written]).toEqual([0, expect.stringContaining('Keys revoked: 1.')]);
  expect(written).not.toContain('are valid again');
  expect(await signInsOf(home)).toEqual([false, 0]);
  const database = await openEmbeddedDatabase({ dataDir: embeddedDatabaseDir(home) });
  const accepted = [await isKeyAccepted(database, keys.mine), await isKeyAccepted(database, keys.lost)];
  expect(accepted).toEqual([true, false]);
  // Though the identity of an embedded database is in its files, and so in a backup.
  const { isOn } = await readMessageSettings(database.sql, practiceId);
  await database.close();
  expect(isOn).toBe(false);
  expect(written).toContain('Messages to clients are off');
});

test('a restore on a new machine needs its gateway to be stopped, and warns that keys revoked since are valid again, and says how to revoke them', async () => {
  await openSession(dataDir);
  const gateway = lockSessions(dataDir);
  const refused = await restore(dataDir);
  gateway.release();
  expect([refused.code, refused.written]).toEqual([1, expect.stringContaining('Stop it first')]);
  expect(await signInsOf(dataDir)).toEqual([true, 1]);
  const { code, written } = await restore(dataDir);
  expect(code).toBe(0);
  expect(written).toContain('keys that were revoked since are valid again');
  expect(written).toContain('key revoke --all`');
  expect(await signInsOf(dataDir)).toEqual([false, 0]);
});

test('a restore over an unreadable database says so, and warns that keys revoked since are valid again', async () => {
  const db = embeddedDatabaseDir(dataDir);
  mkdirSync(db);
  writeFileSync(join(db, 'PG_VERSION'), '18');
  const { code, written } = await restore(dataDir);
  expect(code).toBe(0);
  expect(written).toContain(`The database in ${db} cannot be read`);
  expect(written).toContain('keys that were revoked since are valid again');
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['db', expect.stringMatching(/^db\.before-/)]));
});
