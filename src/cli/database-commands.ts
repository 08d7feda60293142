import type { Database } from '#service/db/database.ts';
import { employeeList, keyIssue, keyList, keyRevoke } from './commands/access.ts';
import { backup } from './commands/backup.ts';
import { importFile } from './commands/import.ts';
import { practiceImport, practiceList, practiceNew } from './commands/practice.ts';
import { seed } from './commands/seed.ts';
import { CommandFailure, type CommandOutput } from './messages.ts';

const commands = [
  backup,
  importFile,
  employeeList,
  keyIssue,
  keyList,
  keyRevoke,
  practiceImport,
  practiceList,
  practiceNew,
  seed,
];

/** Runs a command that another process asked for through the control channel. */
export async function runNamed(database: Database, name: string, options: unknown, output: CommandOutput) {
  const command = commands.find((known) => known.name === name);
  if (command === undefined)
    throw new CommandFailure(`the running Frontdesk does not know the command ${name}; are both of one version?`);
  await command.run({ database, ...output }, options);
}
