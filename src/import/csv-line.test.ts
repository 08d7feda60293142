import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, csvMark, withoutGuard } from './csv-line.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@"\',;\\\r\n\t 🐕é＝') }),
);
const anySeparator = fc.constantFrom(',' as const, ';' as const, '\t' as const, '|' as const);
const read = (text: string, delimiter: string): string[][] => parse(text, { bom: true, delimiter });

test('lines can be parsed back cell by cell', () => {
  const rows = fc.array(fc.array(anyText, { minLength: 3, maxLength: 3 }), { minLength: 1 });
  fc.assert(
    fc.property(rows, anySeparator, (written, separator) => {
      const text = csvMark + written.map((row) => csvLine(row, separator)).join('');
      expect(read(text, separator).map((row) => row.map(withoutGuard))).toEqual(written);
    }),
  );
});

test('a cell never begins with a character that a spreadsheet executes', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const cell = read(csvLine([text, 'x'], ','), ',')[0]?.[0] ?? '';
      expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r]/);
    }),
  );
  const cells = [`"'=HYPERLINK(""x"")"`, "'+1", "' @a", "'-"];
  expect(csvLine(['=HYPERLINK("x")', '+1', ' @a', '-'], ',')).toBe(`${cells.join(',')}\r\n`);
});
