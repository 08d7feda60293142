import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ReadConfig } from '#cli/config.ts';
import { databaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import { sourceOption } from '#cli/managing.ts';
import { CommandFailure, cannotRead, LinesRefused } from '#cli/messages.ts';
import { surveyRecords } from '#service/import/survey.ts';
import { importRecords } from '#service/import/write-batches.ts';

/** After how many lines the progress is logged. */
const STEP = 10_000;

/**
 * `frontdesk import`: the records of a migrated practice, one JSON object a line; the path is absolute. It tells first what would be
 * refused or served as its id alone, and writes then, unless that is not wanted.
 */
export const importFile = databaseCommand(
  'import',
  z.object({ file: z.string(), source: z.string(), dryRun: z.boolean() }),
  async ({ database, print, log }, { file, source, dryRun }) => {
    const handle = await openFile(file);
    const read = () => handle.readLines({ encoding: 'utf8', start: 0, autoClose: false });
    const progress = (what: string) => {
      let logged = 0;
      return (lines: number) => {
        if (lines - logged < STEP) return;
        logged = lines;
        log(`${lines} lines ${what}`);
      };
    };
    const onWarning = (line: number, text: string) => log(`line ${line}: ${text}`);
    try {
      const survey = await surveyRecords(database, read, {
        source,
        onWarning,
        onProgress: progress('read (the file is read twice)'),
      });
      const { lines, records, refused, unresolved, references } = survey;
      print(`${lines} lines: ${records} records, ${refused} refused.`);
      if (unresolved > 0) {
        print(`${unresolved} of the records would be served as their id alone: the lines above say which and why.`);
      }
      if (dryRun) print('Nothing was written.');
      else {
        const onProgress = progress('written');
        const result = await importRecords(database, read(), { references, onWarning, onProgress });
        const { added, changed, unchanged, flawed } = result;
        print(`${added} added, ${changed} changed, ${unchanged} as they were.`);
        if (flawed > 0) print(`${flawed} of them are kept with a flaw, which the lines above name.`);
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
  throw new CommandFailure(`${file} is no file; it has to be one, since it is read more than once`);
}

/** Adds `frontdesk import`. */
export function addImportCommand(program: Command, config: ReadConfig): void {
  program
    .command('import')
    .argument('<file>', 'records of a migrated practice, one JSON object a line')
    .description('take over records as they are; it may be run again')
    .addOption(sourceOption('where ids come from that are no UUIDs: the name under which CSV files were taken over'))
    .option('--dry-run', 'say what would be refused or served as its id alone, and write nothing', false)
    .action((file: string, options: { source: string; dryRun: boolean }) =>
      runDatabaseCommand(config(), importFile, { file: resolve(file), ...options }),
    );
}
