import { open } from 'node:fs/promises';
import { z } from 'zod';
import { databaseCommand } from '#cli/database-command.ts';
import { CommandFailure } from '#cli/failure.ts';
import { importRecords } from '#service/import/import-records.ts';

/** After how many lines the progress is logged. */
const STEP = 10_000;

/** `frontdesk import`: the records of a migrated practice, one JSON object a line; the path is absolute. */
export const importFile = databaseCommand(
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
