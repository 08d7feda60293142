import type { ImportField } from '#import/fields.ts';
import type { ReadFile } from '#import/plan.ts';
import type { TableRow } from '#import/table.ts';
import { saysNothing } from '#import/vocabulary.ts';

/** Nothing but signs, as many programs write where there is nothing. */
const NO_VALUE = /^[\s\p{P}]*$/u;
/** What programs write where a number or a date is missing. Records may well begin with the id 0. */
const ZERO = /^0+$/;
const IDS: readonly ImportField[] = ['id', 'clientId', 'petId'];
/** Fields in which a word for nothing is a name or an answer, or which a line cannot do without. */
const ALWAYS_TOLD: readonly ImportField[] = ['active', 'inactive', 'dead', 'role', 'type', 'date', 'start'];
const mayBeNothing = (field: ImportField) => !/name$/i.test(field) && !ALWAYS_TOLD.includes(field);
const SAMPLED_ROWS = 500;
/** What databases write for nothing. In the column of a name it may be one. */
const isNull = (text: string, field: ImportField) => text === 'NULL' && !/name$/i.test(field);

export interface Cells {
  /** Whether the file has a column of the field. */
  has(field: ImportField): boolean;
  /** The first cell of a field that is filled; null where none is. */
  first(row: TableRow, field: ImportField): string | null;
  /** Whether most of the filled cells of a field are so. */
  areMostly(field: ImportField, isSo: (cell: string) => boolean): boolean;
  /** All of them, each once. */
  all(row: TableRow, field: ImportField): string[];
}

/** What a line says of whether somebody or something is active. */
export function activity(cells: Cells, row: TableRow) {
  return { active: cells.first(row, 'active'), inactive: cells.first(row, 'inactive') };
}

/** What a line says of when something is. */
export function timeCells(cells: Cells, row: TableRow) {
  return {
    date: cells.first(row, 'date'),
    start: cells.first(row, 'start'),
    end: cells.first(row, 'end'),
    endDate: cells.first(row, 'endDate'),
    duration: cells.first(row, 'duration'),
  };
}
/** The cells that say when something is; null where they are empty. */
export type TimeCells = ReturnType<typeof timeCells>;

/** Reads the cells of a file by their fields. */
export function cellsOf({ table, columns }: ReadFile): Cells {
  const places = new Map<ImportField, number[]>();
  for (const [at, field] of columns.entries()) {
    if (field !== null) places.set(field, [...(places.get(field) ?? []), at]);
  }
  // The same words stand in many lines.
  const nothings = new Map<string, boolean>();
  function isNothing(text: string): boolean {
    if (/^[+\d]/.test(text) || text.length > 30) return false;
    const known = nothings.get(text) ?? saysNothing(text);
    nothings.set(text, known);
    return known;
  }
  function valueAt(row: TableRow, at: number, field: ImportField): string | null {
    const text = row.cells[at] ?? '';
    if (NO_VALUE.test(text) || isNull(text, field)) return null;
    if (!mayBeNothing(field)) return text;
    return isNothing(text) || (ZERO.test(text) && !IDS.includes(field)) ? null : text;
  }
  return {
    has: (field) => places.has(field),
    first(row, field) {
      for (const at of places.get(field) ?? []) {
        const value = valueAt(row, at, field);
        if (value !== null) return value;
      }
      return null;
    },
    areMostly(field, isSo) {
      const filled = table.rows
        .slice(0, SAMPLED_ROWS)
        .flatMap(({ cells }) => (places.get(field) ?? []).flatMap((at) => cells[at] || []));
      return filled.filter(isSo).length > filled.length / 2;
    },
    all: (row, field) => [...new Set((places.get(field) ?? []).flatMap((at) => valueAt(row, at, field) ?? []))],
  };
}
