import { type DateOrder, detectDateOrder, isSerialDate } from '#reading/file-dates.ts';
import type { FileChoices, ImportChoices, ImportMap } from './choices.ts';
import { matchFields } from './columns.ts';
import { type FileKind, fileKinds, type ImportField, importFields } from './fields.ts';
import { detectKind, isFieldOf } from './file-kind.ts';
import { headingKey } from './headings.ts';
import type { ParsedFile } from './plan.ts';
import { detectExportedKind, findExportedField } from './planning/exported-files.ts';
import { isCode, type Table } from './table.ts';

type ReadChoices = Pick<ImportChoices, 'map' | 'dates'>;

/** Finds the choices for a file, ignoring the case of its name. */
export function findChoices(name: string, { files = {} }: ImportMap): FileChoices {
  const same = Object.keys(files).find((one) => one.toLowerCase() === name.toLowerCase());
  return files[name] ?? (same === undefined ? undefined : files[same]) ?? {};
}

/**
 * Finds the field that was chosen for a heading: null if the column is left out or the field does not exist, undefined
 * if nothing was chosen.
 */
function findChosenField({ columns = {} }: FileChoices, heading: string): ImportField | null | undefined {
  const [, text] = Object.entries(columns).find(([one]) => headingKey(one) === headingKey(heading)) ?? [];
  return text === undefined || text === null ? text : (findField(text) ?? null);
}

const allFields = [...new Set(Object.values(importFields).flat())];
/** Finds the field with a name, ignoring capitals, spaces and punctuation. */
const findField = (text: string) => allFields.find((field) => headingKey(field) === headingKey(text));

const SAMPLED_ROWS = 500;

/**
 * Whether the values of a column are codes of records. A single value is not enough, since it may be the name of an
 * animal.
 */
function hasCodes({ rows }: Table, column: number): boolean {
  const values = new Set(rows.slice(0, SAMPLED_ROWS).flatMap(({ cells }) => cells[column] || []));
  return values.size > 1 && [...values].every(isCode);
}

const DATE_FIELDS: readonly (ImportField | null)[] = [
  'dateOfBirth',
  'dueOn',
  'dead',
  'date',
  'start',
  'end',
  'endDate',
];

/**
 * Determines the kind, the columns and the order of dates of a table. A file that Frontdesk exported is recognised by
 * its headings; for any other file, the choices count, then the headings, then the name. Returns null if the kind
 * remains unclear.
 */
export function readImportFile(table: Table, { map, dates: usualOrder }: ReadChoices): ParsedFile | null {
  const { name, headings } = table;
  const own = detectExportedKind(headings);
  const choices = own === null ? findChoices(name, map) : {};
  const chosen = headings.map((heading) => findChosenField(choices, heading));
  const kind =
    own ??
    choices.kind ??
    detectKind(
      name,
      headings,
      chosen.filter((field) => field !== null && field !== undefined),
    );
  if (kind === null) return null;
  const isOfKind = (field: string): field is ImportField => isFieldOf(kind, field);
  // Headings with a choice are blanked, so that only the others are matched.
  const found =
    own === null
      ? matchFields(
          kind,
          headings.map((heading, index) => (chosen[index] === undefined ? heading : '')),
          (column) => hasCodes(table, column),
        )
      : headings.map((heading) => findExportedField(kind, heading, isOfKind));
  const columns = chosen.map((field, index) => {
    if (field === undefined) return found[index] ?? null;
    return field !== null && isFieldOf(kind, field) ? field : null;
  });
  const listDates = (isOfDates: (field: ImportField | null) => boolean) =>
    table.rows.flatMap(({ cells, refused }) =>
      refused === undefined ? columns.flatMap((field, index) => (isOfDates(field) ? cells[index] || [] : [])) : [],
    );
  const { order, isAmbiguous } = detectDateOrder(listDates((field) => DATE_FIELDS.includes(field)));
  const dates: DateOrder | null = choices.dates ?? order ?? usualOrder;
  const days = listDates((field) => field !== 'dead' && DATE_FIELDS.includes(field)).filter((cell) =>
    /^[^:]{5,}$/.test(cell),
  );
  const serialDates = days.length > 0 && days.filter(isSerialDate).length >= 0.9 * days.length;
  const isExport = own !== null && ({ isExport: true } as const);
  return { table, kind, ...isExport, columns, dates, asksForDates: isAmbiguous, serialDates };
}

/**
 * Lists what is wrong with the map's choices for files, in phrases that include the allowed values: files that do not
 * exist, headings that a file does not have, and fields that its kind does not have. `kinds` are the kinds of the
 * tables when read with the map.
 */
export function checkMap(map: ImportMap, tables: readonly Table[], kinds: readonly (FileKind | null)[]): string[] {
  const names = tables.map(({ name }) => name);
  const hasFile = (file: string) => names.some((name) => name.toLowerCase() === file.toLowerCase());
  const noFiles = Object.keys(map.files ?? {}).filter((file) => !hasFile(file));
  return [
    ...noFiles.map((file) => `there is no file "${file}" among ${names.join(', ')}`),
    ...tables.flatMap(({ name: file, headings }, index) => {
      const { columns = {}, kind = kinds[index] ?? null } = findChoices(file, map);
      const fields = [...new Set((kind === null ? fileKinds : [kind]).flatMap((one) => importFields[one]))];
      return Object.entries(columns).flatMap(([heading, field]) => {
        if (!headings.some((one) => headingKey(one) === headingKey(heading)))
          return [`${file} has no column "${heading}" among ${headings.join(', ')}`];
        const named = field === null ? null : findField(field);
        const isPossible = named === null || fields.some((one) => one === named);
        return isPossible
          ? []
          : [`the column "${heading}" of ${file} cannot be "${field}"; it may be ${fields.join(', ')}`];
      });
    }),
  ];
}
