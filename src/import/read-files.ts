import { type DateOrder, dateOrderOf, isSerialDate } from '#reading/file-dates.ts';
import type { ImportChoices, ImportMap } from './choices.ts';
import { type Fields, fieldsByContents, type KnownIds } from './column-contents.ts';
import { type Column, columnsOf, shareOf } from './column-fields.ts';
import { type FileKind, fileKinds, type ImportField, importFields } from './fields.ts';
import { kindOf } from './file-kind.ts';
import { lenient } from './headings.ts';
import { withoutMisplaced } from './misplaced.ts';
import type { ReadFile } from './plan.ts';
import type { Table } from './table.ts';

type Choices = Pick<ImportChoices, 'map' | 'dates'>;

interface Sorted {
  table: Table;
  kind: FileKind;
  columns: readonly Column[];
  fields: Fields;
}

/**
 * The kind, columns and dates of each table, by its headings and by what is in it, as far as nobody has chosen otherwise; null for a
 * table of no known kind. Lines whose cells plainly stand in the wrong columns are refused.
 */
export function readFiles(tables: readonly Table[], choices: Choices): (ReadFile | null)[] {
  const kinds = tables.map((table) => {
    const columns = columnsOf(table);
    const chosen = choicesOf(table.name, choices);
    const fields = Object.values(chosen.columns ?? {}).filter((field) => field !== null);
    return { table, columns, kind: chosen.kind ?? kindOf(table.name, columns, fields) };
  });
  const nothing: KnownIds = { clients: new Set(), pets: new Set() };
  const sort = (known: KnownIds) =>
    kinds.map(({ table, columns, kind }): Sorted | null =>
      kind === null ? null : { table, columns, kind, fields: chosenFields(table, kind, { columns, choices, known }) },
    );
  const known = idsOf(sort(nothing));
  const files = sort(known);
  for (const file of files) if (file !== null) referredId(file, files, choices);
  oneId(files);
  return files.map((file) => (file === null ? null : read(file, choices)));
}

/** What is chosen for a file; capitals in its name do not count. */
function choicesOf(name: string, { map }: Pick<ImportChoices, 'map'>) {
  const files = map.files ?? {};
  const same = Object.keys(files).find((one) => one.toLowerCase() === name.toLowerCase());
  return files[name] ?? (same === undefined ? undefined : files[same]) ?? {};
}

/** The field of a kind of file that a text names, whatever its capitals, spaces and signs. */
function fieldNamed(kind: FileKind, text: string): ImportField | undefined {
  return importFields[kind].find((field) => lenient(field) === lenient(text));
}

function chosenFields(
  table: Table,
  kind: FileKind,
  { columns, choices, known }: { columns: readonly Column[]; choices: Choices; known: KnownIds },
): Fields {
  const chosen = new Map(
    Object.entries(choicesOf(table.name, choices).columns ?? {}).map(([heading, field]) => [lenient(heading), field]),
  );
  const isChosen = (heading: string) => chosen.has(lenient(heading));
  const others = columns.map((column) => (isChosen(column.heading) ? { ...column, meanings: [] } : column));
  const found = fieldsByContents(kind, others, known);
  return columns.map(({ heading, index }) => {
    if (!isChosen(heading)) return found[index] ?? null;
    const field = chosen.get(lenient(heading)) ?? null;
    return field === null ? null : (fieldNamed(kind, field) ?? null);
  });
}

/** The ids that the files give to clients and pets. */
function idsOf(files: readonly (Sorted | null)[]): KnownIds {
  const of = (kind: FileKind) =>
    new Set(
      files.flatMap((file) => {
        if (file?.kind !== kind) return [];
        const columns = file.columns.filter(({ index }) => file.fields[index] === 'id');
        return file.table.rows.flatMap(({ cells, refused }) =>
          refused === undefined ? columns.flatMap(({ index }) => cells[index] || []) : [],
        );
      }),
    );
  return { clients: of('clients'), pets: of('pets') };
}

/** In a file whose ids no heading tells, the column that another file refers to: with other cells in each line, and all that are named there. */
function referredId({ table, kind, columns, fields }: Sorted, files: readonly (Sorted | null)[], choices: Choices) {
  const reference = kind === 'clients' ? 'clientId' : kind === 'pets' ? 'petId' : null;
  const referring = files.flatMap((file) =>
    file === null || reference === null
      ? []
      : file.columns.filter(({ index }) => file.fields[index] === reference).flatMap(({ samples }) => samples),
  );
  const chosen = Object.keys(choicesOf(table.name, choices).columns ?? {}).map(lenient);
  if (referring.length < 3 || fields.includes('id')) return;
  const found = columns.find(({ index, heading }) => {
    if (fields[index] !== null || chosen.includes(lenient(heading))) return false;
    const cells = table.rows.flatMap((row) => (row.refused === undefined ? row.cells[index] || [] : []));
    const ids = new Set(cells);
    return ids.size === cells.length && shareOf(referring, (cell) => ids.has(cell)) >= 0.9;
  });
  if (found !== undefined) fields[found.index] = 'id';
}

