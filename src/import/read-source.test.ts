import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsvLine } from '#csv/csv-line.ts';
import { rounds } from '#testing/rounds.ts';
import { type SheetCell, type SheetOptions, workbookOf, zipOf } from '#testing/workbook.ts';
import { extractFiles, readSource } from './read-source.ts';
import { readTable, type Table } from './table.ts';
import { readZipEntries, unpackAll } from './zip.ts';

const read = (bytes: Uint8Array, name = 'clients.xlsx') => readSource({ name, bytes });
const sheet = (rows: readonly (readonly SheetCell[])[], options?: SheetOptions) => read(workbookOf(rows, options));
const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof Error && 'problem' in error ? error.problem : error),
  );
const lines = ({ headings, rows }: Table) => [
  headings.join('·'),
  ...rows.map(({ line, cells, refused }) => `${line}: ${refused?.code ?? cells.join('·')}`),
];
/** A cell of a format. */
const as = (number: number | string, format: string) => ({ number, format });

describe('the cells of a workbook', () => {
  test.each<[SheetCell, string]>([
    [as(45_385, 'dd/mm/yyyy'), '2024-04-03'],
    [as(45_385, '[$-F800]dddd, mmmm dd, yyyy'), '2024-04-03'],
    [as(45_385.395_833_333_336, 'm/d/yy h:mm'), '2024-04-03 09:30'],
    [as(45_385, 'yyyy-mm-dd hh:mm:ss'), '2024-04-03 00:00'],
    // The format shows only the day, but the cell has a time.
    [as(45_385.5, 'd.m.yy'), '2024-04-03 12:00'],
    [as(0.395_833_333_333_333, 'h:mm AM/PM'), '09:30'],
    [as(0.062_5, '[h]:mm'), '01:30'],
    [as(1.0625, '[hh]:mm:ss'), '25:30'],
    [as(59, 'yyyy-mm-dd'), '1900-02-28'],
    [as(61, 'yyyy-mm-dd'), '1900-03-01'],
    [as(-1, 'yyyy-mm-dd'), '-1'],
    [as(0.125, '0.0%'), '12.5%'],
    [as(1_712_345, '00000000'), '01712345'],
    [as(12.5, '#,##0.00 "days"'), '12.5'],
    [as(12, '[Red]General'), '12'],
    [491_711_234_567, '491711234567'],
    [as('4.91711234567E+11', '0'), '491711234567'],
    [as('1E+21', 'General'), '1000000000000000000000'],
    [0.1 + 0.2, '0.3'],
    [as('123456789012345678', '@'), '123456789012345678'],
    [{ xml: '<c t="b"><v>1</v></c>' }, 'TRUE'],
    [{ xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' }, ''],
    [{ xml: '<c t="d"><v>2024-04-03T09:30:00</v></c>' }, '2024-04-03T09:30:00'],
    [{ xml: '<c t="str"><f>A1&amp;"x"</f><v>Anna &amp; Bo</v></c>' }, 'Anna & Bo'],
    [{ xml: '<c><f>SUM(A1:A2)</f><v>7</v></c>' }, '7'],
    [{ xml: '<c t="str"><f>A1</f></c>' }, ''],
    [
      { xml: '<c t="inlineStr"><is><r><t>Ann</t></r><r><rPr/><t xml:space="preserve">a Berg</t></r></is></c>' },
      'Anna Berg',
    ],
    [{ xml: '<c t="inlineStr"><is><t>東</t><rPh><t>ひがし</t></rPh></is></c>' }, '東'],
    [{ xml: '<c t="s"><v>999</v></c>' }, ''],
    ['one_x000D_\ntwo', 'one\ntwo'],
    ["'=1+1", '=1+1'],
  ])('%j is %j', async (cell, text) => {
    const { rows } = await sheet([
      ['Id', 'Value'],
      ['1', cell],
    ]);
    expect(rows[0]?.cells[1]).toBe(text);
  });

  test('count their days from 1904 if the workbook says so', async () => {
    const { rows } = await sheet(
      [
        ['Born', 'At'],
        [as(43_923, 'd.m.yyyy'), as(0.5, 'h:mm')],
      ],
      { is1904: true },
    );
    expect(rows[0]?.cells).toEqual(['2024-04-03', '12:00']);
  });

  test('have the value of merged ones in the first, and lines their numbers, without empty ones', async () => {
    const read = await sheet([['Id', 'Name', 'Phone'], ['1', 'Anna', '030 1'], [], ['', '  '], ['2', null, '030 2']]);
    expect(lines(read)).toEqual(['Id·Name·Phone', '2: 1·Anna·030 1', '5: 2··030 2']);
  });

  test('without a heading are in a column of their own, and no line is uneven', async () => {
    const read = await sheet([['Id', 'Name'], ['1', 'Anna'], ['2', 'Bo'], ['3'], ['4', 'Di', null, 'calls back']]);
    expect(lines(read)).toEqual([
      'Id·Name·Column 3·Column 4',
      '2: 1·Anna··',
      '3: 2·Bo··',
      '4: 3···',
      '5: 4·Di··calls back',
    ]);
    expect(read.rows.some(({ isUneven, writtenCells }) => isUneven || writtenCells)).toBe(false);
  });

  test('may be without names, and their elements in any namespace', async () => {
    const xml = `<x:worksheet xmlns:x="…"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Id</x:t></x:is></x:c><x:c t="str"><x:v>Name</x:v></x:c></x:row>
      <x:row><x:c><x:v>1</x:v></x:c><x:c t="str"><x:v><![CDATA[<Anna>]]></x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const read = await sheet([], { parts: { 'xl/worksheets/sheet1.xml': xml } });
    expect(lines(read)).toEqual(['Id·Name', '2: 1·<Anna>']);
  });
});

describe('the first visible sheet', () => {
  const rows = [
    ['Id', 'Name'],
    ['1', 'Anna'],
  ];
  test('is read, and the others are counted', async () => {
    const { sheet: first } = await sheet(rows, { others: { Notes: 'visible', Lists: 'hidden' } });
    expect(first).toEqual({ name: 'Data', others: 1 });
  });

  test('is not a hidden one before it', async () => {
    const read = await sheet(rows, { state: 'veryHidden', others: { 'Pets & "more"': 'visible' } });
    expect([read.sheet, read.headings]).toEqual([{ name: 'Pets & "more"', others: 0 }, ['Pets & "more"']]);
  });

  test.each<[string, SheetOptions, string]>([
    ['is missing', { state: 'hidden' }, 'no_sheet'],
    ['has no part', { parts: { 'xl/worksheets/sheet1.xml': null } }, 'broken'],
    [
      'is cut off',
      { parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="str"><v>Id</v>' } },
      'broken',
    ],
    ['is no XML', { parts: { 'xl/worksheets/sheet1.xml': 'Id;Name' } }, 'broken'],
    ['is empty', { parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>' } }, 'empty'],
    [
      'has a cell far to the right',
      {
        parts: {
          'xl/worksheets/sheet1.xml':
            '<worksheet><sheetData><row r="1"><c r="XFD1" t="str"><v>Id</v></c></row></sheetData></worksheet>',
        },
      },
      'not_a_table',
    ],
    [
      'has a text without end',
      { parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${'x'.repeat(9_000_000)}` } },
      'broken',
    ],
  ])('that %s is refused', async (_about, options, problem) => {
    expect(await problemOf(sheet(rows, options))).toBe(problem);
  });

  test('may have a cell in the last row that is possible', async () => {
    const far =
      '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Id</v></c></row><row r="1048576"><c r="A1048576"><v>7</v></c></row></sheetData></worksheet>';
    expect(lines(await sheet(rows, { parts: { 'xl/worksheets/sheet1.xml': far } }))).toEqual(['Id', '1048576: 7']);
  });
});

