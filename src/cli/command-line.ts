import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { version } from '#service/version.ts';
import { restore } from './commands/backup.ts';
import { listedPracticeSchema } from './commands/practice.ts';
import { startGateway, startProduct, startService } from './commands/start.ts';
import { type Config, endOf, readConfig } from './config.ts';
import { type DatabaseCommandName, runDatabaseCommand } from './database-commands.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { describeNewPractice, type NewPracticeOptions } from './new-practice.ts';
import { DEFAULT_KEPT, scheduleBackups } from './scheduled-backups.ts';
import { asTyped, typedCommand } from './typed-command.ts';

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function portNumber(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return Number(text);
}

function calendarDate(text: string): string {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text)) {
    throw new InvalidArgumentError('It must be a date such as 2026-03-29.');
  }
  return text;
}

const ownTimeZone = ({ timeZone }: Config) => timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const json = () => new Option('--json', 'print JSON').default(false);
const port = () => new Option('--port <port>', 'instead of PORT; 0 takes a free one').argParser(portNumber);
const noDemo = () =>
  new Option('--no-demo', 'leave an empty database empty instead of writing the demo practice into it');

/** Builds the `frontdesk` command line, whose help calls it `name`. Every command takes the configuration that was read from the environment. */
function createCommandLine(environment: Record<string, string | undefined>, name: string): Command {
  const config = (chosen: { port?: number } = {}): Config => {
    const read = readConfig(environment);
    return chosen.port === undefined ? read : { ...read, port: chosen.port };
  };
  const onDatabase = (name: DatabaseCommandName, options: unknown) => runDatabaseCommand(config(), name, options);

  const program = new Command(name)
    .description('The front desk of a veterinary practice.')
    .version(version, '-V, --version', 'print the version')
    .addHelpText(
      'after',
      '\nEnvironment: PORT, HOST, DATA_DIR, DATABASE_URL, PRACTICE_API_URL, PRACTICE_API_KEY, and more in docs/operations.md.',
    );

  program
    .command('start')
    .description('start the app with its gateway, on the embedded service or on PRACTICE_API_URL')
    .addOption(port())
    .addOption(noDemo())
    .action((options: { port?: number; demo: boolean }) => startProduct(config(options), options));
  program
    .command('service')
    .description('start the practice API alone, on the embedded database or on DATABASE_URL')
    .addOption(port())
    .addOption(noDemo())
    .action((options: { port?: number; demo: boolean }) => startService(config(options), options));
  program
    .command('gateway')
    .description('start the app and the gateway alone, on PRACTICE_API_URL')
    .addOption(port())
    .action((options: { port?: number }) => startGateway(config(options)));

  program
    .command('seed')
    .description('write the demo practice; what is there stays')
    .option('--appointments <number>', 'how many appointments the practice has then', wholeNumber)
    .option('--seed <number>', 'the seed of the random names and times', wholeNumber)
    .option('--date <date>', 'the day around which the appointments lie, instead of today', calendarDate)
    .addOption(new Option('--hostile-names', 'for tests: markup, formulas and statements among the names').hideHelp())
    .action((options) => onDatabase('seed', options));

  program
    .command('import')
    .argument('<file>', 'records of a migrated practice, one JSON object a line')
    .description('take over records as they are; it may be run again')
    .action((file: string) => onDatabase('import', { file: resolve(file) }));
  program
    .command('backup')
    .argument('[path]', 'the file to write; with --every, the folder for the backups instead of DATA_DIR/backups')
    .description('write the embedded database into one file, now or regularly')
    .option('--overwrite', 'replace the file where it is there already', false)
    .option('--every <time>', 'make backups by itself while Frontdesk runs, such as 24h or 7d; `never` ends that')
    .option('--keep <number>', 'with --every: how many backups are kept', wholeNumber, DEFAULT_KEPT)
    .action(async (path: string | undefined, options: { every?: string; keep: number; overwrite: boolean }) => {
      const { every, keep, overwrite } = options;
      if (every !== undefined) {
        process.stdout.write(`${scheduleBackups(config(), { every, keep, folder: path })}\n`);
      } else if (path === undefined) {
        throw new UsageFailure('backup needs the file to write, or --every with a time such as 24h; see --help');
      } else await onDatabase('backup', { file: resolve(path), overwrite });
    });
  program
    .command('restore')
    .argument('<file>', 'what `backup` wrote')
    .description('put a backup in the place of the embedded database, which is kept beside it')
    .action((file: string) => restore(config(), resolve(file)));

  const practice = program.command('practice').description('the practice itself');
  practice
    .command('new')
    .description('make a practice and show its first key; asks for what is not given')
    .option('--name <name>', 'the name of the practice')
    .option('--store <name>', 'the name of its store; by default that of the practice')
    .option('--time-zone <zone>', 'such as Europe/Paris; by default that of this machine')
    .option('--hours <hours>', 'such as "Mon-Fri 08:00-12:30 14:00-18:00, Sat 09:00-12:00"')
    .option('--rooms <names>', 'such as "Consult 1, Consult 2, Surgery"')
    .option('--vets <names>', 'such as "Anna Berg, Kwame Mensah"')
    .option('--visit-types <types>', 'with their minutes, such as "Consultation 20, Vaccination 15"')
    .option('--person <name>', 'who works at the front desk first, and gets the first key')
    .option('--remove-demo', 'remove the demo practice, with all that was booked in it')
    .option('--another', 'make it beside a practice that is there')
    .option('-y, --yes', 'ask nothing: take the default of what is not given')
    .action(async (options: NewPracticeOptions) => {
      const read = config();
      const present: z.infer<typeof listedPracticeSchema>[] = [];
      await runDatabaseCommand(
        read,
        'practice list',
        {},
        {
          print: (line) => void present.push(listedPracticeSchema.parse(JSON.parse(line))),
          log: () => undefined,
        },
      );
      const described = await describeNewPractice(options, { present, timeZone: ownTimeZone(read) });
      await runDatabaseCommand(read, 'practice new', described);
    });
  practice
    .command('import')
    .argument('<folder>', 'a folder with clients.csv, pets.csv and staff.csv, or some of them')
    .description('take over clients, pets and staff from CSV files; it may be run again')
    .option('--practice <id>', 'into which practice, where there are several')
    .addOption(new Option('--dates <order>', 'how to read dates such as 03/04/2020').choices(['dmy', 'mdy']))
    .action((folder: string, options) => onDatabase('practice import', { folder: resolve(folder), ...options }));
  practice
    .command('list')
    .description('list the practices, one line of JSON each')
    .action(() => onDatabase('practice list', {}));

  const employee = program.command('employee').description('the people of the practice');
  employee
    .command('list')
    .description('list employees with their stores and permissions')
    .addOption(json())
    .action((options) => onDatabase('employee list', options));

  const key = program.command('key').description('API keys; each acts as one employee');
  key
    .command('issue')
    .description('issue a key and show it once')
    .requiredOption('--employee <id>', 'the employee that the key acts as')
    .option('--read-only', 'a key that may only read', false)
    .option('--expires <when>', 'how long it is accepted, such as 90d, or its last day, such as 2027-01-31')
    .addOption(json())
    .action(({ expires, ...options }: { expires?: string }) => {
      if (expires === undefined) return onDatabase('key issue', options);
      const end = endOf(expires, { now: Date.now(), timeZone: ownTimeZone(config()) });
      if (!(end > Date.now())) {
        throw new UsageFailure(
          `--expires is "${expires}", but must be a number of hours or days such as 12h or 90d, or a date to come such as 2027-01-31`,
        );
      }
      return onDatabase('key issue', { ...options, expires: new Date(end).toISOString() });
    });
  key
    .command('list')
    .description('list keys without their secrets')
    .addOption(json())
    .action((options) => onDatabase('key list', options));
  key
    .command('revoke')
    .argument('<id>', 'the id that `key list` shows')
    .description('end a key for good')
    .action((id: string) => onDatabase('key revoke', { id }));

  return program;
}

