import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemHeadings } from './headings.ts';
import { reasonText } from './reason-text.ts';
import { refusedFiles } from './refused-files.ts';
import { readTable } from './table.ts';

const tableOf = (text: string, name = 'clients.csv') => readTable({ name, bytes: new TextEncoder().encode(text) });

test('a refused line is written with its headings and all its reasons, which stand first', () => {
  const tables = [tableOf('Nr;Name;Notiz\n1;"Berg; Anna";=1+1\n2;;" a ""b"""\n'), tableOf('Nr\n1\n', 'pets.csv')];
  const refused = [
    { origin: { file: 'clients.csv', row: 1 }, reason: { code: 'no_name' } },
    { origin: { file: 'clients.csv', row: 1 }, reason: { code: 'unknown_role', text: 'x' } },
    { origin: { file: 'clients.csv', row: 0 }, reason: { code: 'no_owner' } },
    { origin: { file: 'clients.csv', row: 0 }, reason: { code: 'no_owner' } },
  ] as const;
  const files = refusedFiles(tables, { refused }, { wordReason: ({ code }) => `${code}.`, heading: 'Importproblem' });
  expect(files).toEqual([
    {
      name: 'clients.csv',
      text: '\uFEFFImportproblem;Nr;Name;Notiz\r\nno_owner.;1;"Berg; Anna";=1+1\r\nno_name. unknown_role.;2;;"a ""b"""\r\n',
    },
  ]);
});

test('read again, a refused line has the cells that it had', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'é', '1', '"', ';', ',', '\n', ' ', '=', '|') })
    .map((text) => text.trim());
  const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, fc.constantFrom(...Object.values(problemHeadings)), (cells, heading) => {
      const table = {
        name: 'clients.csv',
        encoding: 'windows-1252',
        separator: ';',
        headings: ['Nr', 'Name', 'Notiz'],
        rows: cells.map((row, nth) => ({ line: nth + 2, cells: row })),
      } as const;
      const refused = cells.map((_row, row) => ({
        origin: { file: 'clients.csv', row },
        reason: { code: 'no_name' } as const,
      }));
      const [file] = refusedFiles([table], { refused }, { wordReason: reasonText, heading });
      const again = tableOf(file?.text ?? '');
      expect(again.headings).toEqual(['Nr', 'Name', 'Notiz']);
      expect(again.rows.map((row) => row.cells)).toEqual(cells);
    }),
  );
});

test('a line that is shifted, or a sum, is refused again while nobody has mended it', () => {
  const shifted = Array.from({ length: 12 }, (_, nth) => `${nth};x`).join('\n');
  const table = tableOf(`Nr;Name;Ort\n1;Berg;\n${shifted}\n9;a;b;c\nSumme;;14\n`);
  const refused = table.rows.flatMap((row, at) =>
    row.refused ? [{ origin: { file: table.name, row: at }, reason: row.refused }] : [],
  );
  const [file] = refusedFiles([table], { refused }, { wordReason: reasonText, heading: problemHeadings.en });
  expect(tableOf(file?.text ?? '').rows.map((row) => row.refused?.code)).toEqual([
    ...Array.from({ length: 13 }, () => 'shifted'),
    'total',
  ]);
});
