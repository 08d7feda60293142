import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';

const CLIENT_ID = [
  'clientid',
  'clientnumber',
  'clientno',
  'customerid',
  'customernumber',
  'ownerid',
  'accountnumber',
  'account',
] as const;
const CLIENT_NAME = ['clientname', 'client', 'customername', 'customer', 'ownername', 'owner'] as const;

/** The accepted column names, compared without case, spaces and punctuation; the first is the documented one. */
export const COLUMNS = {
  clients: {
    id: ['id', ...CLIENT_ID, 'code'],
    firstName: ['firstname', 'givenname', 'forename', 'clientfirstname', 'ownerfirstname'],
    lastName: ['lastname', 'surname', 'familyname', 'clientlastname', 'ownerlastname'],
    name: ['name', 'fullname', ...CLIENT_NAME],
    email: ['email', 'emailaddress', 'mail'],
    phone: [
      'phone',
      'phonenumber',
      'mobile',
      'mobilephone',
      'cell',
      'cellphone',
      'telephone',
      'tel',
      'homephone',
      'phone1',
    ],
  },
  pets: {
    id: ['id', 'petid', 'patientid', 'patientnumber', 'animalid', 'code'],
    clientId: [...CLIENT_ID, 'clientcode'],
    clientName: CLIENT_NAME,
    name: ['name', 'petname', 'patientname', 'patient', 'animalname', 'animal', 'pet'],
    species: ['species', 'animaltype', 'kind', 'type'],
    breed: ['breed'],
    sex: ['sex', 'gender'],
    dateOfBirth: ['dateofbirth', 'dob', 'birthdate', 'birthday', 'born'],
  },
  staff: {
    id: ['id', 'staffid', 'employeeid', 'employeenumber', 'userid', 'code'],
    firstName: ['firstname', 'givenname', 'forename'],
    lastName: ['lastname', 'surname', 'familyname'],
    name: ['name', 'fullname', 'employeename', 'employee', 'staffname'],
    role: ['role', 'position', 'jobtitle', 'title', 'job', 'type'],
    stores: ['stores', 'store', 'location', 'locations', 'branch', 'site', 'clinic'],
    active: ['active', 'isactive', 'status'],
  },
} as const;
export type Kind = keyof typeof COLUMNS;

/** The accepted file names; the first is the documented one. */
const FILES = {
  clients: ['clients', 'customers', 'owners'],
  pets: ['pets', 'patients', 'animals'],
  staff: ['staff', 'employees', 'team', 'users'],
} as const satisfies Record<Kind, readonly string[]>;

/** A row of a file: its line, counted from 1 where it begins, and its values by our names. Empty values are left out. */
export interface Row<Column extends string> {
  readonly line: number;
  readonly values: Readonly<Partial<Record<Column, string>>>;
}

export interface CsvFile<Column extends string> {
  readonly file: string;
  readonly rows: readonly Row<Column>[];
}

/** Reads the file of a kind; null where the folder has none. */
export async function readCsv<K extends Kind>(
  folder: string,
  names: readonly string[],
  kind: K,
): Promise<CsvFile<keyof (typeof COLUMNS)[K] & string> | null> {
  type Column = keyof (typeof COLUMNS)[K] & string;
  const [file, second] = names.filter((name) => FILES[kind].some((known) => name.toLowerCase() === `${known}.csv`));
  if (file === undefined) return null;
  if (second !== undefined) throw new Error(`${folder} has both ${file} and ${second}; keep one of them there`);
  const text = decode(await readFile(join(folder, file)), file);
  const [header, ...body] = parseCsv(text, file);
  if (header === undefined) throw new Error(`${file} is empty; its first line must name the columns`);
  const columns = columnsOf<Column>(header.cells, COLUMNS[kind] as Record<Column, readonly string[]>);
  if (![...columns.values()].some((column) => /name$/i.test(column))) {
    throw new Error(
      `the first line of ${file} names no column for a name; it has ${header.cells.join(', ') || 'nothing'}. docs/import.md lists the columns`,
    );
  }
  const rows = body.map(({ line, cells }) => {
    const values: Partial<Record<Column, string>> = {};
    for (const [at, column] of columns) {
      const value = cells[at]?.trim() ?? '';
      if (value !== '') values[column] ??= value;
    }
    return { line, values };
  });
  return { file, rows };
}

/** The cell index of each column. Where several cells could be a column, the first of its names wins. */
function columnsOf<Column extends string>(header: readonly string[], known: Record<Column, readonly string[]>) {
  const plain = header.map((cell) =>
    cell
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
  const columns = new Map<number, Column>();
  for (const column of Object.keys(known) as Column[]) {
    for (const name of known[column]) {
      const at = plain.indexOf(name);
      if (at !== -1 && !columns.has(at)) columns.set(at, column);
    }
  }
  return columns;
}

function decode(bytes: Uint8Array, file: string): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is not UTF-8 text; save it again as "CSV UTF-8"`);
  }
}

/** The separator: the candidate that occurs most in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n|\r/, 1);
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const count = (sign: string) => unquoted.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function parseCsv(text: string, file: string): { line: number; cells: string[] }[] {
  try {
    const rows: { line: number; cells: string[] }[] = [];
    parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(cells: string[], { lines }) {
        // The parser counts the lines up to a row's end; a row with line breaks in its cells begins before.
        rows.push({ line: lines - cells.join('').split('\n').length + 1, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (error instanceof CsvError) {
      throw new Error(`${file} line ${error['lines'] ?? '?'} cannot be read: ${error.message.split(':')[0]}`);
    }
    throw error;
  }
}
