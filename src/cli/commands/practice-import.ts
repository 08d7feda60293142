import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { LoadConfig } from '#cli/config.ts';
import { type ImportOptions, importFolder } from '#cli/csv-import/import-folder.ts';
import { standardOutput } from '#cli/database-command.ts';
import { practiceOption } from '#cli/manage-practice.ts';
import { parseName, readOption } from '#cli/practice-options.ts';
import { defaultImportSource } from '#contract/practice-import.ts';
import { dateOrders } from '#reading/file-dates.ts';

/** Adds `frontdesk practice import` to `frontdesk practice`. */
export function addPracticeImport(practice: Command, loadConfig: LoadConfig): void {
  practice
    .command('import')
    .argument(
      '<folder>',
      'a folder with files of another program (.xlsx, .csv, .txt, .tsv, or a .zip of them), or one of them',
    )
    .description('import clients, pets, people and appointments from files; shows a preview first')
    .addOption(
      new Option('--source <name>', 'the program that the files come from; each program has its own ids')
        .argParser((name) => readOption('--source', name, parseName))
        .default(defaultImportSource),
    )
    .option('--dry-run', 'show the preview, and write nothing', false)
    .option('--map <file>', 'a JSON file that maps columns and words of the files')
    .addOption(new Option('--dates <order>', 'how to read dates such as 03/04/2020').choices(dateOrders))
    .addOption(
      new Option('--inactive <what>', 'what to do with clients and pets that are inactive or dead')
        .choices(['take', 'leave-out'])
        .default('leave-out'),
    )
    .addOption(
      new Option('--phones <what>', 'what to do with further phone numbers of a client, and words beside the first')
        .choices(['alert', 'leave-out'])
        .default('leave-out'),
    )
    .option(
      '--refused <folder>',
      'where to write the refused lines with the reasons, to be corrected and imported again',
    )
    .option('--store <store>', 'the store (name or id) for appointments without one; by default the first')
    .addOption(practiceOption())
    .action((folder: string, { map, refused, ...options }: Omit<ImportOptions, 'path'>) =>
      importFolder(
        loadConfig(),
        {
          ...options,
          path: resolve(folder),
          ...(map !== undefined && { map: resolve(map) }),
          ...(refused !== undefined && { refused: resolve(refused) }),
        },
        standardOutput,
      ),
    );
}
