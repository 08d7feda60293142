import { InvalidArgumentError, Option } from 'commander';
import { wholeNumberOption } from '#cli/config.ts';
import { nameOption, storeOf, textOption } from '#cli/managing.ts';
import {
  CATEGORIES,
  categoryOf,
  hoursText,
  parseOpeningHours,
  parsePerson,
  parseTimeZone,
  partsOf,
} from '#cli/practice-options.ts';
import { type Fields, resourceCommands, writesOf } from '#cli/resource-commands.ts';
import { type Company, employeeRoles } from '#contract/clients-pets-staff.ts';
import { defaultSetOf, type PermissionSet, permissionSets, permissions } from '#contract/permissions.ts';
import { managedBodies } from '#contract/practice-management.ts';
import { fullName } from '#contract/practice-setup.ts';
import { listEmployees } from '#service/db/administration.ts';
import { appointmentType } from '#service/db/manage/appointment-types.ts';
import { employee } from '#service/db/manage/employees.ts';
import { listParts } from '#service/db/manage/parts.ts';
import { deleteRoom, room, store } from '#service/db/manage/stores-and-rooms.ts';

const name = () => nameOption('its name');

/** Two options that set one field; only `isActive` remains of them. */
const activity = (texts: { active: string; inactive: string }) => ({
  active: () => new Option('--active', texts.active).conflicts('inactive'),
  inactive: () => new Option('--inactive', texts.inactive),
});

function isActiveOf({ active, inactive, ...fields }: Fields): Fields {
  return { ...fields, isActive: active === true ? true : inactive === true ? false : undefined };
}

const stores = resourceCommands({
  name: 'store',
  what: 'store',
  description: 'the stores of the practice: opening hours and time zone',
  options: {
    name,
    timeZone: () => textOption('--time-zone <zone>', 'such as Europe/Paris', parseTimeZone),
    openingHours: () =>
      textOption('--hours <hours>', 'such as "Mon-Fri 08:00-12:30 14:00-18:00, Sat 09:00-12:00"', parseOpeningHours),
  },
  required: ['name', 'openingHours'],
  records: async (_database, company) => company.stores,
  list: {
    description: 'list stores with their opening hours',
    headings: ['ID', 'NAME', 'TIME ZONE', 'OPENING HOURS'],
    row: (store) => [store.id, store.name, store.timeZone, hoursText(store.openingHours)],
  },
  writes: writesOf(store, managedBodies.store),
  add: {
    description: 'add a store and print its id; the default time zone is that of the first store',
    request: (fields, { stores: [first] }) => ({ timeZone: first?.timeZone, ...fields }),
    next: () => 'Everybody who had every store has access to it.',
  },
  change: { description: 'change a store' },
});

/** Options count positions from 1, requests from 0. */
function positionOf(text: string): number {
  const place = wholeNumberOption(text);
  if (place === 0) throw new InvalidArgumentError('The first place is 1.');
  return place - 1;
}

const rooms = resourceCommands({
  name: 'room',
  what: 'room',
  description: 'the rooms of the stores',
  options: {
    name,
    categories: () =>
      textOption('--for <categories>', `the categories that it is for, "all" or some of ${CATEGORIES}`, (text) =>
        text.trim().toLowerCase() === 'all' ? [] : partsOf(text).map(categoryOf),
      ),
  },
  required: ['name'],
  where: { store: () => new Option('--store <store>', 'in which store, by its name or id') },
  async records(_database, company, { store }) {
    const within = typeof store === 'string' ? [storeOf(company, store)] : company.stores;
    return within.flatMap(({ id: storeId, rooms }) => rooms.map((room) => ({ ...room, storeId })));
  },
  list: {
    description: 'list rooms in their order',
    headings: ['ID', 'STORE', 'ROOM', 'FOR'],
    row: (room, company) => [
      room.id,
      company.stores.find(({ id }) => id === room.storeId)?.name ?? '',
      room.name,
      room.categories.join(', ') || 'all',
    ],
  },
  writes: writesOf(room, managedBodies.room),
  add: {
    description: 'add a room, the last of its store, and print its id; --store where there are several stores',
    request({ store: idOrName, ...fields }, company) {
      const [only] = company.stores;
      const isNamed = typeof idOrName === 'string' || only === undefined || company.stores.length > 1;
      const { id: storeId } = isNamed ? storeOf(company, String(idOrName ?? '')) : only;
      return { storeId, ...fields };
    },
  },
  change: {
    description: 'change a room, or its position in its store',
    options: { position: () => new Option('--place <number>', 'its position; 1 is the first').argParser(positionOf) },
  },
  remove: { description: 'remove a room that has no upcoming appointments', write: deleteRoom },
});

