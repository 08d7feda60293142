import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '#cli/config.ts';
import { claimDataDir, dataDirInUse, embeddedDir } from '#cli/data-dir.ts';
import { databaseCommand } from '#cli/database-command.ts';
import { CommandFailure, UsageFailure } from '#cli/failure.ts';
import { openEmbeddedDatabase } from '#service/db/database.ts';

/** `frontdesk backup`: the embedded database as one archive, whole or not at all; the path is absolute. */
export const backup = databaseCommand(z.object({ file: z.string() }), async ({ database, print }, { file }) => {
  if (database.kind !== 'embedded') throw new CommandFailure('PostgreSQL is backed up with its own pg_dump');
  const archive = await database.archive();
  const draft = `${file}.${process.pid}.part`;
  try {
    await writeFile(draft, archive, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new CommandFailure(`${file} cannot be written (${error instanceof Error ? error.message : error})`);
  }
  print(`The database is in ${file} (${Math.ceil(archive.byteLength / 1024)} KiB).`);
});

/**
 * `frontdesk restore`: puts a backup in the place of the embedded database, which must not be running. The archive is
 * opened beside it first, so one that is damaged changes nothing; the database that was there is kept under another name.
 */
export async function restore(config: Config, file: string): Promise<void> {
  if (config.databaseUrl !== null)
    throw new UsageFailure('`restore` is for the embedded database; PostgreSQL has pg_restore');
  const archive = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${file} cannot be read (${error.code ?? error.message})`);
  });
  const { lock } = await claimDataDir(config.dataDir);
  if (lock === undefined) throw dataDirInUse(config.dataDir);
  const current = embeddedDir(config.dataDir);
  const draft = `${current}.restoring`;
  try {
    await rm(draft, { recursive: true, force: true });
    const restored = await openEmbeddedDatabase({ dataDir: draft, archive }).catch((error: unknown) => {
      throw new CommandFailure(
        `${file} is not a backup that can be restored (${error instanceof Error ? error.message : error})`,
      );
    });
    await restored.close();
    const kept = `${current}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    const replaces = existsSync(current);
    if (replaces) await rename(current, kept);
    await rename(draft, current);
    process.stdout.write(`The database is restored from ${file}.\n`);
    if (replaces) process.stdout.write(`The one it replaces is in ${kept}; delete it when you no longer need it.\n`);
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}
