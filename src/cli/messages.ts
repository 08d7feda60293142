import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The exit codes of commands that did not fully succeed; `stopped` is the code that shells use after Ctrl+C. */
const exitCodes = { failed: 1, usage: 2, refused: 3, stopped: 130 } as const;

/** An error that the user can fix: one line with the problem and what to do. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns an error handler that throws a {@link CommandError}, which says that a file cannot be read. */
export function failWithReadError(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new CommandError(`${path} cannot be read (${error.code ?? error.message})`);
  };
}

/** Wrong usage of the command or its environment. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}

/** The checked practice API sent incorrect responses. */
export class IncorrectResponsesError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.refused);
  }
}

/** Some lines were refused. Unless it was a dry run, all others were imported. */
export class RefusedLinesError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.refused);
  }
}

export class CommandStoppedError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.stopped);
  }
}

/** The output of a command that works on a database: results to standard output, messages and progress to standard error. */
export interface CommandOutput {
  print(line: string): void;
  log(line: string): void;
}

/** The way in which this process was started, which decides what the user types for a command. */
export interface Invocation {
  /** The file that Node runs. */
  file: string | undefined;
  environment: Record<string, string | undefined>;
  folder: string;
}

// This path is right for the source files and for the build, since both are two folders below package.json.
const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url));

/**
 * Returns what the user types for the `frontdesk` command in the way this process was started, such as `npm run -s
 * frontdesk --`.
 */
export function typedCommand({ file = '', environment, folder }: Invocation): string {
  const searched = (environment['PATH'] ?? '').split(delimiter);
  if (basename(file) === 'frontdesk' && searched.includes(dirname(file))) {
    // npx looks for a command of the project only in this folder.
    return dirname(file) === join(dirname(packageFile), 'node_modules', '.bin') ? 'npx frontdesk' : 'frontdesk';
  }
  const isOurs = ['launch.js', 'cli.js'].includes(basename(file));
  if (environment['npm_package_json'] === packageFile || !isOurs) return 'npm run -s frontdesk --';
  const near = relative(folder, file);
  const path = near.startsWith('..') || isAbsolute(near) ? file : near;
  return `node ${/\s/.test(path) ? `"${path}"` : path}`;
}

const currentInvocation = (): Invocation => ({
  file: process.argv[1],
  environment: process.env,
  folder: process.cwd(),
});

/**
 * Rewrites the `frontdesk` commands between backticks in a message to what the user has to type. This happens in the process
 * that the user started, because the message may come from another process, and from modules that do not know how the command
 * was typed.
 */
export function withTypedCommands(message: string, invocation = currentInvocation()): string {
  return message.replaceAll('`frontdesk ', () => `\`${typedCommand(invocation)} `);
}

/** Prints a line for the user who started this process, on standard error. */
export function printError(line: string): void {
  process.stderr.write(`${withTypedCommands(line)}\n`);
}
