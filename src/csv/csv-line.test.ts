import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { rounds } from '#testing/rounds.ts';
import { csvByteOrderMark, csvSeparators, formatCsvLine, removeFormulaGuards } from './csv-line.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@"\',;|\\\r\n\t 🐕é＝19.(') }),
  fc
    .array(fc.constantFrom('+49 171 5', '-3', '-1,5', "=cmd|' /C calc'!A0", '\r\n', ';', ',', '\t', '|', '"', "'", 'x'))
    .map((parts) => parts.join('')),
);
const anyRows = fc.array(fc.array(anyText, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 });
const anySeparator = fc.constantFrom(...csvSeparators);
const parsed = (text: string, delimiter: string): string[][] => parse(text, { bom: true, delimiter });
const written = (rows: readonly (readonly string[])[], separator: (typeof csvSeparators)[number]) =>
  csvByteOrderMark + rows.map((row) => formatCsvLine(row, separator)).join('');

/** The cells found by two readers that tolerate misplaced quotation marks. */
function cellsRead(text: string, delimiter: string): string[] {
  const records: string[][] = [];
  try {
    parse(text, {
      bom: true,
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      on_record: (record: string[]) => void records.push(record),
    });
  } catch (error) {
    // The last cell is never closed.
    if (!(error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error;
  }
  return [...records, ...Papa.parse<string[]>(text, { delimiter }).data].flat();
}

/** Digits and signs alone are no formula. */
const isNumber = (cell: string) => /^\s*[+-][\d\s.,()/-]*\d[\d\s.,()/-]*$/.test(cell);
const beginsAsFormula = (cell: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !isNumber(cell);

test('lines can be parsed back cell by cell', () => {
  fc.assert(
    fc.property(anyRows, anySeparator, (rows, separator) => {
      expect(parsed(written(rows, separator), separator).map((row) => row.map(removeFormulaGuards))).toEqual(rows);
    }),
    { numRuns: rounds({ few: 500, many: 20_000 }) },
  );
});

test('no cell begins as a formula, whatever separator a spreadsheet reads the file with', () => {
  fc.assert(
    fc.property(anyRows, anySeparator, (rows, separator) => {
      const text = written(rows, separator);
      for (const delimiter of csvSeparators) expect(cellsRead(text, delimiter).filter(beginsAsFormula)).toEqual([]);
    }),
    { numRuns: rounds({ few: 500, many: 20_000 }) },
  );
});

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  [' @a', "' @a"],
  ['-', "'-"],
  ["called;=cmd|' /C calc'!A0;ok", "called;'=cmd|' /C calc'!A0;ok"],
  ['x; "=1+2', `"x;' ""=1+2"`],
  ['a\n=3+3', `"a\n'=3+3"`],
  ['x\t＝1', "x\t'＝1"],
])('the formula in %j gets an apostrophe', (cell, expected) => {
  expect(formatCsvLine(['x', cell], ',')).toBe(`x,${expected}\r\n`);
});

test.each([
  '+49 171 555-0142',
  '+1 (555) 010-7788',
  '-3',
  '-1.5',
  'Tel. +49 171 5',
  'call 12; +49 171 5; then -3',
  'call\n+49 171 5\n',
])('%j is no formula and stays as it is', (cell) => {
  expect(parsed(formatCsvLine(['x', cell], ','), ',')).toEqual([['x', cell]]);
  expect(formatCsvLine(['x', '-1,5'], ';')).toBe('x;-1,5\r\n');
});
