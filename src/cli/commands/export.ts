import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Config, LoadConfig } from '#cli/config.ts';
import { createDatabaseCommand, createJsonRunner, standardOutput, withDatabase } from '#cli/database-command.ts';
import { writeExport } from '#cli/export/write-export.ts';
import { findPractice, practiceOption } from '#cli/manage-practice.ts';
import type { CommandOutput } from '#cli/messages.ts';
import { exportFiles } from '#contract/practice-export.ts';
import { findExportPage } from '#service/db/practice-export/export-page.ts';

const pageSchema = z.object({
  companyId: z.string(),
  rows: z.array(z.array(z.string())),
  total: z.number().nullable(),
  position: z.string().nullable(),
});

/** Prints a page of an export as one line of JSON, for {@link exportToFolder}. */
export const exportPageCommand = createDatabaseCommand(
  'export page',
  z.object({ practice: z.string().optional(), file: z.enum(exportFiles), position: z.string().nullable() }),
  async ({ database, print }, { practice, file, position }) => {
    const { id: companyId } = await findPractice(database, practice, { orDemo: true });
    const page = await findExportPage(database, { companyId, file }, position);
    print(JSON.stringify({ companyId, ...page } satisfies z.infer<typeof pageSchema>));
  },
);

interface ExportOptions {
  /** The absolute path of the folder for the files. */
  folder: string;
  practice?: string;
  overwrite: boolean;
}

/** The number of rows after which progress is reported. */
const PROGRESS_ROWS = 20_000;
const formatCount = (number: number) => number.toLocaleString('en');

/**
 * `frontdesk export`: writes the files of a practice to a folder. The process that has the database open reads the pages, and
 * serves desks in between.
 */
export async function exportToFolder(config: Config, options: ExportOptions, output: CommandOutput): Promise<void> {
  const { folder, practice: chosen, overwrite } = options;
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const written = new Map(exportFiles.map((file) => [file, 0]));
  await withDatabase(config, output.log, async (run) => {
    const runForJson = createJsonRunner(run, output.log);
    let practice = chosen;
    let total: number | null = null;
    await writeExport(folder, {
      ...{ overwrite, signal: stop.signal },
      async read(file, position) {
        const page = await runForJson(exportPageCommand, { practice, file, position }, pageSchema);
        practice = page.companyId;
        total = page.total ?? total;
        return page;
      },
      onProgress(file, rows) {
        const before = written.get(file) ?? 0;
        written.set(file, rows);
        if (Math.floor(rows / PROGRESS_ROWS) > Math.floor(before / PROGRESS_ROWS))
          output.log(`${file}: ${formatCount(rows)}${total === null ? '' : ` of ${formatCount(total)}`}`);
      },
    });
  }).finally(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal));
  for (const [file, rows] of written) output.print(`${file}.csv: ${formatCount(rows)}`);
  output.log('`frontdesk practice import FOLDER` imports them again, here or in another practice.');
}

export function addExportCommand(program: Command, loadConfig: LoadConfig): void {
  program
    .command('export')
    .argument('<folder>', 'where to write clients.csv, pets.csv, people.csv and appointments.csv')
    .description('write the clients, pets, people and appointments of a practice to files that it imports again')
    .option('--overwrite', 'replace the files of an earlier export', false)
    .addOption(practiceOption())
    .action((folder: string, options: Omit<ExportOptions, 'folder'>) =>
      exportToFolder(loadConfig(), { ...options, folder: resolve(folder) }, standardOutput),
    );
}