test('a table reads the same from a workbook and from CSV', async () => {
  const letters = fc.constantFrom(...'aé小🐕ك1"&<>;,\n =+-_x');
  const text = fc.string({ unit: letters, maxLength: 6 }).map((one) => one.trim());
  const cell = fc.oneof(text, fc.integer(), fc.constant(''));
  const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(table, async (cells) => {
      const all = [['Nr', 'Name', 'Notes'], ...cells];
      const csv = all.map((row) => formatCsvLine(row.map(String), ',')).join('');
      const fromCsv = readTable({ name: 'x.csv', bytes: new TextEncoder().encode(csv) });
      const fromSheet = await sheet(all);
      expect([fromSheet.headings, ...fromSheet.rows.map((row) => row.cells)]).toEqual([
        fromCsv.headings,
        ...fromCsv.rows.map((row) => row.cells),
      ]);
    }),
    { numRuns: rounds({ few: 60, many: 3_000 }) },
  );
});

describe('an archive', () => {
  const csv = 'Id,Name\n1,Anna\n';
  const namesIn = async (files: Readonly<Record<string, string | Uint8Array>>) =>
    (await extractFiles({ name: 'export.zip', bytes: zipOf(files) })).map(({ name }) => name);

  test('has its tables, without folders, hidden files, and other archives', async () => {
    const files = {
      'export/clients.csv': csv,
      'export/sub/../../pets.CSV': csv,
      'C:\\Users\\x\\people.txt': csv,
      'visits\n\u001b[31m.tsv': csv,
      'a.xlsx': workbookOf([['Id']]),
      '__MACOSX/export/._clients.csv': csv,
      '.hidden/b.csv': csv,
      'folder.csv/': '',
      'inner.zip': zipOf({ 'c.csv': csv }),
      'readme.md': 'x',
    };
    expect(await namesIn(files)).toEqual(['clients.csv', 'pets.CSV', 'people.txt', 'visits__[31m.tsv', 'a.xlsx']);
  });

  test('in it, a file has its content', async () => {
    const [file] = await extractFiles({ name: 'export.zip', bytes: zipOf({ 'clients.csv': csv.repeat(10_000) }) });
    expect(new TextDecoder().decode(file?.bytes)).toBe(csv.repeat(10_000));
  });

  test.each<[string, Uint8Array, string]>([
    ['without tables', zipOf({ 'a.md': '' }), 'no_tables'],
    ['without anything', zipOf({}), 'no_tables'],
    [
      'with too many tables',
      zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`${nth}.csv`, csv]))),
      'too_much',
    ],
  ])('%s is refused', async (_about, bytes, problem) => {
    expect(await problemOf(extractFiles({ name: 'x.zip', bytes }))).toBe(problem);
  });

  test('is unpacked until it is too much, counting all of its files', async () => {
    const entries = readZipEntries(
      'x.zip',
      zipOf({ 'a.csv': 'x'.repeat(600_000), 'b.csv': 'y'.repeat(600_000) }),
      1_000_000,
    );
    await expect(unpackAll('x.zip', entries[0]!, 500_000)).rejects.toThrow('too_much');
    await expect(unpackAll('x.zip', entries[1]!, 600_000)).rejects.toThrow('too_much');
  });

  test('that says of its files that they are small is refused as soon as they are not', async () => {
    const honest = zipOf({ 'a.csv': 'a,b\n'.repeat(100_000) });
    const view = new DataView(honest.buffer);
    // The size is in the header of the file, and again in the directory.
    for (let at = 0; at < honest.length - 4; at += 1)
      if (view.getUint32(at, true) === 400_000) view.setUint32(at, 8, true);
    expect(await problemOf(extractFiles({ name: 'x.zip', bytes: honest }))).toBe('broken');
  });
});

