import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Encoded, encoded } from '#testing/old-systems/encoded.ts';
import { rounds } from '#testing/rounds.ts';
import { readTable, UnreadableFile } from './table.ts';

const table = (text: string, encoding: Encoded = 'utf-8') =>
  readTable({ name: 'x.csv', bytes: encoded(text, encoding) });
const rows = (text: string) =>
  table(text).rows.map(({ line, cells, refused }) => [line, refused?.code ?? cells.join('·')]);

describe('lines', () => {
  test('begin where the file says, whatever their line ends, and blank ones are left out', () => {
    expect(rows('id,name\r\n1,"Ann\r\nLee"\r2,Bo\n\n  \n,,\r\n3,"Cy"')).toEqual([
      [2, '1·Ann\r\nLee'],
      [4, '2·Bo'],
      [8, '3·Cy'],
    ]);
  });

  test('with more or fewer cells than headings are refused, apart from empty ones at the end', () => {
    expect(rows('id,name,phone\n1,Ann,12,,\n2,Bo\n3,Berg, Cy,12\n4,Di,')).toEqual([
      [2, '1·Ann·12'],
      [3, 'shifted'],
      [4, 'shifted'],
      [5, '4·Di·'],
    ]);
  });

  test('may be shorter where the program leaves out what is empty at the end', () => {
    const lines = Array.from({ length: 20 }, (_, nth) => (nth % 2 ? `${nth},Ann` : `${nth},Ann,12`));
    expect(rows(`id,name,phone\n${lines.join('\n')}`).filter(([, cells]) => cells === 'shifted')).toEqual([]);
  });

  test('may be shorter in a small file, too, where one of them shows that nothing is missing between', () => {
    const head = 'id,name,email,phone,town\n1,Ann,ann@example.com,0171 1234567,Bonn\n';
    expect(rows(`${head}2,Bo,bo@example.com\n3,Cy`)).toEqual([
      [2, '1·Ann·ann@example.com·0171 1234567·Bonn'],
      [3, '2·Bo·bo@example.com··'],
      [4, '3·Cy···'],
    ]);
    // Others say that they are empty; the address may stand one column too far to the left.
    expect(rows(`${head}2,Bo,bo@example.com\n3,Cy,,,`)[1]).toEqual([3, 'shifted']);
    expect(rows(`${head}2,bo@example.com,0171 1234567,Bonn\n3,Cy,cy@example.com,,Ulm`)[1]).toEqual([3, 'shifted']);
    expect(rows(`${head.replace('Bonn', 'ann@example.org')}2,Bo,bo@example.com`)[1]).toEqual([3, 'shifted']);
  });

  test('with a quotation mark that is never closed are refused by themselves', () => {
    expect(rows('id,name,town\n1,"Ann,Rome\n2,"Bo",Bonn\n3,Cy,"Ghent\n4,Di,"Lille"\n5,"Ed,Paris')).toEqual([
      [2, 'open_quote'],
      [3, '2·Bo·Bonn'],
      [4, 'open_quote'],
      [5, '4·Di·Lille'],
      [6, 'open_quote'],
    ]);
    expect(table('id,name\n1,"Ann,x').rows[0]?.cells).toEqual(['1', '"Ann', 'x']);
  });

  test('keep quotation marks that stand within a cell', () => {
    expect(rows('id,name\n1,"Ann ""Mimi"" Lee"\n2,"Bo "Bobby" Li"\n3,5" Cy\n4, "Di, Ed" ')).toEqual([
      [2, '1·Ann "Mimi" Lee'],
      [3, '2·Bo "Bobby" Li'],
      [4, '3·5" Cy'],
      [5, '4·Di, Ed'],
    ]);
  });

  test('that are sums at the end are refused, and what only looks like one is not', () => {
    expect(rows('id,name,phone\n1,Total Vets,12\n2,Total,\n3,Ann,\nTotal,3,\n3 records,,\nEnd of report')).toEqual([
      [2, '1·Total Vets·12'],
      [3, '2·Total·'],
      [4, '3·Ann·'],
      [5, 'total'],
      [6, 'total'],
      [7, 'total'],
    ]);
    expect(rows('id,name,firm\n1,Ann,\n,,Total Pet Care')[1]).toEqual([3, '··Total Pet Care']);
    expect(rows('id,name,firm\n1,Ann,\n17,Total,')[1]).toEqual([3, '17·Total·']);
    expect(rows('id,name,firm\n1,Ann,\nTotal clients,1,')[1]).toEqual([3, 'total']);
    expect(rows('Nr;Name;Ort\n1;Ann;Bonn\nSumme: 1;;')).toEqual([
      [2, '1·Ann·Bonn'],
      [3, 'total'],
    ]);
    expect(rows('Nr;Name;Ort\n1;Ann;Bonn\nAnzahl Kunden: 1')).toEqual([
      [2, '1·Ann·Bonn'],
      [3, 'total'],
    ]);
    for (const last of [
      'Summe: 4 Tiere',
      'Total: 12 clients',
      'Anzahl: 2 Kunden',
      'End of report',
      '*** END ***',
      '--- Ende ---',
    ]) {
      expect(rows(`Nr;Name;Ort\n1;Ann;Bonn\n${last}`)[1], last).toEqual([3, 'total']);
    }
    for (const last of ['2;Ende;Bonn', '2;Total 24 Vets;Bonn', ';Ende;', ';Total Pet Care;']) {
      expect(rows(`Nr;Name;Ort\n1;Ann;Bonn\n${last}`)[1]?.[1], last).not.toBe('total');
    }
    expect(rows('Nr;Name;Ort\n1;Ann;Bonn\n;;Gesamt 1')).toEqual([
      [2, '1·Ann·Bonn'],
      [3, 'total'],
    ]);
  });

  test('that repeat the headings, or only draw a line, are left out', () => {
    expect(rows('id|name\n--|----\n1|Ann\nid|name\n2|Bo')).toEqual([
      [3, '1·Ann'],
      [5, '2·Bo'],
    ]);
  });
});

