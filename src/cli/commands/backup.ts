import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { type Config, type LoadConfig, parseWholeNumber } from '#cli/config.ts';
import { claimDataDir, dataDirInUseError, embeddedDatabaseDir, lockSessions } from '#cli/data-dir.ts';
import { createDatabaseCommand, runDatabaseCommand, standardOutput } from '#cli/database-command.ts';
import { CommandError, failWithReadError, printError, UsageError, withTypedCommands } from '#cli/messages.ts';
import { withConnectionErrors } from '#cli/open-database.ts';
import { DEFAULT_BACKUP_COUNT, scheduleBackups } from '#cli/scheduled-backups.ts';
import { endSessions } from '#gateway/access/session-store.ts';
import { endSharedSessions } from '#gateway/shared/shared-state.ts';
import { prepareDataFolder, replaceWithDraft } from '#service/db/data-folder.ts';
import { makeDatabase, openEmbeddedDatabase } from '#service/db/database.ts';
import { readValidKeys, revokeRestoredKeys } from '#service/db/manage/restored-keys.ts';
import { switchMessagesOff } from '#service/db/messages/message-settings.ts';
import { createPostgresSocket } from '#service/db/postgres-socket.ts';

/** `frontdesk backup`: writes the embedded database to one archive, completely or not at all. `file` is an absolute path. */
export const backupCommand = createDatabaseCommand(
  'backup',
  z.object({ file: z.string(), overwrite: z.boolean() }),
  async ({ database, print }, { file, overwrite }) => {
    if (database.kind !== 'embedded') throw new CommandError('PostgreSQL is backed up with its own pg_dump');
    const present = await stat(file).catch(() => null);
    if (present?.isDirectory()) throw new CommandError(`${file} is a folder; name the file to write`);
    if (present !== null && !overwrite) {
      throw new CommandError(`${file} already exists; name another file, or add --overwrite to replace it`);
    }
    await database.backup(file).catch((error: unknown) => {
      throw new CommandError(
        `the backup could not be written to ${file} (${error instanceof Error ? error.message : error})`,
      );
    });
    print(`The database is in ${file} (${Math.ceil((await stat(file)).size / 1024)} KiB).`);
  },
);

/** Reads the valid keys of the database that a restore replaces; none if it does not exist or cannot be read. */
async function readReplacedKeys(dataDir: string): ReturnType<typeof readValidKeys> {
  const none = { companyIds: [], keyIds: [] };
  try {
    if (prepareDataFolder(dataDir) === 'absent') return none;
    const database = await openEmbeddedDatabase({ dataDir, mayBeNewer: true, onProgress: printError });
    try {
      return await readValidKeys(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    printError(`The database in ${dataDir} cannot be read (${error instanceof Error ? error.message : error}).`);
    return none;
  }
}

/** Ends all sessions, in the data folder and in the database that several gateways share. */
async function endEverySession({ dataDir, gatewayDatabaseUrl: url }: Config): Promise<void> {
  const lock = lockSessions(dataDir);
  try {
    await endSessions(dataDir);
  } finally {
    lock.release();
  }
  if (url !== null)
    await withConnectionErrors({ url, variable: 'GATEWAY_DATABASE_URL' }, () =>
      endSharedSessions(createPostgresSocket(url)),
    );
}

/** The lines that report which keys are valid after a restore. */
function keyTexts({ revoked, unknown }: Awaited<ReturnType<typeof revokeRestoredKeys>>): string[] {
  const ended = `Keys that were revoked since the backup stay revoked. Keys revoked: ${revoked}.`;
  const valid =
    'The keys are those of the backup: keys that were revoked since are valid again. `frontdesk key list` shows the keys, `frontdesk key revoke ID` ends one, and `frontdesk key revoke --all` all of them.';
  return [...(revoked > 0 ? [ended] : []), ...(unknown > 0 ? [valid] : [])];
}

/**
 * `frontdesk restore`: replaces the embedded database, which must not be running, with a backup. The archive is first
 * unpacked and opened next to the current database, so a damaged archive changes nothing. The previous database is retained
 * under another name. Keys that were revoked since the backup stay revoked, everyone must sign in again, and messages to
 * clients are off.
 */
async function restoreBackup(config: Config, file: string): Promise<void> {
  if (config.databaseUrl !== null)
    throw new UsageError('`restore` is for the embedded database; PostgreSQL has pg_restore');
  await access(file, constants.R_OK).catch(failWithReadError(file));
  const { lock } = await claimDataDir(config.dataDir);
  if (lock === undefined) throw dataDirInUseError(config.dataDir);
  try {
    const dataDir = embeddedDatabaseDir(config.dataDir);
    const replaced = await readReplacedKeys(dataDir);
    let keys = { revoked: 0, unknown: 0 };
    let hadMessages = false;
    await makeDatabase({ dataDir, archive: file }, async (database) => {
      keys = await revokeRestoredKeys(database, replaced, Date.now());
      hadMessages = await switchMessagesOff(database.sql, Date.now());
    }).catch((error: unknown) => {
      throw new CommandError(
        `${file} is not a backup that can be restored (${error instanceof Error ? error.message : error})`,
      );
    });
    await endEverySession(config);
    const formerDatabase = await replaceWithDraft(dataDir, new Date());
    const { print } = standardOutput;
    print(`The database is restored from ${file}. Everyone must sign in again.`);
    for (const line of keyTexts(keys)) print(withTypedCommands(line));
    if (hadMessages) {
      print('Messages to clients are off, so that none is sent again. Switch them on in Practice → Messages.');
    }
    if (formerDatabase !== null)
      print(`The previous database is in ${formerDatabase}; delete it when you no longer need it.`);
  } finally {
    lock.release();
  }
}

/** Adds `frontdesk backup` and `frontdesk restore`. */
export function addBackupCommands(program: Command, loadConfig: LoadConfig): void {
  program
    .command('backup')
    .argument('[path]', 'the file to write; with --every, the folder for the backups instead of DATA_DIR/backups')
    .description('write the embedded database into one file, now or regularly')
    .option('--overwrite', 'replace the file where it is there already', false)
    .option('--every <time>', 'make backups automatically while Frontdesk runs, such as 24h or 7d; `never` ends that')
    .option('--keep <number>', 'with --every: how many backups to keep', parseWholeNumber, DEFAULT_BACKUP_COUNT)
    .action(async (path: string | undefined, options: { every?: string; keep: number; overwrite: boolean }) => {
      const { every, keep, overwrite } = options;
      if (every !== undefined) {
        process.stdout.write(`${scheduleBackups(loadConfig(), { every, keep, folder: path })}\n`);
      } else if (path === undefined) {
        throw new UsageError('backup needs the file to write, or --every with a time such as 24h; see --help');
      } else await runDatabaseCommand(loadConfig(), backupCommand, { file: resolve(path), overwrite });
    });
  program
    .command('restore')
    .argument('<file>', 'what `backup` wrote')
    .description('replace the embedded database with a backup; the previous database is retained next to it')
    .action((file: string) => restoreBackup(loadConfig(), resolve(file)));
}
