import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsvLine } from '#csv/csv-line.ts';
import { type Encoded, encoded } from '#testing/old-systems/encoded.ts';
import { rounds } from '#testing/rounds.ts';
import { readTable } from './table.ts';
import { UnreadableFileError } from './unreadable-file.ts';

const table = (text: string, encoding: Encoded = 'utf-8') =>
  readTable({ name: 'x.csv', bytes: encoded(text, encoding) });
const rows = (text: string) =>
  table(text).rows.map(({ line, cells, refused }) => [line, refused?.code ?? cells.join('·')]);

describe('lines', () => {
  test('begin at the right line of the file, with any line ending, and blank ones are left out', () => {
    expect(rows('id,name\r\n1,"Ann\r\nLee"\r2,Bo\n\n  \n,,\r\n3,"Cy"')).toEqual([
      [2, '1·Ann\nLee'],
      [4, '2·Bo'],
      [8, '3·Cy'],
    ]);
  });

  test('with fewer cells than headings are filled up, and with more are refused unless these are empty', () => {
    expect(rows('id,name,phone\n1,Ann,12,,\n2,Bo\n3,Berg, Cy,12\n4,Di,')).toEqual([
      [2, '1·Ann·12'],
      [3, '2·Bo·'],
      [4, 'shifted'],
      [5, '4·Di·'],
    ]);
  });

  test('are uneven if most others have another number of cells', () => {
    const uneven = (text: string) => table(text).rows.flatMap(({ line, isUneven }) => (isUneven ? [line] : []));
    expect(uneven('id,name,phone\n1,Ann\n2,Bo\n3,Cy,12')).toEqual([]);
    expect(uneven('id,name,phone\n1,Ann,12\n2,Bo\n3,Cy,12\n4,Di,12,')).toEqual([3, 5]);
    // Each line ends with a separator, or is as long as the longest.
    expect(uneven('id,name,phone\n1,Ann,12,\n2,Bo,12,\n3,Cy,12,\n4,Di,12,,')).toEqual([5]);
    expect(uneven('id,name,phone,,\n1,Ann,12,,\n2,Bo,12,,\n')).toEqual([]);
  });

  test('with a quotation mark that is never closed are refused alone', () => {
    expect(rows('id,name,town\n1,"Ann,Rome\n2,"Bo",Bonn\n3,Cy,"Ghent\n4,Di,"Lille"\n5,"Ed,Paris')).toEqual([
      [2, 'open_quote'],
      [3, '2·Bo·Bonn'],
      [4, 'open_quote'],
      [5, '4·Di·Lille'],
      [6, 'open_quote'],
    ]);
    expect(table('id,name\n1,"Ann,x').rows[0]?.cells).toEqual(['1', '"Ann', 'x']);
  });

  test('keep quotation marks within a cell', () => {
    expect(rows('id,name\n1,"Ann ""Mimi"" Lee"\n2,"Bo "Bobby" Li"\n3,5" Cy')).toEqual([
      [2, '1·Ann "Mimi" Lee'],
      [3, '2·Bo "Bobby" Li'],
      [4, '3·5" Cy'],
    ]);
  });
});

test('the apostrophes by which a CSV file of ours keeps spreadsheets from running formulas are removed', () => {
  const cells = ['=1+1', "called;=cmd|' /C calc'!A0\n@x", '+49 171 555', "'s avonds", "'-"];
  expect(rows(formatCsvLine(['a', 'b', 'c', 'd', 'e'], ';') + formatCsvLine(cells, ';'))).toEqual([
    [2, cells.join('·')],
  ]);
});

describe('headings', () => {
  test('are made distinct if they are empty or repeated', () => {
    expect(table('id,Phone,,Phone,Phone (2),\n1,2,3,4,5,').headings).toEqual([
      'id',
      'Phone',
      'Column 3',
      'Phone (3)',
      'Phone (2)',
    ]);
  });

  test('follow the line in which Excel names the separator', () => {
    const read = table('sep=;\r\nid;name, town\r\n1;Ann, Bonn\r\n');
    expect([read.separator, read.headings, read.rows[0]?.line]).toEqual([';', ['id', 'name, town'], 3]);
  });
});

test.each([
  ['', 'empty'],
  ['\n\r\n  \n', 'empty'],
  ['1,Ann,ann@example.com\n2,Bo,bo@example.com', 'no_headings'],
  ['id,name\n\0\x01\x02\x03\0\0\x04', 'not_a_table'],
  ['%PDF-1.4', 'not_a_table'],
  ['<html><table><tr>', 'not_a_table'],
])('%j cannot be read as a table', (text, problem) => {
  expect(() => table(text)).toThrow(new UnreadableFileError('x.csv', problem as 'empty'));
});

