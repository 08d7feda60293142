import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ReadConfig } from '#cli/config.ts';
import { databaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import { CommandFailure } from '#cli/messages.ts';
import { importRecords } from '#service/import/write-batches.ts';

/** After how many lines the progress is logged. */
const STEP = 10_000;

/** `frontdesk import`: the records of a migrated practice, one JSON object a line; the path is absolute. */
export const importFile = databaseCommand(
  'import',
  z.object({ file: z.string() }),
  async ({ database, print, log }, { file }) => {
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      throw new CommandFailure(`${file} cannot be read (${error.code ?? error.message})`);
    });
    try {
      let logged = 0;
      const result = await importRecords(database, handle.readLines({ encoding: 'utf8' }), {
        onWarning: (line, text) => log(`line ${line}: ${text}`),
        onProgress(lines) {
          if (lines - logged < STEP) return;
          logged = lines;
          log(`${lines} lines`);
        },
      });
      const { lines, added, changed, unchanged, flawed, refused } = result;
      print(`${lines} lines: ${added} added, ${changed} changed, ${unchanged} as they were, ${refused} refused.`);
      if (flawed > 0) print(`${flawed} of them are kept with a flaw, which the lines above name.`);
    } finally {
      await handle.close();
    }
  },
);

/** Adds `frontdesk import`. */
export function addImportCommand(program: Command, config: ReadConfig): void {
  program
    .command('import')
    .argument('<file>', 'records of a migrated practice, one JSON object a line')
    .description('take over records as they are; it may be run again')
    .action((file: string) => runDatabaseCommand(config(), importFile, { file: resolve(file) }));
}
