import type { Command } from 'commander';
import { z } from 'zod';
import { defaultTimeZone, type LoadConfig, parseExpiry } from '#cli/config.ts';
import { createDatabaseCommand, type DatabaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import { jsonOption, printList, withCommandErrors } from '#cli/manage-practice.ts';
import { CommandError, UsageError } from '#cli/messages.ts';
import { issueKey, listKeys, revokeAllKeys, revokeKey, type StoredKey } from '#service/db/administration.ts';

export const issueKeyCommand = createDatabaseCommand(
  'key issue',
  z.object({
    employee: z.string(),
    practice: z.string().optional(),
    readOnly: z.boolean(),
    expires: z.iso.datetime({ precision: 3 }).optional(),
    json: z.boolean(),
  }),
  async ({ database, print, log }, { employee: employeeId, practice, readOnly, expires: expiresAt, json }) => {
    const issued = await withCommandErrors(() => issueKey(database, { employeeId, practice, readOnly, expiresAt }));
    if (json) return print(JSON.stringify(issued, null, 2));
    print(issued.key);
    const end =
      issued.expiresAt === null
        ? 'It is valid until it is revoked with `frontdesk key revoke`.'
        : `It expires at ${issued.expiresAt}.`;
    log(`Key ${issued.id} (${issued.access}) is shown only once; only its hash is stored. ${end}`);
  },
);

export const listKeysCommand = createDatabaseCommand(
  'key list',
  z.object({ json: z.boolean() }),
  async ({ database, print }, { json }) => {
    printList(print, await listKeys(database), {
      json,
      headings: ['ID', 'EMPLOYEE', 'ACCESS', 'ISSUED', 'EXPIRES', ''],
      row: (key) => [
        key.id,
        key.employeeName ?? key.employeeId,
        key.access,
        key.createdAt,
        key.expiresAt ?? 'never',
        keyState(key),
      ],
    });
  },
);

/** The reason why a key is no longer accepted; empty if it is accepted. */
function keyState({ revokedAt, expiresAt }: StoredKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : '';
}

const revokeKeyCommand = createDatabaseCommand(
  'key revoke',
  z.object({ id: z.string() }),
  async ({ database, print }, { id }) => {
    if (!(await withCommandErrors(() => revokeKey(database, id)))) {
      throw new CommandError(`there is no key ${id} to revoke; \`frontdesk key list\` shows the keys`);
    }
    print(`Key ${id} is revoked.`);
  },
);

export const revokeAllKeysCommand = createDatabaseCommand(
  'key revoke --all',
  z.object({}),
  async ({ database, print, log }) => {
    print(`Keys revoked: ${await withCommandErrors(() => revokeAllKeys(database))}.`);
    log('`frontdesk employee list` shows the people, and `frontdesk key issue --employee ID` makes a key for one.');
  },
);

export const keyCommands: readonly DatabaseCommand[] = [
  issueKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  revokeAllKeysCommand,
];

export function addKeyCommands(program: Command, loadConfig: LoadConfig): void {
  const key = program.command('key').description('API keys; each acts as one employee');
  key
    .command('issue')
    .description('issue a key and show it once')
    .requiredOption('--employee <id>', 'the employee that the key acts as')
    .option('--practice <id>', 'which practice, where several have this employee')
    .option('--read-only', 'a key that may only read', false)
    .option('--expires <when>', 'how long it is valid, such as 90d, or its last day, such as 2027-01-31')
    .addOption(jsonOption())
    .action(({ expires, ...options }: { expires?: string }) => {
      const config = loadConfig();
      if (expires === undefined) return runDatabaseCommand(config, issueKeyCommand, options);
      const end = parseExpiry(expires, { now: Date.now(), timeZone: defaultTimeZone(config) });
      if (!(end > Date.now())) {
        throw new UsageError(
          `--expires is "${expires}", but must be a number of hours or days such as 12h or 90d, or a future date such as 2027-01-31`,
        );
      }
      return runDatabaseCommand(config, issueKeyCommand, { ...options, expires: new Date(end).toISOString() });
    });
  key
    .command('list')
    .description('list keys without their secrets')
    .addOption(jsonOption())
    .action((options) => runDatabaseCommand(loadConfig(), listKeysCommand, options));
  key
    .command('revoke')
    .argument('[id]', 'the id that `key list` shows')
    .description('revoke a key permanently')
    .option('--all', 'revoke all keys, for example after a backup was restored elsewhere', false)
    .action((id: string | undefined, { all }: { all: boolean }) => {
      if (all === (id !== undefined)) throw new UsageError('key revoke needs the id of a key, or --all; see --help');
      return all
        ? runDatabaseCommand(loadConfig(), revokeAllKeysCommand, {})
        : runDatabaseCommand(loadConfig(), revokeKeyCommand, { id });
    });
}
