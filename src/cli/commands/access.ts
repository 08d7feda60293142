import { z } from 'zod';
import { databaseCommand, table } from '#cli/database-command.ts';
import { CommandFailure } from '#cli/failure.ts';
import { issueKey, listEmployees, listKeys, revokeKey, type StoredKey } from '#service/db/administration.ts';

export const employeeList = databaseCommand(z.object({ json: z.boolean() }), async ({ database, print }, { json }) => {
  const employees = await listEmployees(database);
  if (json) return print(JSON.stringify(employees, null, 2));
  const rows = employees.map((employee) => [
    employee.id,
    `${employee.firstName} ${employee.lastName}`,
    employee.role,
    `${employee.storeIds.length} ${employee.storeIds.length === 1 ? 'store' : 'stores'}`,
    employee.isActive ? '' : 'inactive',
  ]);
  for (const line of table([['ID', 'NAME', 'ROLE', 'STORES', ''], ...rows])) print(line);
});

export const keyIssue = databaseCommand(
  z.object({
    employee: z.string(),
    readOnly: z.boolean(),
    expires: z.iso.datetime({ precision: 3 }).optional(),
    json: z.boolean(),
  }),
  async ({ database, print, log }, { employee, readOnly, expires: expiresAt, json }) => {
    const issued = await issueKey(database, { employeeId: employee, readOnly, expiresAt });
    if (json) return print(JSON.stringify(issued, null, 2));
    print(issued.key);
    const end =
      issued.expiresAt === null ? 'It has no end but `frontdesk key revoke`.' : `It ends at ${issued.expiresAt}.`;
    log(`Key ${issued.id} (${issued.access}) is shown this once; only its hash is stored. ${end}`);
  },
);

export const keyList = databaseCommand(z.object({ json: z.boolean() }), async ({ database, print }, { json }) => {
  const keys = await listKeys(database);
  if (json) return print(JSON.stringify(keys, null, 2));
  const rows = keys.map((key) => [
    key.id,
    key.employeeName ?? key.employeeId,
    key.access,
    key.createdAt,
    key.expiresAt ?? 'never',
    stateOf(key),
  ]);
  for (const line of table([['ID', 'EMPLOYEE', 'ACCESS', 'ISSUED', 'EXPIRES', ''], ...rows])) print(line);
});

/** Why a key is not accepted any more; empty for one that is. */
function stateOf({ revokedAt, expiresAt }: StoredKey): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : '';
}

export const keyRevoke = databaseCommand(z.object({ id: z.string() }), async ({ database, print }, { id }) => {
  if (!(await revokeKey(database, id))) {
    throw new CommandFailure(`there is no key ${id} to revoke; \`frontdesk key list\` shows the keys`);
  }
  print(`Key ${id} is revoked.`);
});
