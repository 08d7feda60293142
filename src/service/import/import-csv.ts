import { readdir } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { type EmployeeRole, employeeRoles } from '#contract/clients-pets-staff.ts';
import { permissionSets, usualSetOf } from '#contract/permissions.ts';
import { listEmployees } from '#service/db/administration.ts';
import { uuidOf } from '#service/db/column-types.ts';
import type { Database } from '#service/db/database.ts';
import { clients, stores } from '#service/db/schema.ts';
import { type COLUMNS, type CsvFile, type Kind, type Row, readCsv } from './csv-columns.ts';
import { importRecords } from './write-batches.ts';

/** The result of importing one file; `refused` rows were not imported. */
interface ImportedFile {
  file: string;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
}

interface ImportFolderOptions {
  /** The absolute path of the folder. */
  folder: string;
  companyId: string;
  /** Whether the day or the month stands first in dates such as 03/04/2020, where the file itself does not tell. */
  dates?: DateOrder | undefined;
  /** Called for each row that is not, or not completely, imported: the file, its line, the problem. */
  onFault(text: string): void;
}

type DateOrder = 'dmy' | 'mdy';

/**
 * Takes over clients, pets and staff from the CSV files of a folder (`clients.csv`, `pets.csv`, `staff.csv`), in UTF-8 with or
 * without a byte order mark, parted by commas, semicolons or tabs. Running it again changes only what differs: a row is
 * known by its id, which need not be a UUID, or else by its contents. Throws when there is no such file, or one cannot be
 * read as CSV; what is wrong with single rows is told to `onFault`, and the others are taken over.
 */
export async function importFolder(database: Database, options: ImportFolderOptions): Promise<ImportedFile[]> {
  const { folder, companyId, onFault } = options;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`the folder ${folder} cannot be read (${error.code ?? error.message})`);
  });
  // All files are read before anything is written, so that an invalid file stops the import at its beginning.
  const files = {
    clients: await readCsv(folder, names, 'clients'),
    pets: await readCsv(folder, names, 'pets'),
    staff: await readCsv(folder, names, 'staff'),
  };
  if (Object.values(files).every((file) => file === null)) {
    throw new Error(`${folder} has none of clients.csv, pets.csv and staff.csv`);
  }

  const results: ImportedFile[] = [];
  async function take<Column extends string>(
    found: CsvFile<Column> | null,
    read: (row: Row<Column>, fault: (problem: string) => void) => object | null,
  ) {
    if (found === null) return;
    const { file } = found;
    let refused = 0;
    const lines: number[] = [];
    const records: string[] = [];
    for (const row of found.rows) {
      const record = read(row, (problem) => onFault(`${file} line ${row.line}: ${problem}`));
      if (record === null) refused += 1;
      else {
        lines.push(row.line);
        records.push(JSON.stringify({ companyId, ...record }));
      }
    }
    const written = await importRecords(database, records, {
      onWarning: (nth, warning) => onFault(`${file} line ${lines[nth - 1]}: ${warning}`),
    });
    const { added, changed, unchanged } = written;
    results.push({ file, added, changed, unchanged, refused: refused + written.refused });
  }

  const idOf = (kind: Kind, id: string) => uuidOf(JSON.stringify([companyId, kind, id]));
  /** The line of each id. */
  const seen = new Map<string, number>();
  /** The id of a row; null, with a fault, where an earlier row of the file has it. */
  function ownId(kind: Kind, line: number, key: string, fault: (problem: string) => void): string | null {
    const id = idOf(kind, key);
    const earlier = seen.get(id);
    if (earlier === undefined) seen.set(id, line);
    else fault(`is the same as line ${earlier}: not taken over`);
    return earlier === undefined ? id : null;
  }

  await take(files.staff, await staffReader(database, { companyId, ownId }));

  await take(files.clients, ({ line, values }, fault) => {
    const person = personOf(values);
    if (person === null) {
      fault('has no name: not taken over');
      return null;
    }
    const { email = null, phone = null } = values;
    const id = ownId('clients', line, values.id ?? JSON.stringify([person, email, phone]), fault);
    if (id === null) return null;
    return { kind: 'client', id, ...person, email, phone };
  });

  const onFile = await database.db
    .select({ id: clients.id, firstName: clients.firstName, lastName: clients.lastName })
    .from(clients)
    .where(eq(clients.companyId, companyId));
  const clientIds = new Set(onFile.map(({ id }) => id));
  const clientsByName = new Map<string, string[]>();
  for (const { id, firstName, lastName } of onFile) {
    const name = sameName(`${firstName} ${lastName}`);
    clientsByName.set(name, [...(clientsByName.get(name) ?? []), id]);
  }

  function ownerOf(
    { clientId, clientName }: Row<keyof typeof COLUMNS.pets>['values'],
    fault: (problem: string) => void,
  ) {
    if (clientId !== undefined) {
      const id = idOf('clients', clientId);
      if (clientIds.has(id)) return id;
      fault(`there is no client with the id ${clientId}: not taken over`);
      return null;
    }
    const person = clientName === undefined ? null : personOf({ name: clientName });
    if (person === null) {
      fault('names no client, by id or by name: not taken over');
      return null;
    }
    const [id, ...others] = clientsByName.get(sameName(`${person.firstName} ${person.lastName}`)) ?? [];
    if (id !== undefined && others.length === 0) return id;
    fault(
      `${id === undefined ? 'there is no client' : 'there are several clients'} called ${clientName}: not taken over`,
    );
    return null;
  }

  const order = options.dates ?? dateOrderOf(files.pets?.rows.flatMap(({ values }) => values.dateOfBirth ?? []) ?? []);
  await take(files.pets, ({ line, values }, fault) => {
    const { name, species, breed = null, sex = null } = values;
    if (name === undefined) {
      fault('has no name: not taken over');
      return null;
    }
    const clientId = ownerOf(values, fault);
    if (clientId === null) return null;
    const id = ownId('pets', line, values.id ?? JSON.stringify([clientId, name, species ?? '']), fault);
    if (id === null) return null;
    const dateOfBirth = values.dateOfBirth === undefined ? null : readDate(values.dateOfBirth, order);
    if (values.dateOfBirth !== undefined && dateOfBirth === null) {
      fault(
        order === null && isNumericDate(values.dateOfBirth)
          ? `the date ${values.dateOfBirth} may be read in two ways: left out; say --dates dmy or --dates mdy`
          : `"${values.dateOfBirth}" is not a date: left out`,
      );
    }
    if (species === undefined) fault('has no species');
    return { kind: 'pet', id, clientId, name, species: species ?? '', breed, sex, dateOfBirth };
  });
  return results;
}

