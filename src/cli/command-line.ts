import { Command, CommanderError } from 'commander';
import { version } from '#service/version.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addCheckCommand } from './commands/check.ts';
import { addEmployeeCommands } from './commands/employees.ts';
import { addExportCommand } from './commands/export.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addPracticeCommands } from './commands/practice.ts';
import { addSeedCommand } from './commands/seed.ts';
import { addSendTestCommand } from './commands/send-test.ts';
import { addStartCommands } from './commands/start.ts';
import { type LoadConfig, readConfig } from './config.ts';
import { withoutValues } from './log.ts';
import { CommandError, typedCommand, UsageError, withTypedCommands } from './messages.ts';

/** Writes text to standard output (`out`) or standard error (`err`). */
interface OutputStreams {
  out: (text: string) => void;
  err: (text: string) => void;
}

/**
 * Builds the `frontdesk` command line, which its help calls `name`. Every command uses the configuration read from the
 * environment.
 */
function createCommandLine(
  environment: Record<string, string | undefined>,
  name: string,
  { out, err }: OutputStreams,
): Command {
  const loadConfig: LoadConfig = (chosen = {}) => {
    const config = readConfig(environment);
    return chosen.port === undefined ? config : { ...config, port: chosen.port };
  };

  const program = new Command(name)
    .description('The front desk of a veterinary practice.')
    .version(version, '-V, --version', 'print the version')
    .addHelpText(
      'after',
      '\nEnvironment: PORT, HOST, DATA_DIR, DATABASE_URL, PRACTICE_API_URL, PRACTICE_API_KEY, and more in docs/operations.md.',
    );

  addStartCommands(program, loadConfig);
  addSeedCommand(program, loadConfig);
  addBackupCommands(program, loadConfig);
  addExportCommand(program, loadConfig);
  addPracticeCommands(program, loadConfig);
  addEmployeeCommands(program, loadConfig);
  addKeyCommands(program, loadConfig);
  addCheckCommand(program, environment, (line) => out(`${line}\n`));
  addSendTestCommand(program, loadConfig, { print: (line) => out(`${line}\n`), log: (line) => err(`${line}\n`) });
  return program;
}

/** Reports wrong usage in one line, which {@link runCommandLine} prints; the line refers to the help of the command. */
function reportUsageErrors(command: Command, out: (text: string) => void, commandPath: string): void {
  command
    .exitOverride((error) => {
      if (error.exitCode === 0) throw error;
      const help = `\`${commandPath} --help\``;
      const fault = error.message
        .replace(/^error: /, '')
        .replace(/\s*\n\s*/g, ' ')
        .replace(/\.$/, '');
      throw new UsageError(
        error.code === 'commander.help' ? `which command? ${help} lists them` : `${fault}; see ${help}`,
      );
    })
    .allowExcessArguments(false)
    .configureOutput({ writeOut: out, outputError: () => undefined, writeErr: () => undefined });
  for (const child of command.commands) reportUsageErrors(child, out, `${commandPath} ${child.name()}`);
}

/**
 * Runs the command line and returns the exit code: 0 success, 1 failure, 2 wrong usage, 3 success except for refused
 * lines or incorrect responses, 130 stopped by the user. Each code except 0 comes with one clear line on standard
 * error.
 */
export async function runCommandLine(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  { out, err }: OutputStreams,
): Promise<number> {
  const invocation = { file: process.argv[1], environment, folder: process.cwd() };
  const program = createCommandLine(environment, typedCommand(invocation), { out, err });
  reportUsageErrors(program, out, 'frontdesk');
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // This error means that the help or the version was requested, which has been printed already.
    if (error instanceof CommanderError) return error.exitCode;
    err(
      `frontdesk: ${withTypedCommands(withoutValues(error instanceof Error ? error.message : String(error)), invocation)}\n`,
    );
    return error instanceof CommandError ? error.exitCode : 1;
  }
}
