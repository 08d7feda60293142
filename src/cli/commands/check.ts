import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type CheckReport, checkPracticeApi, NoPracticeApiError } from '#cli/check/check-practice-api.ts';
import { createProbe } from '#cli/check/probe.ts';
import { reportText } from '#cli/check/report-text.ts';
import { jsonOption } from '#cli/manage-practice.ts';
import {
  CommandError,
  type CommandOutput,
  failWithReadError,
  IncorrectResponsesError,
  UsageError,
} from '#cli/messages.ts';
import { parseUrl } from '#contract/parse-url.ts';
import { upstreamTimeouts } from '#gateway/upstream/connection.ts';

interface CheckOptions {
  address: string;
  keyFile?: string;
  json: boolean;
}

/**
 * `frontdesk check`: reports which features of Frontdesk a practice API supports. The key comes from a file or the
 * environment, because an argument can be read by every user of the machine (`ps`) and stays in the shell's history.
 */
export async function runCheck(
  { address, keyFile, json }: CheckOptions,
  environment: Record<string, string | undefined>,
  print: CommandOutput['print'],
): Promise<void> {
  requireAddress(address);
  const key = await readKey(keyFile, environment);
  const report = await checkPracticeApi({
    address,
    ask: createProbe(address, upstreamTimeouts.readMs),
    key,
  }).catch((error: unknown) => {
    if (error instanceof NoPracticeApiError) throw new CommandError(`no practice API at ${address}: ${error.message}`);
    throw error;
  });
  if (json) print(JSON.stringify(report, null, 2));
  else for (const line of reportText(report)) print(line);
  requireNoProblems(report);
}

/** Throws a {@link UsageError} for an invalid address, or one that contains a password. */
function requireAddress(address: string): void {
  const url = parseUrl(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${address}" is not an address that begins with http:// or https://`);
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new UsageError(
      'the address must have no password and no query; a key is read from --key-file or PRACTICE_API_KEY',
    );
}

async function readKey(
  keyFile: string | undefined,
  environment: Record<string, string | undefined>,
): Promise<string | null> {
  const text =
    keyFile === undefined
      ? environment['PRACTICE_API_KEY']
      : await readFile(keyFile, 'utf8').catch(failWithReadError(keyFile));
  const key = text?.trim() ?? '';
  if (keyFile !== undefined && key === '') throw new CommandError(`${keyFile} contains no key`);
  if (!/^[\x21-\x7e]*$/.test(key))
    throw new CommandError('the key contains a space or another character that no key has');
  return key === '' ? null : key;
}

/** Fails if the key was refused, or if a response was incorrect. */
function requireNoProblems({ key, problems }: CheckReport): void {
  if (key === 'refused') throw new CommandError('the practice API does not accept the key');
  if (problems.length === 0) return;
  throw new IncorrectResponsesError(
    problems.length === 1 ? '1 answer is wrong' : `${problems.length} answers are wrong`,
  );
}

export function addCheckCommand(
  program: Command,
  environment: Record<string, string | undefined>,
  print: CommandOutput['print'],
): void {
  program
    .command('check')
    .argument('<address>', 'what PRACTICE_API_URL would be, such as https://api.example.com')
    .description('say which screens and buttons a practice API would have, and what it answers wrongly')
    .option(
      '--key-file <file>',
      'a file with an API key, instead of PRACTICE_API_KEY: records are read with it, never written',
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExit code 3: something is answered wrongly.')
    .action((address: string, options: Omit<CheckOptions, 'address'>) =>
      runCheck({ ...options, address }, environment, print),
    );
}
