import { open } from 'node:fs/promises';
import { z } from 'zod';
import { databaseCommand } from '#cli/database-command.ts';
import { CommandFailure } from '#cli/failure.ts';
import { importRecords } from '#service/admin/import.ts';

/** How many lines lie between two remarks on the progress. */
const STEP = 10_000;

/** `frontdesk import`: the records of a migrated practice, one JSON object a line; the path is absolute. */
export const importFile = databaseCommand(
  z.object({ file: z.string() }),
  async ({ database, print, remark }, { file }) => {
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      throw new CommandFailure(`${file} cannot be read (${error.code ?? error.message})`);
    });
    try {
      let told = 0;
      const result = await importRecords(database, handle.readLines({ encoding: 'utf8' }), {
        onRemark: (line, text) => remark(`line ${line}: ${text}`),
        onProgress(lines) {
          if (lines - told < STEP) return;
          told = lines;
          remark(`${lines} lines`);
        },
      });
      const { lines, added, changed, unchanged, odd, refused } = result;
      print(`${lines} lines: ${added} added, ${changed} changed, ${unchanged} as they were, ${refused} refused.`);
      if (odd > 0) print(`${odd} of them are kept with something odd; the remarks above name it line by line.`);
    } finally {
      await handle.close();
    }
  },
);
