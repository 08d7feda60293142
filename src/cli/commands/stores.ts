import type { Command } from 'commander';
import { z } from 'zod';
import type { ReadConfig } from '#cli/config.ts';
import { type DatabaseCommand, databaseCommand, runDatabaseCommand } from '#cli/database-command.ts';
import {
  checked,
  jsonOption,
  managed,
  nameOption,
  type Options,
  practice,
  practiceFor,
  practiceOption,
  printList,
  storeOf,
  textOption,
  value,
} from '#cli/managing.ts';
import { parseOpeningHours, parseTimeZone } from '#cli/practice-questions.ts';
import type { OpeningHours } from '#contract/clients-pets-staff.ts';
import { changeCompanySchema, changeStoreSchema, createStoreSchema } from '#contract/practice-management.ts';
import * as manage from '#service/db/manage/stores-and-rooms.ts';

const DAYS = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Opening hours as one types them, such as `Mon-Fri 08:00-12:00 14:00-18:00, Sat 09:00-12:00`. */
export function openingHoursText(hours: readonly OpeningHours[]): string {
  const runs: { from: number; to: number; times: string }[] = [];
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const times = hours
      .filter((one) => one.weekday === weekday)
      .map(({ opens, closes }) => `${opens}-${closes}`)
      .sort()
      .join(' ');
    const last = runs.at(-1);
    if (last?.to === weekday - 1 && last.times === times) last.to = weekday;
    else if (times !== '') runs.push({ from: weekday, to: weekday, times });
  }
  const daysOf = ({ from, to }: { from: number; to: number }) =>
    from === to ? DAYS[from] : `${DAYS[from]}-${DAYS[to]}`;
  return runs.map((run) => `${daysOf(run)} ${run.times}`).join(', ');
}

const practiceRename = databaseCommand(
  'practice rename',
  z.object({ practice, name: value }),
  async ({ database, print }, { practice: which, name }) => {
    const { id } = await practiceFor(database, which);
    const change = { ...checked(changeCompanySchema, { companyId: id, name }), id };
    await managed(database, (by) => manage.changeCompany(by, change));
    print(`The practice is called "${change.name}".`);
  },
);

const storeList = databaseCommand(
  'store list',
  z.object({ practice, json: z.boolean() }),
  async ({ database, print }, { practice: which, json }) => {
    const { stores } = await practiceFor(database, which);
    printList(print, stores, {
      json,
      headings: ['ID', 'NAME', 'TIME ZONE', 'OPENING HOURS'],
      row: ({ id, name, timeZone, openingHours }) => [id, name, timeZone, openingHoursText(openingHours)],
    });
  },
);

const storeAdd = databaseCommand(
  'store add',
  z.object({ practice, name: value, timeZone: value, openingHours: value }),
  async ({ database, print, log }, { practice: which, timeZone, ...others }) => {
    const company = await practiceFor(database, which);
    const store = checked(createStoreSchema, {
      companyId: company.id,
      timeZone: timeZone ?? company.stores[0]?.timeZone,
      ...others,
    });
    print(await managed(database, (by) => manage.createStore(by, store)));
    log(`The store "${store.name}" is there, and belongs to all who had every store.`);
  },
);

const storeChange = databaseCommand(
  'store change',
  z.object({ practice, store: z.string(), name: value, timeZone: value, openingHours: value }),
  async ({ database, print }, { practice: which, store, ...changes }) => {
    const company = await practiceFor(database, which);
    const { id, name } = storeOf(company, store);
    const change = { ...checked(changeStoreSchema, { companyId: company.id, ...changes }), id };
    await managed(database, (by) => manage.changeStore(by, change));
    print(`The store "${change.name ?? name}" is changed.`);
  },
);

export const storeCommands: readonly DatabaseCommand[] = [practiceRename, storeList, storeAdd, storeChange];

const zoneOption = (text: string) => textOption('--time-zone <zone>', text, parseTimeZone);
const hoursOption = () =>
  textOption('--hours <hours>', 'such as "Mon-Fri 08:00-12:30 14:00-18:00, Sat 09:00-12:00"', parseOpeningHours);

/** Adds `frontdesk store`, and `frontdesk practice rename`. */
export function addStoreCommands(program: Command, config: ReadConfig): void {
  const run = (command: DatabaseCommand, options: unknown) => runDatabaseCommand(config(), command, options);

  program.commands
    .find((command) => command.name() === 'practice')
    ?.command('rename')
    .argument('<name>')
    .description('give the practice another name')
    .addOption(practiceOption())
    .action((name: string, options: Options) => run(practiceRename, { ...options, name }));

  const store = program.command('store').description('the stores of the practice: opening hours and time zone');
  store
    .command('list')
    .description('list stores with their opening hours')
    .addOption(practiceOption())
    .addOption(jsonOption())
    .action((options: Options) => run(storeList, options));
  store
    .command('add')
    .description('add a store and print its id')
    .addOption(nameOption('what it is called').makeOptionMandatory())
    .addOption(zoneOption('such as Europe/Paris; by default that of the first store'))
    .addOption(hoursOption().makeOptionMandatory())
    .addOption(practiceOption())
    .action(({ hours, ...options }: Options) => run(storeAdd, { ...options, openingHours: hours }));
  store
    .command('change')
    .argument('<store>', 'its name or id')
    .description('change a store')
    .addOption(nameOption('what it is called from now on'))
    .addOption(zoneOption('such as Europe/Paris'))
    .addOption(hoursOption())
    .addOption(practiceOption())
    .action((given: string, { hours, ...options }: Options) =>
      run(storeChange, { ...options, store: given, openingHours: hours }),
    );
}
