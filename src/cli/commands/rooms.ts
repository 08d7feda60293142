import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { type ReadConfig, wholeNumberOption } from '#cli/config.ts';
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
  theOne,
  value,
} from '#cli/managing.ts';
import { CATEGORIES, categoryOf, partsOf } from '#cli/practice-questions.ts';
import type { Company } from '#contract/clients-pets-staff.ts';
import { changeRoomSchema, createRoomSchema } from '#contract/practice-management.ts';
import * as manage from '#service/db/manage/stores-and-rooms.ts';

/** The rooms of a practice, or of one of its stores. */
function roomsOf(company: Company, store: string | undefined) {
  const stores = store === undefined ? company.stores : [storeOf(company, store)];
  return stores.flatMap(({ id: storeId, rooms }) => rooms.map((room) => ({ ...room, storeId })));
}

const roomList = databaseCommand(
  'room list',
  z.object({ practice, store: z.string().optional(), json: z.boolean() }),
  async ({ database, print }, { practice: which, store, json }) => {
    const company = await practiceFor(database, which);
    const nameOf = new Map(company.stores.map(({ id, name }) => [id, name]));
    printList(print, roomsOf(company, store), {
      json,
      headings: ['ID', 'STORE', 'ROOM', 'FOR'],
      row: ({ id, storeId, name, categories }) => [id, nameOf.get(storeId) ?? '', name, categories.join(', ') || 'all'],
    });
  },
);

const roomAdd = databaseCommand(
  'room add',
  z.object({ practice, store: z.string().optional(), name: value, categories: value }),
  async ({ database, print, log }, { practice: which, store, ...others }) => {
    const company = await practiceFor(database, which);
    const [only] = company.stores;
    const { id: storeId, name } =
      store === undefined && company.stores.length === 1 && only !== undefined ? only : storeOf(company, store ?? '');
    const room = checked(createRoomSchema, { companyId: company.id, storeId, ...others });
    print(await managed(database, (by) => manage.createRoom(by, room)));
    log(`The room "${room.name}" is the last of ${name}.`);
  },
);

/** The room with an id or a name. */
const roomOf = (company: Company, room: string, store: string | undefined) =>
  theOne(roomsOf(company, store), room, { what: 'room', listed: 'frontdesk room list' });

const roomChange = databaseCommand(
  'room change',
  z.object({
    practice,
    room: z.string(),
    store: z.string().optional(),
    name: value,
    categories: value,
    position: value,
  }),
  async ({ database, print }, { practice: which, room, store, ...changes }) => {
    const company = await practiceFor(database, which);
    const { id } = roomOf(company, room, store);
    const change = { ...checked(changeRoomSchema, { companyId: company.id, ...changes }), id };
    const { name } = await managed(database, (by) => manage.changeRoom(by, change));
    print(`The room "${name}" is changed.`);
  },
);

const roomRemove = databaseCommand(
  'room remove',
  z.object({ practice, room: z.string(), store: z.string().optional() }),
  async ({ database, print }, { practice: which, room, store }) => {
    const company = await practiceFor(database, which);
    const { id, name } = roomOf(company, room, store);
    await managed(database, (by) => manage.deleteRoom(by, { companyId: company.id, id }));
    print(`The room "${name}" is removed.`);
  },
);

export const roomCommands: readonly DatabaseCommand[] = [roomList, roomAdd, roomChange, roomRemove];

/** Reads the categories of visits that a room is for; none of them is for all. */
const forOption = () =>
  textOption('--for <categories>', `the visits that it is for, "all" or some of ${CATEGORIES}`, (text) =>
    text.trim().toLowerCase() === 'all' ? [] : partsOf(text).map(categoryOf),
  );

function placeOption(text: string): number {
  const place = wholeNumberOption(text);
  if (place === 0) throw new InvalidArgumentError('The first place is 1.');
  return place;
}

/** Adds `frontdesk room`. */
export function addRoomCommands(program: Command, config: ReadConfig): void {
  const run = (command: DatabaseCommand, options: unknown) => runDatabaseCommand(config(), command, options);
  const room = program.command('room').description('the rooms of the stores');
  room
    .command('list')
    .description('list rooms in their order')
    .option('--store <store>', 'of one store, by its name or id')
    .addOption(practiceOption())
    .addOption(jsonOption())
    .action((options: Options) => run(roomList, options));
  room
    .command('add')
    .description('add a room, the last of its store, and print its id')
    .addOption(nameOption('what it is called').makeOptionMandatory())
    .option('--store <store>', 'in which store, where there are several, by its name or id')
    .addOption(forOption())
    .addOption(practiceOption())
    .action(({ for: categories, ...options }: Options) => run(roomAdd, { ...options, categories }));
  room
    .command('change')
    .argument('<room>', 'its name or id')
    .description('change a room, or its place among those of its store')
    .option('--store <store>', 'of which store it is, where several have one of this name')
    .addOption(nameOption('what it is called from now on'))
    .addOption(forOption())
    .option('--place <number>', 'its place in its store, 1 is the first', placeOption)
    .addOption(practiceOption())
    .action((given: string, { for: categories, place, ...options }: Options) =>
      run(roomChange, {
        ...options,
        room: given,
        categories,
        position: typeof place === 'number' ? place - 1 : undefined,
      }),
    );
  room
    .command('remove')
    .argument('<room>', 'its name or id')
    .description('remove a room that has no visits to come')
    .option('--store <store>', 'of which store it is, where several have one of this name')
    .addOption(practiceOption())
    .action((given: string, options: Options) => run(roomRemove, { ...options, room: given }));
}
