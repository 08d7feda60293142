import type { ImportField } from '#import/fields.ts';
import type { ParsedFile } from '#import/plan.ts';
import type { TableRow } from '#import/table.ts';
import { isEmptyWord, isNo } from '#import/vocabulary.ts';

/** Matches a cell with only punctuation, which many programs write for an empty value. */
const NO_VALUE = /^[\s\p{P}]*$/u;
/** Matches what programs write for a missing number or date. As the id of a record, 0 is valid. */
const ZERO = /^0+$/;
const ID_FIELDS: readonly ImportField[] = ['id', 'clientId', 'petId'];
/** Fields that a line requires, or in which a word for "nothing" is a valid value. */
const REQUIRED_FIELDS: readonly ImportField[] = [
  ...(['active', 'inactive', 'dead', 'role', 'type', 'date', 'start'] as const),
  ...(['contactBy', 'optedOut', 'clientContactBy', 'clientOptedOut'] as const),
  ...(['recallsBy', 'clientRecallsBy', 'dueFor'] as const),
];
const mayBeEmpty = (field: ImportField) => !/name$/i.test(field) && !REQUIRED_FIELDS.includes(field);
const SAMPLED_ROWS = 500;
/** Whether a cell has the word that databases write for an empty value. In a name column, it may be a name. */
const isNullWord = (text: string, field: ImportField) => text === 'NULL' && !/name$/i.test(field);

/** A cell of a field with the heading of its column. */
export interface HeadedCell {
  field: ImportField;
  heading: string;
  text: string;
}

export interface Cells {
  /** Whether the file has a column for the field. */
  has(field: ImportField): boolean;
  /** The first non-empty cell of a field in a row; null if all are empty. */
  first(row: TableRow, field: ImportField): string | null;
  /** Whether most of the non-empty cells of a field satisfy a condition. */
  areMostly(field: ImportField, isSo: (cell: string) => boolean): boolean;
  /** All non-empty cells of a field in a row, without duplicates. */
  all(row: TableRow, field: ImportField): string[];
  /** All non-empty cells of a field in a row, with their headings. */
  withHeadings(row: TableRow, field: ImportField): HeadedCell[];
}

/** Reads the cells that say whether a record is active. */
export function readActivityCells(cells: Cells, row: TableRow) {
  return { active: cells.first(row, 'active'), inactive: cells.first(row, 'inactive') };
}

/** Reads the cells with the times of an appointment. */
export function readTimeCells(cells: Cells, row: TableRow) {
  return {
    date: cells.first(row, 'date'),
    start: cells.first(row, 'start'),
    end: cells.first(row, 'end'),
    endDate: cells.first(row, 'endDate'),
    duration: cells.first(row, 'duration'),
  };
}
/** The cells with the times of an appointment. An empty cell is null. */
export type TimeCells = ReturnType<typeof readTimeCells>;

/** Reads the alert in the columns of a field, on one line; null if there is none. */
export function readAlert(cells: Cells, row: TableRow, field: ImportField): string | null {
  const texts = cells.all(row, field).filter((text) => !isNo(text));
  return texts.map((text) => text.replaceAll(/\s+/g, ' ')).join('; ') || null;
}

/** Reads the cells of a file by field. */
export function createCells({ table, columns }: ParsedFile): Cells {
  const places = new Map<ImportField, number[]>();
  for (const [at, field] of columns.entries()) {
    if (field !== null) places.set(field, [...(places.get(field) ?? []), at]);
  }
  // Cached, because the same words occur in many lines.
  const emptyTexts = new Map<string, boolean>();
  function isNothing(text: string): boolean {
    if (/^[+\d]/.test(text) || text.length > 30) return false;
    const isNothing = emptyTexts.get(text) ?? isEmptyWord(text);
    emptyTexts.set(text, isNothing);
    return isNothing;
  }
  function readValue(row: TableRow, at: number, field: ImportField): string | null {
    const text = row.cells[at] ?? '';
    if (NO_VALUE.test(text) || isNullWord(text, field)) return null;
    if (!mayBeEmpty(field)) return text;
    return isNothing(text) || (ZERO.test(text) && !ID_FIELDS.includes(field)) ? null : text;
  }
  return {
    has: (field) => places.has(field),
    first(row, field) {
      for (const at of places.get(field) ?? []) {
        const value = readValue(row, at, field);
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
    withHeadings: (row, field) =>
      (places.get(field) ?? []).flatMap((at) => {
        const text = readValue(row, at, field);
        return text === null ? [] : { field, heading: table.headings[at] ?? '', text };
      }),
    all: (row, field) => [...new Set((places.get(field) ?? []).flatMap((at) => readValue(row, at, field) ?? []))],
  };
}
