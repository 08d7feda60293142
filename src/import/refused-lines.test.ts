import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planFiles, refusalsOf } from '#testing/import-files.ts';
import { problemHeadings } from './headings.ts';
import { readImportFile } from './read-files.ts';
import { createRefusedLinesFiles, refusedDownloadName } from './refused-lines.ts';
import { readTable, type Table } from './table.ts';

const tableOf = (text: string, name = 'clients.csv') => readTable({ name, bytes: new TextEncoder().encode(text) });

test('a refused line is written with its headings and all its reasons, which come first', () => {
  const tables = [tableOf('Nr;Name;Notiz\n1;"Berg; Anna";=1+1\n2;;" a ""b"""\n'), tableOf('Nr\n1\n', 'pets.csv')];
  const refused = [
    { origin: { file: 'clients.csv', row: 1 }, reason: { code: 'no_name' } },
    { origin: { file: 'clients.csv', row: 1 }, reason: { code: 'unknown_role', text: 'x' } },
    { origin: { file: 'clients.csv', row: 0 }, reason: { code: 'no_owner' } },
    { origin: { file: 'clients.csv', row: 0 }, reason: { code: 'no_owner' } },
  ] as const;
  const files = createRefusedLinesFiles(
    tables,
    { refused },
    { wordReason: ({ code }) => `${code}.`, heading: 'Importproblem' },
  );
  expect(files).toEqual([
    {
      name: 'clients.csv',
      text: `\uFEFFImportproblem;Nr;Name;Notiz\r\nno_owner.;1;"Berg; Anna";'=1+1\r\nno_name. unknown_role.;2;;"a ""b"""\r\n`,
    },
  ]);
});

test('a refused line that is read again has its original cells', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'aé1"\';,\n\t =+-@|') }).map((text) => text.trim());
  const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, fc.constantFrom(...Object.values(problemHeadings)), (cells, heading) => {
      const table = {
        name: 'clients.csv',
        encoding: 'windows-1252',
        separator: ';',
        doubts: [],
        headings: ['Nr', 'Name', 'Notiz'],
        rows: cells.map((row, nth) => ({ line: nth + 2, cells: row })),
      } as const;
      const refused = cells.map((_row, row) => ({
        origin: { file: 'clients.csv', row },
        reason: { code: 'no_name' } as const,
      }));
      const [file] = createRefusedLinesFiles([table], { refused }, { wordReason: ({ code }) => `${code}.`, heading });
      const again = tableOf(file?.text ?? '');
      expect(again.headings).toEqual(['Nr', 'Name', 'Notiz']);
      expect(again.rows.map((row) => row.cells)).toEqual(cells);
    }),
  );
});

test('a line whose values are in the wrong columns is refused again until someone corrects it', async () => {
  const heads = 'Nr;Name;E-Mail;Mobil;Notiz';
  const shifted = ['2;Kern; Bo;bo@example.org;0171 2;;', '3;Vogt;0171 3', '4;Roth;a@example.org;0171 4;x;y;'];
  const refusedOf = async (table: Table) => {
    const file = readImportFile(table, { map: {}, dates: null });
    const plan = await planFiles(file === null ? [] : [file]);
    const [written] = createRefusedLinesFiles([table], plan, {
      wordReason: ({ code }) => `${code}.`,
      heading: problemHeadings.en,
    });
    return { refused: refusalsOf(plan), text: written?.text ?? '' };
  };
  const first = await refusedOf(tableOf([heads, '1;Berg;b@example.org;0171 1;', ...shifted].join('\n')));
  expect(first.refused).toEqual(['clients.csv 1: shifted', 'clients.csv 2: shifted', 'clients.csv 3: shifted']);
  const again = await refusedOf(tableOf(first.text));
  expect(again).toEqual({ ...first, refused: [0, 1, 2].map((row) => `clients.csv ${row}: shifted`) });
  // A spreadsheet gives all lines as many cells as the longest.
  const corrected = `Import problem;${heads};;\nshifted.;2;Kern, Bo;bo@example.org;0171 2;;;\n`;
  expect((await refusedOf(tableOf(corrected))).refused).toEqual([]);
});

test('refused lines are saved under another name than their file, which does not grow when they are refused again', () => {
  const names = ['clients.csv', 'clients-refused.csv', 'a.b.txt', 'clients'].map((name) => tableOf('Nr\n1\n', name));
  expect(names.map(refusedDownloadName)).toEqual([
    'clients-refused.csv',
    'clients-refused.csv',
    'a.b-refused.txt',
    'clients-refused',
  ]);
});
