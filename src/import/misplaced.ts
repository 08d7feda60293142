import { isEmail, isPhone, isSex } from './cell-types.ts';
import type { DateOrder } from './choices.ts';
import { shareOf } from './column-fields.ts';
import { isSerialDate, readDate } from './dates.ts';
import type { ImportField } from './fields.ts';
import type { Table, TableRow } from './table.ts';

/*
 * Lines that have as many cells as there are headings, and all the same stand askew: a cell was lost or one too many came in between.
 */

interface Meaning {
  fields: readonly (ImportField | null)[];
  dates: DateOrder | null;
  serialDates: boolean;
}

/** What can be told of a cell alone, and never stands in another column by chance. */
type CellType = 'email' | 'phone' | 'date' | 'sex';

const TYPES: Partial<Record<ImportField, CellType>> = {
  email: 'email',
  clientEmail: 'email',
  phone: 'phone',
  mobile: 'phone',
  clientPhone: 'phone',
  clientMobile: 'phone',
  dateOfBirth: 'date',
  date: 'date',
  sex: 'sex',
};

/** Fields in which people write whatever they like. */
const FREE: readonly (ImportField | null)[] = [null, 'notes', 'type'];

const SAMPLED_ROWS = 500;

/**
 * The rows of a table, of which those are refused whose cells plainly belong in other columns: an e-mail address that stands in none of
 * the columns for them while theirs has something else or nothing; a phone number, a date or a sex beside its column, which has something
 * else; a date as a name. A value that is merely odd is none of these.
 */
export function withoutMisplaced({ rows }: Table, { fields, dates, serialDates }: Meaning): readonly TableRow[] {
  const isDate = (cell: string) =>
    serialDates ? isSerialDate(cell) : /\d/.test(cell) && readDate(cell, dates) !== 'not_a_date';
  const isOf: Readonly<Record<CellType, (cell: string) => boolean>> = {
    email: isEmail,
    phone: isPhone,
    date: isDate,
    sex: isSex,
  };
  const typed = fields.flatMap((field, index) => {
    const type = field === null ? undefined : TYPES[field];
    return type === undefined ? [] : [{ index, type, isOfType: isOf[type] }];
  });
  const records = rows.filter(({ refused }) => refused === undefined).slice(0, SAMPLED_ROWS);
  /** Whether nearly no cell of a column is of a type. */
  const isForeign = (index: number, isOfType: (cell: string) => boolean) =>
    index >= 0 &&
    index < fields.length &&
    shareOf(
      records.flatMap(({ cells }) => cells[index] || []),
      isOfType,
    ) < 0.1;
  const places = typed.map(({ index, type, isOfType }) => {
    const places = type === 'email' ? fields.keys() : [index - 1, index + 1];
    const beside = [...places].filter((other) => {
      const field = fields[other] ?? null;
      return type === 'date' ? field !== 'notes' : !FREE.includes(field);
    });
    return {
      index,
      type,
      isOfType,
      beside: beside.filter((other) => other !== index && isForeign(other, isOfType)),
      alike: typed.filter((other) => other.type === type).map((other) => other.index),
    };
  });
  const names = fields.flatMap((field, index) => (field !== null && /name$/i.test(field) ? [index] : []));
  const isWholeDate = (cell: string) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?: |$)/.test(cell) && isDate(cell);

  function isMisplaced(cells: readonly string[]): boolean {
    if (names.some((index) => isWholeDate(cells[index] ?? ''))) return true;
    return places.some(({ index, type, isOfType, beside, alike }) => {
      const own = cells[index] ?? '';
      if (isOfType(own) || alike.some((other) => isOfType(cells[other] ?? ''))) return false;
      const stray = beside.some((other) => isOfType(cells[other] ?? ''));
      if (!stray) return false;
      // What is missing may have been written into the next column by somebody; only an address says more than that.
      return type === 'email' || (own !== '' && !(type === 'date' && isDate(own)));
    });
  }

  return rows.map((row) =>
    row.refused === undefined && isMisplaced(row.cells) ? { ...row, refused: { code: 'shifted' } } : row,
  );
}
