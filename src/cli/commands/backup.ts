import { access, constants, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '#cli/config.ts';
import { claimDataDir, dataDirInUse, embeddedDir } from '#cli/data-dir.ts';
import { databaseCommand } from '#cli/database-command.ts';
import { CommandFailure, UsageFailure } from '#cli/failure.ts';
import { replaceByDraft } from '#service/db/data-folder.ts';
import { makeDatabase } from '#service/db/database.ts';

/** `frontdesk backup`: the embedded database as one archive, whole or not at all; the path is absolute. */
export const backup = databaseCommand(
  z.object({ file: z.string(), overwrite: z.boolean() }),
  async ({ database, print }, { file, overwrite }) => {
    if (database.kind !== 'embedded') throw new CommandFailure('PostgreSQL is backed up with its own pg_dump');
    const present = await stat(file).catch(() => null);
    if (present?.isDirectory()) throw new CommandFailure(`${file} is a folder; name the file to write`);
    if (present !== null && !overwrite) {
      throw new CommandFailure(`${file} is there already; name another file, or add --overwrite to replace it`);
    }
    await database.backup(file).catch((error: unknown) => {
      throw new CommandFailure(
        `the backup could not be written to ${file} (${error instanceof Error ? error.message : error})`,
      );
    });
    print(`The database is in ${file} (${Math.ceil((await stat(file)).size / 1024)} KiB).`);
  },
);

/**
 * `frontdesk restore`: puts a backup in the place of the embedded database, which must not be running. The archive is
 * opened beside it first, so one that is damaged changes nothing; the database that was there is kept under another name.
 */
export async function restore(config: Config, file: string): Promise<void> {
  if (config.databaseUrl !== null)
    throw new UsageFailure('`restore` is for the embedded database; PostgreSQL has pg_restore');
  await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read (${error.code ?? error.message})`);
  });
  const { lock } = await claimDataDir(config.dataDir);
  if (lock === undefined) throw dataDirInUse(config.dataDir);
  try {
    const dataDir = embeddedDir(config.dataDir);
    await makeDatabase({ dataDir, archive: file }).catch((error: unknown) => {
      throw new CommandFailure(
        `${file} is not a backup that can be restored (${error instanceof Error ? error.message : error})`,
      );
    });
    const kept = await replaceByDraft(dataDir, new Date());
    process.stdout.write(`The database is restored from ${file}.\n`);
    if (kept !== null)
      process.stdout.write(`The one it replaces is in ${kept}; delete it when you no longer need it.\n`);
  } finally {
    lock.release();
  }
}