/** Wrong use is one line, which {@link runCommandLine} writes; it names the help of the command that was meant. */
function strict(command: Command, out: (text: string) => void, called: string): void {
  command
    .exitOverride((error) => {
      if (error.exitCode === 0) throw error;
      const help = `\`${called} --help\``;
      const fault = error.message
        .replace(/^error: /, '')
        .replace(/\s*\n\s*/g, ' ')
        .replace(/\.$/, '');
      throw new UsageFailure(
        error.code === 'commander.help' ? `which command? ${help} lists them` : `${fault}; see ${help}`,
      );
    })
    .allowExcessArguments(false)
    .configureOutput({ writeOut: out, outputError: () => undefined, writeErr: () => undefined });
  for (const child of command.commands) strict(child, out, `${called} ${child.name()}`);
}

/**
 * Runs the command line; answers the exit code: 0 done, 1 could not be done, 2 wrong use, each with one clear line on
 * standard error.
 */
export async function runCommandLine(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
  { out, err }: { out: (text: string) => void; err: (text: string) => void },
): Promise<number> {
  const started = { file: process.argv[1], environment, folder: process.cwd() };
  const program = createCommandLine(environment, typedCommand(started));
  strict(program, out, 'frontdesk');
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // Help and version were asked for.
    if (error instanceof CommanderError) return error.exitCode;
    err(`frontdesk: ${asTyped(error instanceof Error ? error.message : String(error), started)}\n`);
    return error instanceof CommandFailure ? error.exitCode : 1;
  }
}
