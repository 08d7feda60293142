import type { Command } from 'commander';
import { z } from 'zod';
import { type ReadConfig, wholeNumberOption } from '#cli/config.ts';
import { type DatabaseCommand, databaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import {
  activeOptions,
  checked,
  jsonOption,
  managed,
  nameOption,
  type Options,
  practice,
  practiceFor,
  practiceOption,
  printList,
  textOption,
  theOne,
  value,
} from '#cli/managing.ts';
import { CATEGORIES, categoryOf } from '#cli/practice-questions.ts';
import { changeAppointmentTypeSchema, createAppointmentTypeSchema } from '#contract/practice-management.ts';
import { listAppointmentTypes } from '#service/db/administration.ts';
import * as manage from '#service/db/manage/appointment-types.ts';

const typeList = databaseCommand(
  'type list',
  z.object({ practice, json: z.boolean() }),
  async ({ database, print }, { practice: which, json }) => {
    const types = await listAppointmentTypes(database, await practiceFor(database, which));
    printList(print, types, {
      json,
      headings: ['ID', 'NAME', 'CATEGORY', 'MINUTES', ''],
      row: ({ id, name, category, durationMinutes, isActive }) => [
        id,
        name,
        category,
        String(durationMinutes),
        isActive ? '' : 'inactive',
      ],
    });
  },
);

const typeAdd = databaseCommand(
  'type add',
  z.object({ practice, name: value, category: value, durationMinutes: value }),
  async ({ database, print, log }, { practice: which, ...others }) => {
    const { id: companyId } = await practiceFor(database, which);
    const type = checked(createAppointmentTypeSchema, { companyId, ...others });
    print(await managed(database, (by) => manage.createAppointmentType(by, type)));
    log(`The visit type "${type.name}" can be booked.`);
  },
);

const typeChange = databaseCommand(
  'type change',
  z.object({ practice, type: z.string(), name: value, category: value, durationMinutes: value, isActive: value }),
  async ({ database, print }, { practice: which, type, ...changes }) => {
    const company = await practiceFor(database, which);
    const types = await listAppointmentTypes(database, company);
    const { id } = theOne(types, type, { what: 'visit type', listed: 'frontdesk type list' });
    const change = { ...checked(changeAppointmentTypeSchema, { companyId: company.id, ...changes }), id };
    const { name } = await managed(database, (by) => manage.changeAppointmentType(by, change));
    print(`The visit type "${name}" is changed.`);
  },
);

export const typeCommands: readonly DatabaseCommand[] = [typeList, typeAdd, typeChange];

const categoryOption = () => textOption('--category <category>', `one of ${CATEGORIES}`, categoryOf);

/** Adds `frontdesk type`. */
export function addTypeCommands(program: Command, config: ReadConfig): void {
  const run = (command: DatabaseCommand, options: unknown) => runDatabaseCommand(config(), command, options);
  const type = program.command('type').description('the visit types that can be booked');
  type
    .command('list')
    .description('list visit types')
    .addOption(practiceOption())
    .addOption(jsonOption())
    .action((options: Options) => run(typeList, options));
  type
    .command('add')
    .description('add a visit type and print its id')
    .addOption(nameOption('what it is called').makeOptionMandatory())
    .requiredOption('--minutes <number>', 'how long a visit takes', wholeNumberOption)
    .addOption(categoryOption().makeOptionMandatory())
    .addOption(practiceOption())
    .action(({ minutes, ...options }: Options) => run(typeAdd, { ...options, durationMinutes: minutes }));
  const change = type
    .command('change')
    .argument('<type>', 'its name or id')
    .description('change a visit type; what is booked keeps name and category')
    .addOption(nameOption('what it is called from now on'))
    .option('--minutes <number>', 'how long a visit takes', wholeNumberOption)
    .addOption(categoryOption())
    .addOption(practiceOption())
    .action((given: string, { minutes, ...options }: Options) =>
      run(typeChange, { ...activeOptions.read(options), type: given, durationMinutes: minutes }),
    );
  activeOptions.add(change, { active: 'offer it again', inactive: 'offer it no longer' });
}
