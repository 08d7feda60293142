import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ReadConfig } from '#cli/config.ts';
import { databaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import { CommandFailure, cannotRead, LinesRefused } from '#cli/messages.ts';
import { restoreRecords } from '#service/restore/restore.ts';

/** The number of lines after which progress is logged. */
const STEP = 10_000;

/** `frontdesk import`: restores records of the practice API, one JSON object per line. The path is absolute. */
export const importFile = databaseCommand(
  'import',
  z.object({ file: z.string(), dryRun: z.boolean() }),
  async ({ database, print, log }, { file, dryRun }) => {
    const handle = await openFile(file);
    let logged = 0;
    try {
      const { lines, added, changed, unchanged, refused, unresolved } = await restoreRecords(
        database,
        () => handle.readLines({ encoding: 'utf8', start: 0, autoClose: false }),
        {
          dryRun,
          onProblem: (line, problem) => log(`line ${line}: ${problem}`),
          onProgress(done) {
            if (done - logged < STEP) return;
            logged = done;
            log(`${done} lines`);
          },
        },
      );
      print(`${lines} lines: ${added + changed + unchanged} records, ${refused} refused.`);
      if (dryRun) print('Nothing is written. It would be:');
      print(`${added} added, ${changed} changed, ${unchanged} as they were.`);
      if (unresolved > 0) {
        print(`${unresolved} of them are returned as their id only: the lines above say which and why.`);
      }
      if (refused > 0) throw new LinesRefused(`${refused} refused: the lines above say which and why`);
    } finally {
      await handle.close();
    }
  },
);

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file).catch(cannotRead(file));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new CommandFailure(`${file} is not a file; a file is needed because it is read twice`);
}

/** Adds `frontdesk import`. */
export function addImportCommand(program: Command, config: ReadConfig): void {
  program
    .command('import')
    .argument('<file>', 'records of the practice API, one JSON object per line')
    .description('restore records of the practice API; can be run again')
    .option('--dry-run', 'show what would be done, and write nothing', false)
    .action((file: string, options: { dryRun: boolean }) =>
      runDatabaseCommand(config(), importFile, { file: resolve(file), ...options }),
    );
}
