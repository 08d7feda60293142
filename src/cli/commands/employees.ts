import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { ReadConfig } from '#cli/config.ts';
import { type DatabaseCommand, databaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import {
  activeOptions,
  checked,
  jsonOption,
  managed,
  practice,
  practiceFor,
  practiceOption,
  printList,
  storeOf,
  textOption,
  theOne,
  value,
} from '#cli/managing.ts';
import { parsePerson, partsOf } from '#cli/practice-questions.ts';
import { type Company, employeeRoles } from '#contract/clients-pets-staff.ts';
import { type PermissionSet, permissionSets, permissions, usualSetOf } from '#contract/permissions.ts';
import { changeEmployeeSchema, createEmployeeSchema } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { listEmployees, readCompany } from '#service/db/administration.ts';
import type { Database } from '#service/db/database.ts';
import * as manage from '#service/db/manage/employees.ts';

const storeNames = z.array(z.string()).optional();

const sets = Object.keys(permissionSets) as PermissionSet[];

/** The set that permissions are, or how many they are where they are none. */
function mayText(granted: readonly string[]): string {
  const same = sets.find(
    (set) => permissionSets[set].length === granted.length && permissionSets[set].every((one) => granted.includes(one)),
  );
  return same ?? `${granted.length} permissions`;
}

const employeeList = databaseCommand(
  'employee list',
  z.object({ json: z.boolean() }),
  async ({ database, print }, { json }) => {
    printList(print, await listEmployees(database), {
      json,
      headings: ['ID', 'NAME', 'ROLE', 'STORES', 'MAY', ''],
      row: (employee) => [
        employee.id,
        fullName(employee),
        employee.role,
        `${employee.storeIds.length} ${employee.storeIds.length === 1 ? 'store' : 'stores'}`,
        mayText(employee.permissions),
        employee.isActive ? '' : 'inactive',
      ],
    });
  },
);

const idsOf = (company: Company, stores: readonly string[] | undefined) =>
  stores?.map((store) => storeOf(company, store).id);

const employeeAdd = databaseCommand(
  'employee add',
  z.object({ practice, firstName: value, lastName: value, role: z.string(), stores: storeNames, permissions: value }),
  async ({ database, print, log }, { practice: which, stores, permissions: granted, ...person }) => {
    const company = await practiceFor(database, which);
    const employee = checked(createEmployeeSchema, {
      companyId: company.id,
      ...person,
      storeIds: idsOf(company, stores) ?? company.stores.map(({ id }) => id),
      permissions: granted ?? permissionSets[usualSetOf(person.role)],
    });
    const id = await managed(database, (by) => manage.createEmployee(by, employee));
    print(id);
    log(`${fullName(employee)} is there; \`frontdesk key issue --employee ${id}\` gives them a key.`);
  },
);

/** The employee with an id or a name, in whichever practice where none is named. */
async function employeeOf(database: Database, wanted: string, which: string | undefined) {
  const company = which === undefined ? null : await practiceFor(database, which);
  const employees = (await listEmployees(database))
    .filter(({ companyId }) => company === null || companyId === company.id)
    .map((employee) => ({ ...employee, name: fullName(employee) }));
  return theOne(employees, wanted, { what: 'employee', listed: 'frontdesk employee list' });
}

const employeeChange = databaseCommand(
  'employee change',
  z.object({
    practice,
    employee: z.string(),
    firstName: value,
    lastName: value,
    role: value,
    stores: storeNames,
    permissions: value,
    isActive: value,
  }),
  async ({ database, print, log }, { practice: which, employee, stores, ...changes }) => {
    const { id, companyId, isActive } = await employeeOf(database, employee, which);
    const storeIds = idsOf(await readCompany(database, companyId), stores);
    const change = { ...checked(changeEmployeeSchema, { companyId, ...changes, storeIds }), id };
    const changed = await managed(database, (by) => manage.changeEmployee(by, change));
    print(`${fullName(changed)} is changed.`);
    if (isActive && !changed.isActive) log('Their keys have ended.');
  },
);

export const employeeCommands: readonly DatabaseCommand[] = [employeeList, employeeAdd, employeeChange];

function permissionOf(text: string): string {
  const found = permissions.find((permission) => permission === text);
  if (found === undefined) throw new Error(`"${text}" is not a permission; there are ${permissions.join(', ')}`);
  return found;
}

/** Adds what an employee is called, is and may do. */
function addPersonOptions(command: Command, { isNew }: { isNew: boolean }): Command {
  const name = textOption('--name <name>', 'first name and last name, which is the last word', parsePerson);
  const role = new Option('--role <role>', 'what they are').choices(employeeRoles);
  return command
    .addOption(name.makeOptionMandatory(isNew))
    .addOption(role.makeOptionMandatory(isNew))
    .addOption(
      textOption(
        '--stores <stores>',
        `where they work, by name or id${isNew ? '; by default everywhere' : ''}`,
        partsOf,
      ),
    )
    .addOption(
      new Option('--may <what>', 'look (view), work at the desk (book), or set up the practice, too (manage)')
        .choices(sets)
        .conflicts('permissions'),
    )
    .addOption(
      textOption('--permissions <list>', `one by one, of ${permissions.join(', ')}`, (text) =>
        partsOf(text).map(permissionOf),
      ),
    )
    .addOption(practiceOption());
}

interface PersonOptions extends Record<string, unknown> {
  name?: { firstName: string; lastName: string };
  may?: PermissionSet;
  permissions?: readonly string[];
}

/** The options as the fields of an employee. */
function personOf({ name, may, permissions: granted, ...options }: PersonOptions): Record<string, unknown> {
  return { ...options, ...name, permissions: granted ?? (may === undefined ? undefined : permissionSets[may]) };
}

/** Adds `frontdesk employee`. */
export function addEmployeeCommands(program: Command, config: ReadConfig): void {
  const run = (command: DatabaseCommand, options: unknown) => runDatabaseCommand(config(), command, options);
  const employee = program.command('employee').description('the people of the practice');
  employee
    .command('list')
    .description('list employees with their stores and permissions')
    .addOption(jsonOption())
    .action((options) => run(employeeList, options));
  addPersonOptions(employee.command('add'), { isNew: true })
    .description('add somebody and print their id; managers may set up the practice, others work at the desk')
    .action((options: PersonOptions) => run(employeeAdd, personOf(options)));
  const change = addPersonOptions(employee.command('change'), { isNew: false })
    .argument('<employee>', 'their name or id')
    .description('change somebody, or what they may do')
    .action((given: string, options: PersonOptions) =>
      run(employeeChange, { ...activeOptions.read(personOf(options)), employee: given }),
    );
  activeOptions.add(change, { active: 'they work here again', inactive: 'they have left: their keys end for good' });
}
