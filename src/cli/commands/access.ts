import { z } from 'zod';
import { databaseCommand, table } from '#cli/database-command.ts';
import { CommandFailure } from '#cli/failure.ts';
import { issueKey, listEmployees, listKeys, revokeKey } from '#service/db/administration.ts';

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
  z.object({ employee: z.string(), readOnly: z.boolean(), json: z.boolean() }),
  async ({ database, print, log }, { employee, readOnly, json }) => {
    const issued = await issueKey(database, { employeeId: employee, readOnly });
    if (json) return print(JSON.stringify(issued, null, 2));
    print(issued.key);
    log(`Key ${issued.id} (${issued.access}) is shown this once; only its hash is stored.`);
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
    key.revokedAt === null ? '' : `revoked ${key.revokedAt}`,
  ]);
  for (const line of table([['ID', 'EMPLOYEE', 'ACCESS', 'ISSUED', ''], ...rows])) print(line);
});

export const keyRevoke = databaseCommand(z.object({ id: z.string() }), async ({ database, print }, { id }) => {
  if (!(await revokeKey(database, id))) {
    throw new CommandFailure(`there is no key ${id} to revoke; \`frontdesk key list\` shows the keys`);
  }
  print(`Key ${id} is revoked.`);
});
