import type { ImportField } from '#import/fields.ts';
import type { ParsedFile } from '#import/plan.ts';
import { isCode, isDataValue, type TableRow } from '#import/table.ts';
import { readFileDate } from '#reading/file-dates.ts';
import { readTime } from '#reading/times.ts';
import { readDuration } from './appointment-times.ts';
import { createCells } from './cells.ts';
import { findEmail, findPhone } from './contact.ts';

/** The kind of values to which a field is limited. */
export type ValueKind = 'text' | 'email' | 'phone' | 'date' | 'time' | 'duration';

type ValueCheck = (cell: string, file: ParsedFile) => boolean;
const isDate: ValueCheck = (cell, { dates, serialDates }) =>
  readFileDate(cell, dates, { serials: serialDates }) !== 'not_a_date';
const valueChecks: Readonly<Record<ValueKind, ValueCheck>> = {
  text: (cell) => !isDataValue(cell) && !isCode(cell),
  email: (cell) => findEmail(cell) !== null,
  phone: (cell) => findPhone(cell) !== null && findEmail(cell) === null,
  date: isDate,
  time: (cell, file) => readTime(cell) !== null || isDate(cell, file),
  duration: (cell) => readDuration(cell) !== null,
};

const VALUE_KINDS: Partial<Record<ImportField, ValueKind>> = {
  name: 'text',
  firstName: 'text',
  lastName: 'text',
  business: 'text',
  email: 'email',
  mobile: 'phone',
  phone: 'phone',
  clientName: 'text',
  clientFirstName: 'text',
  clientLastName: 'text',
  clientBusiness: 'text',
  clientEmail: 'email',
  clientMobile: 'phone',
  clientPhone: 'phone',
  petName: 'text',
  species: 'text',
  breed: 'text',
  sex: 'text',
  dateOfBirth: 'date',
  dueOn: 'date',
  date: 'date',
  start: 'time',
  end: 'time',
  endDate: 'date',
  duration: 'duration',
};

/**
 * Returns a function that says whether a line has a value in the wrong column, such as an e-mail address in the column of
 * phone numbers.
 */
export function createMisplacedValueCheck(file: ParsedFile): (row: TableRow) => boolean {
  const cells = createCells(file);
  const fields = [...new Set(file.columns)].filter((field) => field !== null);
  return (row) =>
    fields.some((field) => {
      const kind = VALUE_KINDS[field];
      return kind !== undefined && cells.all(row, field).some((cell) => !valueChecks[kind](cell, file));
    });
}

/** A column that probably has the wrong field, because many of its values are impossible in that field. */
export interface WrongColumn {
  kind: ValueKind;
  wrongCount: number;
  /** The number of values that were checked. */
  checkedCount: number;
}

/**
 * Whether a file of clients or pets has no column of ids, so that other files and later imports can find its records
 * only by other values.
 */
export const lacksIds = ({ kind, columns }: ParsedFile): boolean =>
  (kind === 'clients' || kind === 'pets') && !columns.includes('id');

const SAMPLED_ROWS = 1_000;
/** A column was probably matched to the wrong field if at least this share of its values is impossible in that field. */
const WRONG_SHARE = 0.25;

/**
 * The columns that were probably matched to the wrong field, keyed by their index. Only the first lines of a file are
 * checked.
 */
export function findWrongColumns(file: ParsedFile): ReadonlyMap<number, WrongColumn> {
  const rows = file.table.rows.slice(0, SAMPLED_ROWS).filter(({ refused }) => refused === undefined);
  return new Map(
    file.columns.flatMap((field, column) => {
      const kind = field === null ? undefined : VALUE_KINDS[field];
      if (field === null || kind === undefined) return [];
      const cells = createCells({ ...file, columns: file.columns.map((_, nth) => (nth === column ? field : null)) });
      const values = rows.flatMap((row) => cells.all(row, field));
      const wrongCount = values.filter((cell) => !valueChecks[kind](cell, file)).length;
      const isWrong = wrongCount > 0 && wrongCount >= WRONG_SHARE * values.length;
      return isWrong ? [[column, { kind, wrongCount, checkedCount: values.length }]] : [];
    }),
  );
}
