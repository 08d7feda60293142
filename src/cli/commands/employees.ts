import type { Command } from 'commander';
import { z } from 'zod';
import type { LoadConfig } from '#cli/config.ts';
import { createDatabaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import {
  findPractice,
  jsonOption,
  practiceOption,
  printList,
  runPracticeChange,
  withCommandErrors,
} from '#cli/manage-practice.ts';
import { type PermissionSet, permissionSets } from '#contract/permissions.ts';
import { fullName } from '#contract/practice-setup.ts';
import { findEmployee, listEmployees, readCompany } from '#service/db/administration.ts';
import { employeeDefinition } from '#service/db/manage/employees.ts';
import { issueKey } from '#service/db/manage/keys.ts';
import { changeRecord } from '#service/db/manage/practice-record.ts';

export const listEmployeesCommand = createDatabaseCommand(
  'employee list',
  z.object({ practice: z.string().optional(), json: z.boolean() }),
  async ({ database, print }, { practice, json }) => {
    const company = await findPractice(database, practice, { orDemo: true });
    const employees = (await listEmployees(database)).filter(({ companyId }) => companyId === company.id);
    printList(
      print,
      employees.map((one) => ({ ...one, name: fullName(one) })),
      {
        json,
        headings: ['ID', 'NAME', 'ROLE', 'STORES', 'MAY', ''],
        row: ({ id, name, role, storeIds, permissions, isActive }) => [
          id,
          name,
          role,
          `${storeIds.length} ${storeIds.length === 1 ? 'store' : 'stores'}`,
          accessText(permissions),
          isActive ? '' : 'inactive',
        ],
      },
    );
  },
);

/** The name of the permission set that consists of exactly these permissions; their number if there is no such set. */
function accessText(granted: readonly string[]): string {
  const sets = Object.keys(permissionSets) as PermissionSet[];
  const same = sets.find(
    (set) => permissionSets[set].length === granted.length && permissionSets[set].every((one) => granted.includes(one)),
  );
  return same ?? `${granted.length} permissions`;
}

/**
 * Restores access to a practice whose managers have lost their keys or their permissions: makes a person an active
 * employee of every store who may manage the practice, and issues a key, which alone is printed to standard output. The
 * person's role stays, so that a vet keeps their column on the calendar.
 */
export const letEmployeeInCommand = createDatabaseCommand(
  'employee let-in',
  z.object({ id: z.string(), practice: z.string().optional() }),
  async ({ database, print, log }, { id: employeeId, practice }) => {
    const person = await withCommandErrors(() => findEmployee(database, { employeeId, practice }));
    const { companyId, id } = person;
    const storeIds = (await readCompany(database, companyId)).stores.map((store) => store.id);
    const issued = await runPracticeChange(database, async (by) => {
      const permissions = [...permissionSets.manage];
      await changeRecord(by, employeeDefinition, { companyId, id, isActive: true, storeIds, permissions });
      return issueKey(by, { companyId, id, access: 'read_write' });
    });
    log(`${fullName(person)} may manage the practice, at every store. This is their key; it is shown only once:`);
    print(issued.key);
  },
);

export function addEmployeeCommands(program: Command, loadConfig: LoadConfig): void {
  const group = program.command('employee').description('the people of the practice, who are managed on screen');
  group
    .command('list')
    .description('list employees with their stores and permissions')
    .addOption(practiceOption())
    .addOption(jsonOption())
    .action((options) => runDatabaseCommand(loadConfig(), listEmployeesCommand, options));
  group
    .command('let-in')
    .argument('<id>', 'the id that `employee list` shows')
    .description('make someone a manager and show a new key of theirs, if no manager can sign in any more')
    .addOption(practiceOption())
    .action((id: string, options: { practice?: string }) =>
      runDatabaseCommand(loadConfig(), letEmployeeInCommand, { ...options, id }),
    );
}
