import type { Database } from '#service/db/database.ts';
import { employeeList, keyIssue, keyList, keyRevoke } from './commands/access.ts';
import { backup } from './commands/backup.ts';
import { importFile } from './commands/import.ts';
import { practiceImport, practiceList, practiceNew } from './commands/practice.ts';
import { seed } from './commands/seed.ts';
import type { Config } from './config.ts';
import { claimDataDir } from './data-dir.ts';
import type { CommandOutput, DatabaseCommand } from './database-command.ts';
import { CommandFailure } from './failure.ts';
import { connectConfigured, onConfigured, openLocked } from './open-database.ts';
import { tell } from './typed-command.ts';

const commands = {
  backup,
  import: importFile,
  'employee list': employeeList,
  'key issue': keyIssue,
  'key list': keyList,
  'key revoke': keyRevoke,
  'practice import': practiceImport,
  'practice list': practiceList,
  'practice new': practiceNew,
  seed,
} satisfies Record<string, DatabaseCommand>;

export type DatabaseCommandName = keyof typeof commands;

function isCommand(name: string): name is DatabaseCommandName {
  return Object.hasOwn(commands, name);
}

/** Runs a command that another process asked for through the control channel. */
export async function runNamed(database: Database, name: string, options: unknown, output: CommandOutput) {
  if (!isCommand(name))
    throw new CommandFailure(`the running Frontdesk does not know the command ${name}; are both of one version?`);
  await commands[name]({ database, ...output }, options);
}

/** Runs a command on the configured database, wherever that is open: here, or in the running product. */
export async function runDatabaseCommand(
  config: Config,
  name: DatabaseCommandName,
  options: unknown,
  output: CommandOutput = {
    print: (line) => process.stdout.write(`${line}\n`),
    log: tell,
  },
): Promise<void> {
  if (config.databaseUrl !== null) {
    const database = await connectConfigured(config.databaseUrl);
    const run = () => runNamed(database, name, options, output);
    return onConfigured(config.databaseUrl, run).finally(() => database.close());
  }
  const { lock, running } = await claimDataDir(config.dataDir);
  if (running !== undefined) return running.run(name, options, output);
  try {
    const database = await openLocked(config.dataDir, output.log);
    await runNamed(database, name, options, output).finally(() => database.close());
  } finally {
    lock.release();
  }
}
