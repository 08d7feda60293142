import { type DateOrder, isSerialDate, readDate } from '#reading/file-dates.ts';
import type { ImportField } from './fields.ts';
import type { Table, TableRow } from './table.ts';
import { isEmail, isPhone, isSex, isSurelyPhone } from './vocabulary.ts';

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

/** Fields in which nobody writes a date or a phone number. */
const WORDS = /name$|business$|^(?:species|breed|sex)$/i;

const SAMPLED_ROWS = 500;

/**
 * The rows of a table, of which those are refused whose cells plainly belong in other columns:
 *
 * - an e-mail address in another column, while that for them has something else or nothing
 * - the only phone number as an e-mail address or a name
 * - a date or a phone number beside its column, which has something else
 * - a date as a name, a species, a breed or a sex, and a sex as a date
 *
 * A value that is merely odd is none of these.
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
  function isForeign(index: number, isOfType: (cell: string) => boolean): boolean {
    const filled = records.flatMap(({ cells }) => cells[index] || []);
    const some = filled.filter(isOfType).length;
    // Of a column that nobody knows, its other cells have to say what it holds.
    return (
      index < fields.length &&
      some <= Math.max(1, filled.length / 10) &&
      (fields[index] !== null || some < filled.length)
    );
  }
  const places = typed.map(({ index, type, isOfType }) => {
    const places = type === 'email' ? fields.keys() : [index - 1, index + 1];
    const beside = [...places].filter((other) => {
      const field = fields[other] ?? null;
      if (type === 'date') return field !== 'notes';
      return type === 'sex' ? field !== null && TYPES[field] !== undefined : !FREE.includes(field);
    });
    return {
      index,
      type,
      isOfType,
      beside: beside.filter((other) => other !== index && isForeign(other, isOfType)),
      alike: typed.filter((other) => other.type === type).map((other) => other.index),
    };
  });
  const phones = typed.filter(({ type }) => type === 'phone').map(({ index }) => index);
  const words = fields.flatMap((field, index) => (field !== null && WORDS.test(field) ? [index] : []));
  const isWholeDate = (cell: string) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?: |$)/.test(cell) && isDate(cell);

  function isMisplaced(cells: readonly string[]): boolean {
    if (words.some((index) => isWholeDate(cells[index] ?? ''))) return true;
    const called = phones.some((index) => isPhone(cells[index] ?? ''));
    if (phones.length > 0 && !called && words.some((index) => isSurelyPhone(cells[index] ?? ''))) return true;
    return places.some(({ index, type, isOfType, beside, alike }) => {
      const own = cells[index] ?? '';
      if (type === 'email' && !called && isPhone(own)) return true;
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
