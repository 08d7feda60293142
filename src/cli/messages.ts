import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The exit codes of commands that did not do all they were asked to: `stopped` is what a shell has after Ctrl+C. */
const exitCodes = { failed: 1, usage: 2, refused: 3, stopped: 130 } as const;

/** An error that the user can fix: one line with the problem and what to do. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Fails for a file that cannot be read. */
export function cannotRead(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new CommandFailure(`${path} cannot be read (${error.code ?? error.message})`);
  };
}

/** The command or its environment was used wrongly. */
export class UsageFailure extends CommandFailure {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}

/** Some lines were refused; all others were imported or restored. */
export class LinesRefused extends CommandFailure {
  constructor(message: string) {
    super(message, exitCodes.refused);
  }
}

/** The person stopped the command. */
export class CommandStopped extends CommandFailure {
  constructor(message: string) {
    super(message, exitCodes.stopped);
  }
}

/** Where a command that works on a database writes: results to standard output, messages and progress to standard error. */
export interface CommandOutput {
  print(line: string): void;
  log(line: string): void;
}

/** How this process was started. */
export interface Started {
  /** The file that Node was told to run. */
  file: string | undefined;
  environment: Record<string, string | undefined>;
  folder: string;
}

// The sources and the build are equally far below package.json.
const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url));

/** What a person types for the `frontdesk` command where this process was started, such as `npm run -s frontdesk --`. */
export function typedCommand({ file = '', environment, folder }: Started): string {
  const searched = (environment['PATH'] ?? '').split(delimiter);
  if (basename(file) === 'frontdesk' && searched.includes(dirname(file))) {
    // In the place where npm alone looks for it.
    return dirname(file) === join(dirname(packageFile), 'node_modules', '.bin') ? 'npx frontdesk' : 'frontdesk';
  }
  const isOurs = ['launch.js', 'cli.js'].includes(basename(file));
  if (environment['npm_package_json'] === packageFile || !isOurs) return 'npm run -s frontdesk --';
  const near = relative(folder, file);
  const path = near.startsWith('..') || isAbsolute(near) ? file : near;
  return `node ${/\s/.test(path) ? `"${path}"` : path}`;
}

const here = (): Started => ({ file: process.argv[1], environment: process.env, folder: process.cwd() });

/**
 * A message in which the `frontdesk` commands to type stand between backticks, as a person can type them. It is done by the process
 * that the person started, as the message may come from another one, and from parts that know nothing of a command line.
 */
export function asTyped(message: string, started = here()): string {
  return message.replaceAll('`frontdesk ', () => `\`${typedCommand(started)} `);
}

/** Tells the person who started this process something, on standard error. */
export function tell(line: string): void {
  process.stderr.write(`${asTyped(line)}\n`);
}