test.each([
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0]],
  ['gzip', [0x1f, 0x8b, 0x08, 0x00]],
  ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0], 'workbook'],
])('a file of %s is not a table', (_name, bytes, problem = 'not_a_table') => {
  const name = 'x.csv';
  expect(() => readTable({ name, bytes: new Uint8Array([...bytes, 0x2c, 0x61, 0x0a]) })).toThrow(problem);
});

test('a line of more than a million bytes means that the file is not a table, which is detected before decoding', () => {
  const line = 'a,'.repeat(400_000);
  expect(table(`id,name\n1,"${line}"\n2,"${line}"\n`).rows).toHaveLength(2);
  expect(() => table(`id,name\n1,"${line}${line}"\n`)).toThrow('not_a_table');
});

test.each([
  ['name,town,phone\nBerg; Anna,1,2\nLi; Bo,3,4', ','],
  ['Name;Adresse;Ort\nBerg, Anna;Weg 1, links, oben;Bonn\nLi, Bo;Weg 2, rechts, unten;Ulm', ';'],
  ['Name;Betrag\nBerg;12,50\nLi;13,50\nDo;1,00', ';'],
  ['id\tname\n1\tBerg, Anna; Li\n2\tBo, x; y', '\t'],
  ['id|name, first\n1|Berg, Anna\n2|Li, Bo', '|'],
  ['id,notes\n1,"a;b;c|d;e"\n2,"a;b;c|d;e"', ','],
  ['E-mail\nann@example.com', ','],
  ['id;name, town\n1;Ann, Bonn', ';'],
])('the separator of %j is %j', (text, separator) => expect(table(text).separator).toBe(separator));

describe('encodings', () => {
  test.each<[Encoded, string]>([
    ['utf-8', 'utf-8'],
    ['utf-8 marked', 'utf-8'],
    ['utf-16le', 'utf-16le'],
    ['utf-16le marked', 'utf-16le'],
    ['utf-16be', 'utf-16be'],
    ['utf-16be marked', 'utf-16be'],
    ['windows-1252', 'windows-1252'],
  ])('detects %s', (encoding, found) => {
    const read = table('Größe;Ort\n“Zoë”;Zürich – 5 €\n', encoding);
    expect([read.encoding, read.headings[0], read.rows[0]?.cells]).toEqual([found, 'Größe', ['“Zoë”', 'Zürich – 5 €']]);
  });

  test('a truncated letter refuses only its line, and the file stays UTF-8', () => {
    const bytes = [encoded('id,name\n1,Zoë\n2,Bj', 'utf-8'), new Uint8Array([0xc3]), encoded('\n3,Jürgen\n', 'utf-8')];
    const read = readTable({ name: 'x.csv', bytes: new Uint8Array(bytes.flatMap((part) => [...part])) });
    expect(read.rows.map(({ cells, refused }) => refused?.code ?? cells[1])).toEqual(['Zoë', 'unreadable', 'Jürgen']);
  });

  test.each<[string, Encoded, string]>([
    ['English', 'windows-1252', 'Account,Last,E-mail\n1,O’Neil,mary@example.com\n2,Café “Bella”,\n'],
    ['German', 'windows-1252', 'KdNr;Name;Vorname;E-Mail\n1;Muller;Jörg;j@example.com\n2;Gross;Anne;a@example.com\n'],
    ['Dutch', 'windows-1252', 'Klantnummer;Voornaam;Achternaam\n1;Zoë;Coördinatie\n'],
    ['Arabic', 'windows-1256', 'رقم العميل;الاسم الأول;الجوال\n1;ليلى;0501234567\n'],
    [
      'Arabic under English headings',
      'windows-1256',
      'Client ID,Name,E-mail\n1,ليلى,layla@example.com\n2,عمر,omar@example.com\n',
    ],
  ])('decodes the single-byte encoding of %s, but not as certain', (_language, encoding, text) => {
    const read = table(text, encoding);
    const written = text
      .trim()
      .split('\n')
      .map((line) => line.split(read.separator));
    expect([read.encoding, read.doubts, [read.headings, ...read.rows.map(({ cells }) => cells)]]).toEqual([
      encoding,
      ['encoding'],
      written,
    ]);
  });

  test('can be chosen', () => {
    const bytes = encoded('id,name\n1,ليلى\n', 'windows-1256');
    const read = readTable({ name: 'x.csv', bytes }, { encoding: 'windows-1252', separator: ';' });
    expect([read.encoding, read.separator, read.headings, read.rows[0]?.cells]).toEqual([
      'windows-1252',
      ';',
      ['id,name'],
      ['1,áíáì'],
    ]);
  });

  test('a byte that Windows-1252 does not define refuses its line', () => {
    const read = readTable({ name: 'x.csv', bytes: new Uint8Array([...encoded('id,ö\n1,Z', 'windows-1252'), 0x81]) });
    expect(read.rows[0]?.refused).toEqual({ code: 'unreadable' });
  });
});

