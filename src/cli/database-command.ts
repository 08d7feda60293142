import type { z } from 'zod';
import type { Database } from '#service/db/database.ts';
import { CommandFailure } from './failure.ts';

/** Where a command that works on a database writes: results to standard output, messages and progress to standard error. */
export interface CommandOutput {
  print(line: string): void;
  log(line: string): void;
}

export interface CommandContext extends CommandOutput {
  database: Database;
}

/**
 * A command that works on a database. It runs in the process that holds the database: in this one, or, through the
 * control channel, in the product that is running on the same data folder. So it says all it has to say through its
 * context, and its options, which may have crossed a process boundary, are parsed on arrival.
 */
export type DatabaseCommand = (context: CommandContext, options: unknown) => Promise<void>;

export function databaseCommand<Options>(
  schema: z.ZodType<Options>,
  run: (context: CommandContext, options: Options) => Promise<void>,
): DatabaseCommand {
  return async (context, options) => {
    const parsed = schema.safeParse(options);
    if (!parsed.success) {
      throw new CommandFailure(
        `the running Frontdesk does not understand this command's options; restart it so that both are of one version`,
      );
    }
    await run(context, parsed.data);
  };
}

/** What is on a line of output: a result as JSON for programs, or a table for people. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
