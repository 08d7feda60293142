import { Parser } from 'saxen';
import type { CsvRow } from './csv-rows.ts';
import { createPause } from './pause.ts';
import { MAX_CELLS } from './table.ts';
import { UnreadableFileError } from './unreadable-file.ts';
import { formatNumber, type NumberFormat, parseNumberFormat } from './xlsx-cells.ts';
import type { ZipEntry } from './zip.ts';

/* Reads the first visible sheet of an .xlsx workbook (ECMA-376, part 1, chapter 18). */

/** The maximum number of columns. No exported table has a cell further to the right. */
const MAX_COLUMNS = 1_000;
/**
 * The maximum length of text without a tag, in bytes. No workbook has text that long, and searching it would take too much time.
 */
const MAX_TEXT_LENGTH = 4_000_000;

export interface Sheet {
  rows: CsvRow[];
  name: string;
  /** The number of other visible sheets. */
  others: number;
}

interface XmlHandlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const removePrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads the first visible sheet: its rows with the numbers that spreadsheet programs show beside them. Formulas have
 * the value that they had when the workbook was saved, errors have no value, and merged cells have their value in the
 * first cell. Yields regularly, so that a browser can draw.
 *
 * @throws UnreadableFileError
 */
export async function readSheet(file: string, entries: readonly ZipEntry[]): Promise<Sheet> {
  const pause = createPause();
  const fail = (problem: 'broken' | 'no_sheet' | 'not_a_table' | 'too_much'): never => {
    throw new UnreadableFileError(file, problem);
  };
  const findEntry = (path: string) => entries.find(({ name }) => name.toLowerCase() === path.toLowerCase());

  /**
   * Parses an XML file of the workbook. Names of elements and attributes are passed on without the prefix of their
   * namespace.
   */
  async function parseXml(entry: ZipEntry, { open, text, close }: XmlHandlers): Promise<void> {
    let pending = 0;
    const parser = new Parser()
      .on('openTag', (name, attributesOf, decode) => {
        pending = 0;
        if (open === undefined) return;
        const attributes: Record<string, string> = {};
        for (const [key, value] of Object.entries(attributesOf())) attributes[removePrefix(key)] = decode(value);
        open(removePrefix(name), attributes);
      })
      .on('closeTag', (name) => {
        pending = 0;
        close?.(removePrefix(name));
      })
      .on('text', (written, decode) => text?.(decode(written)))
      .on('cdata', (written) => text?.(written));
    const decoder = new TextDecoder();
    try {
      for (const part of entry.unpack()) {
        pending += part.length;
        if (pending > MAX_TEXT_LENGTH + part.length) fail('broken');
        parser.write(decoder.decode(part, { stream: true }));
        if (pause.isDue()) await pause.now();
      }
      parser.end();
    } catch (error) {
      if (error instanceof UnreadableFileError) throw error;
      fail('broken');
    }
  }

  /**
   * Reads the parts that a part refers to, keyed by relationship id: their paths, and the last path segments of their
   * types.
   */
  async function readRelations(part: string): Promise<Map<string, { type: string; path: string }>> {
    const found = new Map<string, { type: string; path: string }>();
    const [, folder = '', base = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
    const entry = findEntry(`${folder}_rels/${base}.rels`);
    const open: XmlHandlers['open'] = (name, { Id = '', Type = '', Target = '' }) => {
      const path = new URL(Target, `file:///${folder}`).pathname.slice(1);
      if (name === 'Relationship') found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path });
    };
    if (entry !== undefined) await parseXml(entry, { open });
    return found;
  }

  async function findSheet() {
    const roots = [...(await readRelations('')).values()];
    const path = roots.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
    const workbook = findEntry(path) ?? fail('broken');
    const relations = await readRelations(path);
    const visible: { name: string; entry: ZipEntry }[] = [];
    let is1904 = false;
    await parseXml(workbook, {
      open(element, { name = '', state = 'visible', id = '', date1904 = '' }) {
        if (element === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
        const relation = relations.get(id);
        if (element !== 'sheet' || state !== 'visible' || relation?.type !== 'worksheet') return;
        visible.push({ name, entry: findEntry(relation.path) ?? fail('broken') });
      },
    });
    const findPart = (wanted: string) => {
      const found = [...relations.values()].find(({ type }) => type === wanted);
      return found && findEntry(found.path);
    };
    const [sheet = fail('no_sheet'), ...others] = visible;
    return { sheet, others: others.length, is1904, styles: findPart('styles'), strings: findPart('sharedStrings') };
  }

  const { sheet, others, is1904, styles, strings } = await findSheet();
  const formats: NumberFormat[] = [];
  if (styles !== undefined) await parseXml(styles, createFormatHandlers(formats));
  const texts: string[] = [];
  if (strings !== undefined)
    await parseXml(
      strings,
      createTextHandlers('si', (text) => texts.push(text)),
    );

  const rows: CsvRow[] = [];
  let cellCount = 0;
  let line = 0;
  let cells: string[] = [];
  let column = -1;
  let cell: Readonly<Record<string, string>> = {};
  const formatValue = (written: string): string => {
    const { t: type = 'n', s: style = '' } = cell;
    // The value is an error, or is empty because a formula has no result.
    if (type === 'e' || written === '') return '';
    if (type === 's') return texts[Number(written)] ?? '';
    if (type === 'b') return written === '1' ? 'TRUE' : 'FALSE';
    const format = formats[Number(style || 0)];
    return type === 'n' && format !== undefined ? formatNumber(written, format, is1904) : written;
  };
  const cellHandlers = createTextHandlers('c', (written) => {
    const value = formatValue(written).replaceAll(/\r\n?/g, '\n').trim();
    if (value === '') return;
    if (column >= MAX_COLUMNS) fail('not_a_table');
    while (cells.length < column) cells.push('');
    cells[column] = value;
  });
  await parseXml(sheet.entry, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r']) || line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        cell = attributes;
        column = attributes['r'] === undefined ? column + 1 : parseColumnIndex(attributes['r']);
      }
      cellHandlers.open(name);
    },
    text: cellHandlers.text,
    close(name) {
      cellHandlers.close(name);
      if (name !== 'row' || cells.length === 0) return;
      cellCount += cells.length;
      if (cellCount > MAX_CELLS) fail('too_much');
      rows.push({ line, cells, openQuote: false });
    },
  });
  return { rows, name: sheet.name, others };
}

/** The column of a cell such as `AB12`, counted from 0. */
function parseColumnIndex(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? 'A')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Creates handlers that add the formats of cells to `formats`, in the order of their numbers. */
function createFormatHandlers(formats: NumberFormat[]): XmlHandlers {
  const codes = new Map<string, string>();
  let isInCellFormats = false;
  return {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') isInCellFormats = true;
      if (name === 'xf' && isInCellFormats) formats.push(parseNumberFormat(Number(numFmtId), codes.get(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  };
}

/**
 * Creates handlers that call `onText` with the text of each element: the text of its values and runs, without the
 * pronunciation of East Asian words.
 */
function createTextHandlers(element: 'si' | 'c', onText: (text: string) => void) {
  let text = '';
  let isText = false;
  let isPronunciation = false;
  return {
    open(name: string) {
      if (name === element) text = '';
      else if (name === 'v' || name === 't') isText = !isPronunciation;
      else if (name === 'rPh') isPronunciation = true;
    },
    text(part: string) {
      if (isText) text += part;
    },
    close(name: string) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'rPh') isPronunciation = false;
      // Characters that XML does not allow are written as escapes such as `_x0007_`.
      else if (name === element)
        onText(
          text.includes('_x')
            ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
            : text,
        );
    },
  };
}