describe('headings', () => {
  test('are told apart where they are empty or doubled', () => {
    expect(table('id,Phone,,Phone,Phone (2),\n1,2,3,4,5,').headings).toEqual([
      'id',
      'Phone',
      'Column 3',
      'Phone (3)',
      'Phone (2)',
    ]);
  });

  test('may stand below a title', () => {
    const read = table('Client list, printed 3/4/2024\n\nClient ID,Name,Phone,E-mail\n1,Ann,12,ann@example.com\n');
    expect([read.headings[0], read.rows.map(({ line }) => line)]).toEqual(['Client ID', [4]]);
    expect(table('Kunden\nNr;Name;Ort\n1;Ann;Bonn').headings).toEqual(['Nr', 'Name', 'Ort']);
    // What is not known to be a heading may be a record.
    expect(table('Kunden\nx;y;z\n1;Ann;Bonn').headings).toEqual(['Kunden']);
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
  ['PK\x03\x04\0\0\0\0', 'not_a_table'],
  ['id,name\n\0\x01\x02\x03\0\0\x04', 'not_a_table'],
  ['%PDF-1.4', 'not_a_table'],
  ['<html><table><tr>', 'not_a_table'],
])('%j cannot be read as a table', (text, problem) => {
  expect(() => table(text)).toThrow(new UnreadableFile('x.csv', problem as 'empty'));
});

test.each([
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0]],
  ['gzip', [0x1f, 0x8b, 0x08, 0x00]],
])('a file of %s is no table', (_name, bytes) => {
  const name = 'x.csv';
  expect(() => readTable({ name, bytes: new Uint8Array([...bytes, 0x2c, 0x61, 0x0a]) })).toThrow('not_a_table');
});

test('a line of more than a million bytes is none of a table, which is told before the text is read', () => {
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
  ])('%s is found', (encoding, found) => {
    const read = table('Größe;Ort\n“Zoë”;Zürich – 5 €\n', encoding);
    expect([read.encoding, read.headings[0], read.rows[0]?.cells]).toEqual([found, 'Größe', ['“Zoë”', 'Zürich – 5 €']]);
  });

  test('a letter that was cut in half refuses its line, and the file stays UTF-8', () => {
    const bytes = [encoded('id,name\n1,Zoë\n2,Bj', 'utf-8'), new Uint8Array([0xc3]), encoded('\n3,Jürgen\n', 'utf-8')];
    const read = readTable({ name: 'x.csv', bytes: new Uint8Array(bytes.flatMap((part) => [...part])) });
    expect(read.rows.map(({ cells, refused }) => refused?.code ?? cells[1])).toEqual(['Zoë', 'unreadable', 'Jürgen']);
  });

  test('a byte that Windows-1252 does not have refuses its line', () => {
    const read = readTable({ name: 'x.csv', bytes: new Uint8Array([...encoded('id,ö\n1,Z', 'windows-1252'), 0x81]) });
    expect(read.rows[0]?.refused).toEqual({ code: 'unreadable' });
  });
});

const quoted = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

test('any text comes back as it was written, or its line is refused', () => {
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
        const trimmed = written.map((cells) => cells.map((one) => one.trim())).filter((cells) => cells.join('') !== '');
        const taken = read.rows.filter(({ refused }) => refused === undefined).map(({ cells }) => cells);
        const lost = read.rows.filter(({ refused }) => refused?.code === 'unreadable').length;
        expect(taken.length + lost).toBe(trimmed.length + 1);
        if (lost === 0) expect(taken.slice(0, -1)).toEqual(trimmed);
      },
    ),
    { numRuns: rounds({ few: 80, many: 5_000 }) },
  );
});

test('any text of Windows-1252 comes back as it was written', () => {
  const sign = fc.constantFrom(...'äÃ¼€“”’–ß©\u00a0 ";,\n xyz');
  const cell = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (written) => {
      const lines = [['Größe', 'Ort'], ...written].map((cells) => cells.map((one) => quoted(one, ';')).join(';'));
      const read = table(lines.join('\r\n'), 'windows-1252');
      const trimmed = written.map((cells) => cells.map((one) => one.trim())).filter((cells) => cells.join('') !== '');
      expect([read.encoding, read.rows.map(({ cells }) => cells)]).toEqual(['windows-1252', trimmed]);
    }),
  );
});

test('a file full of quotation marks takes no longer than others', () => {
  const texts = ['"'.repeat(200_000), '"a\n'.repeat(50_000), '"""\n'.repeat(50_000), ' "x" y'.repeat(30_000)];
  const begin = performance.now();
  for (const text of texts) table(`id,name\n${text}`);
  // Where each of them is looked for in all that follows, this takes minutes.
  expect(performance.now() - begin).toBeLessThan(10_000);
});

test('bytes of every kind are read or refused, and never throw anything else', () => {
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
        if (!(error instanceof UnreadableFile)) throw error;
      }
    }),
    { numRuns: rounds({ few: 150, many: 5_000 }) },
  );
});