/** Of several columns with ids (a number and a code) keeps the one that other files refer to, or else the first. */
function oneId(files: readonly (Sorted | null)[]): void {
  const samplesOf = (field: ImportField, kind?: FileKind) =>
    new Set(
      files.flatMap((file) =>
        file === null || (kind !== undefined && file.kind !== kind)
          ? []
          : file.columns.filter(({ index }) => file.fields[index] === field).flatMap(({ samples }) => samples),
      ),
    );
  const referred: [FileKind, ImportField, ReadonlySet<string>][] = [
    ['clients', 'id', samplesOf('clientId')],
    ['pets', 'id', samplesOf('petId')],
    ['pets', 'clientId', samplesOf('id', 'clients')],
    ['appointments', 'clientId', samplesOf('id', 'clients')],
    ['appointments', 'petId', samplesOf('id', 'pets')],
    ['staff', 'id', new Set()],
    ['appointments', 'id', new Set()],
  ];
  for (const file of files) {
    for (const [kind, field, others] of referred) {
      if (file?.kind !== kind) continue;
      const [best, ...rest] = file.columns
        .filter(({ index }) => file.fields[index] === field)
        .map(({ index, samples }) => ({ index, share: shareOf(samples, (cell) => others.has(cell)) }))
        .sort((one, other) => other.share - one.share);
      if (best !== undefined) for (const { index } of rest) file.fields[index] = null;
    }
  }
}

const DATES: Readonly<Record<FileKind, readonly ImportField[]>> = {
  clients: [],
  pets: ['dateOfBirth', 'dead'],
  staff: [],
  appointments: ['date', 'start', 'end', 'endDate'],
};

function read({ table, kind, fields }: Sorted, choices: Choices): ReadFile {
  const dated = fields.flatMap((field, index) => (field !== null && DATES[kind].includes(field) ? [index] : []));
  const cells = (indexes: readonly number[]) =>
    table.rows.flatMap((row) => (row.refused === undefined ? indexes.flatMap((index) => row.cells[index] || []) : []));
  const { order, asks } = dateOrderOf(cells(dated));
  const dates: DateOrder | null = choicesOf(table.name, choices).dates ?? order ?? choices.dates;
  const days = cells(dated.filter((index) => fields[index] !== 'dead')).filter((cell) => /^[^:]{5,}$/.test(cell));
  const serialDates = shareOf(days, isSerialDate) >= 0.9;
  const rows = withoutMisplaced(table, { fields, dates, serialDates });
  return { table: { ...table, rows }, kind, columns: fields, dates, asksForDates: asks, serialDates };
}

/** What is wrong in a map, and what may stand there instead. */
export type MapProblem =
  | { problem: 'no_such_file'; file: string; files: readonly string[] }
  | { problem: 'no_such_heading'; file: string; heading: string; headings: readonly string[] }
  | {
      problem: 'no_such_field';
      file: string;
      heading: string;
      field: string;
      kind: FileKind | null;
      fields: readonly string[];
    };

/**
 * All that is wrong in what a map says of files: those that are not there, headings that they do not have, fields that their kind does not
 * have. `kinds` are the kinds of the tables as they are read with the map.
 */
export function checkMap(map: ImportMap, tables: readonly Table[], kinds: readonly (FileKind | null)[]): MapProblem[] {
  const problems: MapProblem[] = [];
  for (const file of Object.keys(map.files ?? {})) {
    if (tables.some(({ name }) => name.toLowerCase() === file.toLowerCase())) continue;
    problems.push({ problem: 'no_such_file', file, files: tables.map(({ name }) => name) });
  }
  tables.forEach(({ name: file, headings }, index) => {
    const { columns = {}, kind = kinds[index] ?? null } = choicesOf(file, { map });
    for (const [heading, field] of Object.entries(columns)) {
      if (!headings.some((one) => lenient(one) === lenient(heading))) {
        problems.push({ problem: 'no_such_heading', file, heading, headings });
      }
      const possible = kind === null ? fileKinds : [kind];
      if (field === null || possible.some((one) => fieldNamed(one, field) !== undefined)) continue;
      const fields = [...new Set(possible.flatMap((one) => importFields[one]))];
      problems.push({ problem: 'no_such_field', file, heading, field, kind, fields });
    }
  });
  return problems;
}