const ROLE_WORDS: readonly (readonly [RegExp, EmployeeRole])[] = [
  [/nurse|technician|\btech\b|rvn|assistant/i, 'nurse'],
  [/\bvet|doctor|\bdr\b|dvm|surgeon|mrcvs/i, 'vet'],
  [/reception|front desk|client (?:care|service)/i, 'receptionist'],
  [/groom/i, 'groomer'],
  [/train/i, 'trainer'],
  [/manager|owner|admin|director|lead/i, 'manager'],
];

/** Reads rows of staff. Someone who is on file by the same name already is that person. */
async function staffReader(
  database: Database,
  {
    companyId,
    ownId,
  }: {
    companyId: string;
    ownId(kind: Kind, line: number, key: string, fault: (problem: string) => void): string | null;
  },
) {
  const present = (await listEmployees(database)).filter((employee) => employee.companyId === companyId);
  const byName = new Map(present.map((employee) => [sameName(`${employee.firstName} ${employee.lastName}`), employee]));
  const ownStores = await database.db
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(eq(stores.companyId, companyId));

  return ({ line, values }: Row<keyof typeof COLUMNS.staff>, fault: (problem: string) => void) => {
    const person = personOf(values);
    if (person === null) {
      fault('has no name: not taken over');
      return null;
    }
    const derived = ownId('staff', line, values.id ?? JSON.stringify(person), fault);
    if (derived === null) return null;
    const known = byName.get(sameName(`${person.firstName} ${person.lastName}`));
    const given = values.role ?? '';
    const role =
      employeeRoles.find((name) => name === given.toLowerCase()) ??
      ROLE_WORDS.find(([words]) => words.test(given))?.[1] ??
      null;
    if (role === null) {
      fault(`"${given}" is not a role (${employeeRoles.join(', ')}): not taken over`);
      return null;
    }
    const wanted = (values.stores ?? '')
      .split(/[;|/]/)
      .map(sameName)
      .filter((name) => name !== '');
    const unknown = wanted.filter((name) => !ownStores.some((store) => sameName(store.name) === name));
    if (unknown.length > 0) fault(`there is no store called ${unknown.join(', ')}: works at the others, or at all`);
    const chosen = ownStores.filter((store) => wanted.includes(sameName(store.name)));
    return {
      kind: 'employee',
      id: known?.id ?? derived,
      ...person,
      role,
      storeIds: (chosen.length > 0 ? chosen : ownStores).map(({ id }) => id),
      permissions: known?.permissions ?? permissionSets[usualSetOf(role)],
      isActive: !/^(?:no|n|false|0|inactive|left|former|archived|disabled)$/i.test(values.active ?? ''),
    };
  };
}

/** Compares names without case, accents' composition and white space. */
function sameName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** First and last name from columns of their own, or from one that says `First Last` or `Last, First`. */
function personOf(values: { firstName?: string; lastName?: string; name?: string }) {
  const { firstName, lastName, name } = values;
  if (firstName !== undefined || lastName !== undefined)
    return { firstName: firstName ?? '', lastName: lastName ?? '' };
  if (name === undefined) return null;
  const [last = '', first] = name.split(',').map((part) => part.trim());
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = name.split(/\s+/);
  const surname = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName: surname };
}

const NUMERIC_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const isNumericDate = (text: string) => NUMERIC_DATE.test(text);

/** Whether the day or the month stands first, as far as the dates of a file tell; null where they do not. */
function dateOrderOf(dates: readonly string[]): DateOrder | null {
  let order: DateOrder | null = null;
  for (const date of dates) {
    const [, first, sign, second] = NUMERIC_DATE.exec(date) ?? [];
    const told = sign === '.' || Number(first) > 12 ? 'dmy' : Number(second) > 12 ? 'mdy' : null;
    if (told === null) continue;
    if (order !== null && order !== told) return null;
    order = told;
  }
  return order;
}

/** A date as `YYYY-MM-DD`, also from one with a time; null where it is none, or its order is not known. */
function readDate(text: string, order: DateOrder | null): string | null {
  const [iso] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text) ?? [];
  if (iso !== undefined) return isDate(iso) ? iso : null;
  const [, first = '', sign, second = '', year = ''] = NUMERIC_DATE.exec(text) ?? [];
  const known = order ?? (sign === '.' || first === second ? 'dmy' : null);
  if (known === null || year === '') return null;
  const [day, month] = known === 'dmy' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : null;
}

function isDate(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}