/** A cell as it is read: trimmed, with each line break as one character. */
const asRead = (cell: string) => cell.replaceAll(/\r\n?/g, '\n').trim();
const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

test('any text is read unchanged, or its line is refused', () => {
  const sign = fc.constantFrom(
    '"',
    '""',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    '\r\n',
    ' ',
    'ä',
    'é',
    '€',
    '小',
    '🐕',
    'ك',
    'x',
    '-',
  );
  const letter = fc
    .integer({ min: 1, max: 0x10_ff_ff })
    .map((code) => (code >= 0xd8_00 && code < 0xe0_00 ? '' : String.fromCodePoint(code)));
  const cell = fc
    .oneof(
      fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
      fc.array(letter, { maxLength: 8 }).map((letters) => letters.join('')),
    )
    .map((text) => text.replaceAll('\0', ''));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }),
      fc.constantFrom<Encoded>('utf-8', 'utf-8 marked', 'utf-16le', 'utf-16le marked', 'utf-16be', 'utf-16be marked'),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (written, encoding, separator, end) => {
        const lines = [['Client ID', 'First name', 'Notes'], ...written, ['z', 'z', 'z']];
        const text = lines.map((cells) => cells.map((one) => quoted(one, separator)).join(separator)).join(end);
        const read = table(text, encoding);
        expect([read.separator, read.headings.length]).toEqual([separator, 3]);
        const trimmed = written.map((cells) => cells.map(asRead)).filter((cells) => cells.join('') !== '');
        const accepted = read.rows.filter(({ refused }) => refused === undefined).map(({ cells }) => cells);
        const lost = read.rows.filter(({ refused }) => refused?.code === 'unreadable').length;
        expect(accepted.length + lost).toBe(trimmed.length + 1);
        if (lost === 0) expect(accepted.slice(0, -1)).toEqual(trimmed);
      },
    ),
    { numRuns: rounds({ few: 80, many: 5_000 }) },
  );
});

test('any text in Windows-1252 is read unchanged', () => {
  const sign = fc.constantFrom(...'äÃ¼€“”’–ß©\u00a0 ";,\n xyz');
  const cell = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (written) => {
      // With fewer letters such as ä, a text could be valid UTF-8 by chance.
      const rowsOfFile = [...written, ['ä'.repeat(50), 'z']];
      const lines = [['Größe', 'Ort'], ...rowsOfFile].map((cells) => cells.map((one) => quoted(one, ';')).join(';'));
      const read = table(lines.join('\r\n'), 'windows-1252');
      const trimmed = rowsOfFile.map((cells) => cells.map(asRead)).filter((cells) => cells.join('') !== '');
      expect([read.encoding, read.rows.map(({ cells }) => cells)]).toEqual(['windows-1252', trimmed]);
    }),
  );
});

test('a file full of quotation marks is read completely', () => {
  // If the rest of the file were searched for each of them, this would take minutes.
  expect(rows(`id,name\n${'"a\n'.repeat(50_000)}`)).toHaveLength(50_000);
  expect(rows(`id,name\n${'"""\n'.repeat(50_000)}`).at(-1)?.[0]).toBe(50_000);
});

test('arbitrary bytes are read or rejected, without other exceptions', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.constantFrom(...encoded('"",;\n\rab|\t', 'utf-8')), { maxLength: 60 })
      .map((all) => new Uint8Array(all)),
  );
  fc.assert(
    fc.property(bytes, (some) => {
      try {
        const { headings, rows: all } = readTable({ name: 'x', bytes: some });
        expect(new Set(headings).size).toBe(headings.length);
        for (const { cells, refused } of all) if (!refused) expect(cells.length).toBe(headings.length);
      } catch (error) {
        if (!(error instanceof UnreadableFileError)) throw error;
      }
    }),
    { numRuns: rounds({ few: 150, many: 5_000 }) },
  );
});
