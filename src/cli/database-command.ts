import { z } from 'zod';
import type { Database } from '#service/db/database.ts';
import type { Config } from './config.ts';
import { claimDataDir } from './data-dir.ts';
import { CommandError, type CommandOutput, printError } from './messages.ts';
import { connectConfiguredDatabase, openLockedDatabase, withConfiguredDatabase } from './open-database.ts';

export interface CommandContext extends CommandOutput {
  database: Database;
}

/**
 * A command that works on a database. It runs in the process that has the database open: in this process, or, through the
 * control channel, in the Frontdesk that runs on the same data folder. Therefore it writes all output through its context, and
 * its options, which may come from another process, are parsed on arrival.
 */
export interface DatabaseCommand {
  readonly name: string;
  run(context: CommandContext, options: unknown): Promise<void>;
}

export function createDatabaseCommand<Options>(
  name: string,
  schema: z.core.$ZodType<Options>,
  run: (context: CommandContext, options: Options) => Promise<void>,
): DatabaseCommand {
  return {
    name,
    async run(context, options) {
      const parsed = z.safeParse(schema, options);
      if (!parsed.success) {
        throw new CommandError(
          `the running Frontdesk does not understand this command's options; restart it so that both have the same version`,
        );
      }
      await run(context, parsed.data);
    },
  };
}

/** Runs a command on the open database, or in the Frontdesk that has it open. */
export type RunCommand = (command: DatabaseCommand, options: unknown, output: CommandOutput) => Promise<void>;

/** Runs a command on the configured database: in this process, or in the running Frontdesk if it has the database open. */
export async function runDatabaseCommand(
  config: Config,
  command: DatabaseCommand,
  options: unknown,
  output: CommandOutput = standardOutput,
): Promise<void> {
  return withDatabase(config, output.log, (run) => run(command, options, output));
}

/** The output of commands in this process. */
export const standardOutput: CommandOutput = { print: (line) => process.stdout.write(`${line}\n`), log: printError };

/** Returns a function that runs a command, which must print one value as JSON, and returns this value. */
export const createJsonRunner =
  (run: RunCommand, log: CommandOutput['log']) =>
  async <Answer>(command: DatabaseCommand, options: unknown, schema: z.core.$ZodType<Answer>): Promise<Answer> => {
    const printed: string[] = [];
    await run(command, options, { print: (line) => void printed.push(line), log });
    const answer = z.safeParse(schema, JSON.parse(printed.join('')));
    if (!answer.success) throw new CommandError('the running Frontdesk has another version; restart it');
    return answer.data;
  };

/**
 * Opens the configured database for `work`, which can run several commands on it, and closes it afterwards. `log` receives
 * messages for the user.
 */
export async function withDatabase<Result>(
  config: Config,
  log: CommandOutput['log'],
  work: (run: RunCommand) => Promise<Result>,
): Promise<Result> {
  async function runWork(database: Database): Promise<Result> {
    try {
      return await work((command, options, output) => command.run({ database, ...output }, options));
    } finally {
      await database.close();
    }
  }
  if (config.databaseUrl !== null) {
    const database = await connectConfiguredDatabase(config.databaseUrl);
    return withConfiguredDatabase(config.databaseUrl, () => runWork(database));
  }
  const { lock, running } = await claimDataDir(config.dataDir);
  if (running !== undefined) return work((command, ...params) => running.run(command.name, ...params));
  try {
    return await runWork(await openLockedDatabase(config.dataDir, log));
  } finally {
    lock.release();
  }
}
