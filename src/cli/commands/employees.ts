import { z } from 'zod';
import { databaseCommand, table } from '#cli/database-command.ts';
import { listEmployees } from '#service/db/administration.ts';

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