const types = resourceCommands({
  name: 'type',
  what: 'visit type',
  description: 'the visit types that can be booked',
  options: {
    name,
    durationMinutes: () => new Option('--minutes <number>', 'the default duration').argParser(wholeNumberOption),
    category: () => textOption('--category <category>', `one of ${CATEGORIES}`, categoryOf),
  },
  required: ['name', 'durationMinutes', 'category'],
  records: (database, { id }) => listParts(database.sql, appointmentType, id),
  list: {
    description: 'list visit types',
    headings: ['ID', 'NAME', 'CATEGORY', 'MINUTES', ''],
    row: (type) => [type.id, type.name, type.category, String(type.durationMinutes), type.isActive ? '' : 'inactive'],
  },
  writes: writesOf(appointmentType, managedBodies.appointmentType),
  add: { description: 'add a visit type and print its id' },
  change: {
    description: 'change a visit type; appointments keep the name and category that they were booked with',
    options: activity({ active: 'offer it again', inactive: 'stop offering it' }),
    request: isActiveOf,
  },
});

const sets = Object.keys(permissionSets) as PermissionSet[];

/** The name of a permission set, or the number of permissions if they are not a set. */
function accessText(granted: readonly string[]): string {
  const same = sets.find(
    (set) => permissionSets[set].length === granted.length && permissionSets[set].every((one) => granted.includes(one)),
  );
  return same ?? `${granted.length} permissions`;
}

function permissionOf(text: string): string {
  const found = permissions.find((permission) => permission === text);
  if (found === undefined)
    throw new Error(`"${text}" is not a permission; the permissions are ${permissions.join(', ')}`);
  return found;
}

/** The fields of a request from the options for an employee. */
function employeeFields({ person, stores, set, ...fields }: Fields, company: Company): Fields {
  const setName = sets.find((one) => one === set);
  return {
    ...(setName !== undefined && { permissions: permissionSets[setName] }),
    ...fields,
    ...(typeof person === 'object' ? person : {}),
    ...(Array.isArray(stores) && { storeIds: stores.map((store) => storeOf(company, String(store)).id) }),
  };
}

const employees = resourceCommands({
  name: 'employee',
  what: 'employee',
  description: 'the people of the practice',
  options: {
    person: () => textOption('--name <name>', 'first name and last name, which is the last word', parsePerson),
    role: () => new Option('--role <role>', 'what they are').choices(employeeRoles),
    stores: () => textOption('--stores <stores>', 'where they work, by name or id', partsOf),
    set: () =>
      new Option('--may <what>', 'view only (view), work at the desk (book), or manage the practice as well (manage)')
        .choices(sets)
        .conflicts('permissions'),
    permissions: () =>
      textOption('--permissions <list>', `individual permissions: ${permissions.join(', ')}`, (text) =>
        partsOf(text).map(permissionOf),
      ),
  },
  required: ['person', 'role'],
  async records(database, company) {
    const all = await listEmployees(database);
    return all
      .filter(({ companyId }) => companyId === company.id)
      .map((employee) => ({ ...employee, name: fullName(employee) }));
  },
  list: {
    description: 'list employees with their stores and permissions',
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
  writes: writesOf(employee, managedBodies.employee),
  add: {
    description:
      'add an employee and print the id; without --stores they work everywhere, and managers may manage the practice',
    request: (fields, company) => ({
      storeIds: company.stores.map(({ id }) => id),
      permissions: permissionSets[defaultSetOf(String(fields['role']))],
      ...employeeFields(fields, company),
    }),
    next: (id) => `\`frontdesk key issue --employee ${id}\` gives them a key.`,
  },
  change: {
    description: 'change an employee or their permissions',
    options: activity({
      active: 'they work here again',
      inactive: 'they have left: their keys are revoked permanently',
    }),
    request: (fields, company) => isActiveOf(employeeFields(fields, company)),
  },
});

/** The commands for stores, rooms, visit types and employees. */
export const practiceResources = [stores, rooms, types, employees];
