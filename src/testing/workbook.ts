import { strToU8, zipSync } from 'fflate';

/**
 * A cell of a workbook: a text, a number, or the XML of anything else. A number may have a format, such as
 * `yyyy-mm-dd`.
 */
export type SheetCell = string | number | null | { number: number | string; format: string } | { xml: string };

export interface SheetOptions {
  is1904?: boolean;
  /** The sheets beside the first, by name, with the state of each: `visible`, `hidden` or `veryHidden`. */
  others?: Readonly<Record<string, string>>;
  /** The state of the first. */
  state?: string;
  /** Replaces parts of the workbook, or leaves them out. */
  parts?: Readonly<Record<string, string | null>>;
}

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** `A1`, `AB12`: the name of a cell, from its row and column, counted from 1 and from 0. */
export function cellName(row: number, column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return `${name}${row}`;
}

/**
 * A workbook as spreadsheet programs write it, with the rows in its first sheet `Data`, and other sheets with one cell.
 */
export function workbookOf(
  rows: readonly (readonly SheetCell[])[],
  { is1904 = false, others = {}, state = 'visible', parts = {} }: SheetOptions = {},
): Uint8Array {
  const strings: string[] = [];
  const formats: string[] = [];
  const shared = (text: string) => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const cellXml = (cell: SheetCell, name: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${name}" t="s"><v>${shared(cell)}</v></c>`;
    if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
    if ('xml' in cell) return cell.xml.replace('<c', `<c r="${name}"`);
    if (!formats.includes(cell.format)) formats.push(cell.format);
    return `<c r="${name}" s="${formats.indexOf(cell.format) + 1}"><v>${cell.number}</v></c>`;
  };
  const sheet = rows
    .map((cells, row) => {
      const written = cells.map((cell, column) => cellXml(cell, cellName(row + 1, column))).join('');
      return `<row r="${row + 1}">${written}</row>`;
    })
    .join('');
  const sheets = Object.entries({ Data: state, ...others });
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
  const files: Record<string, string | null> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships ${relations}>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ([name, one], nth) =>
          `<sheet name="${escaped(name)}" sheetId="${nth + 1}" state="${one}" r:id="rId${nth + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${relations}>${[
      ...sheets.map((_, nth) => relation(nth + 1, 'worksheet', `worksheets/sheet${nth + 1}.xml`)),
      relation(101, 'styles', 'styles.xml'),
      relation(102, 'sharedStrings', '/xl/sharedStrings.xml'),
    ].join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${formats
      .map((code, nth) => `<numFmt numFmtId="${164 + nth}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, nth) => `<xf numFmtId="${164 + nth}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map(([name], nth) => [
        `xl/worksheets/sheet${nth + 1}.xml`,
        `<worksheet ${MAIN}><sheetData>${nth === 0 ? sheet : `<row r="1"><c r="A1" t="str"><v>${escaped(name)}</v></c></row>`}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
  return zipOf(
    Object.fromEntries(Object.entries(files).flatMap(([name, text]) => (text === null ? [] : [[name, text]]))),
  );
}

/** An archive of files, by name. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
    ),
  );
}