describe('a packed file', () => {
  const workbook = workbookOf([
    ['Id', 'Name'],
    ['1', 'Anna'],
  ]);
  const larger = new Uint8Array(50 * 1024 * 1024 + 1);
  larger.set(workbook.subarray(0, 4));
  test.each<[string, Uint8Array, string]>([
    [
      'of OpenDocument',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
      'workbook',
    ],
    ['of Numbers', zipOf({ 'Index/Document.iwa': '' }), 'workbook'],
    ['of binary sheets', zipOf({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }), 'workbook'],
    ['of a text', zipOf({ '[Content_Types].xml': '', 'word/document.xml': '' }), 'not_a_table'],
    ['larger than 50 MB', larger, 'too_big_packed'],
    ['of four bytes', workbook.subarray(0, 4), 'broken'],
    ['that is only its first half', workbook.subarray(0, workbook.length / 2), 'broken'],
    ['that is a renamed picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'not_a_table'],
  ])('%s is refused', async (_about, bytes, problem) => {
    expect(await problemOf(read(bytes))).toBe(problem);
  });

  test('with a password says so', async () => {
    const name = new Uint8Array([...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]));
    const bytes = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...new Uint8Array(2_000), ...name, ...new Uint8Array(100)]);
    expect(await problemOf(read(bytes))).toBe('encrypted');
    expect(await problemOf(read(bytes.subarray(0, 1_000)))).toBe('workbook');
  });

  test('with any byte changed is read or refused, without other errors', async () => {
    const change = fc.tuple(fc.nat(workbook.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = workbook.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        expect(await problemOf(read(bytes))).toEqual(expect.any(String));
        expect(await problemOf(extractFiles({ name: 'x.zip', bytes }))).toEqual(expect.any(String));
      }),
      { numRuns: rounds({ few: 200, many: 5_000 }) },
    );
  });
});
