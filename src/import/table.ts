import { type CsvSeparator, csvSeparators, removeFormulaGuards } from '#csv/csv-line.ts';
import { type CsvRow, parseCsvRows } from './csv-rows.ts';
import { decodeFile, type Encoding, LOST_CHARACTERS } from './encoding.ts';
import { isProblemHeading } from './headings.ts';
import type { RefusalReason } from './reasons.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** A file that was dropped or found in a folder. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
}

/** A person's choices of how to read a file. */
export interface ReadingOptions {
  encoding?: Encoding | undefined;
  separator?: CsvSeparator | undefined;
}

/** A line of a table. It may span several lines of the file if a cell has line breaks. */
export interface TableRow {
  /** The first line of the record in the file, counted from 1. */
  line: number;
  /** The trimmed cells. There are as many as there are headings, unless the line is `refused`. */
  cells: readonly string[];
  /**
   * The cells as they are in the file, if the line has more cells than there are headings, or fewer than there are
   * headings and than most lines have.
   */
  writtenCells?: readonly string[];
  /** Set if the number of cells in the line differs from that of most lines, and from that of the headings. */
  isUneven?: true;
  /** The reason why the line cannot be a record, whatever its columns mean; absent if it can be one. */
  refused?: RefusalReason;
}

/** A file as a table. Blank lines are left out. */
export interface Table {
  name: string;
  /** For a workbook, the sheet that was read, and the number of the other visible sheets. */
  sheet?: { name: string; others: number };
  /** The encoding of the file; for a workbook, that of its file of refused lines. */
  encoding: Encoding;
  /** The separator of the cells in the file; for a workbook, that in its file of refused lines. */
  separator: CsvSeparator;
  /** The settings that were only guessed, so that a person should confirm them. */
  doubts: readonly (keyof ReadingOptions)[];
  /** The headings as in the file. An empty or repeated one gets its position or a number: `Column 3`, `Phone (2)`. */
  headings: readonly string[];
  rows: readonly TableRow[];
}

/**
 * Reads a file as a table, in any supported encoding and with any separator. The first non-blank line has the headings.
 * An invalid line never throws: it is `refused`.
 *
 * @throws UnreadableFileError
 */
export function readTable({ name, bytes }: SourceFile, chosen: ReadingOptions = {}): Table {
  const format = detectOtherFormat(bytes);
  if (format !== null) throw new UnreadableFileError(name, format);
  const { encoding, isSure, text: decodedText } = decodeFile(bytes, chosen.encoding);
  // Excel names the separator in a line before the headings; old programs end a file with a control character.
  const [separatorLine = '', namedSeparator] = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(decodedText) ?? [];
  const text = removeEndCharacter(decodedText.slice(separatorLine.length)).replaceAll(/\r\n?/g, '\n');
  const found = findSeparators(text);
  const separator = chosen.separator ?? csvSeparators.find((one) => one === namedSeparator) ?? found[0] ?? ',';
  const doubts = [
    ...(isSure ? [] : (['encoding'] as const)),
    ...(found.length === 1 || separatorLine !== '' ? [] : (['separator'] as const)),
  ];
  const rows = parseCsvRows(text, separator);
  if (separatorLine !== '') for (const row of rows) row.line += 1;
  return { name, encoding, separator, doubts, ...splitHeadings(name, rows) };
}

/**
 * Builds a table from the rows of a sheet. Short rows are filled up with empty cells, because every cell of a sheet has
 * its column. A column may have no heading.
 *
 * @throws UnreadableFileError
 */
export function createSheetTable(
  name: string,
  { rows, ...sheet }: { rows: CsvRow[]; name: string; others: number },
): Table {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (width * rows.length > MAX_CELLS) throw new UnreadableFileError(name, 'too_much');
  for (const { cells } of rows) while (cells.length < width) cells.push('');
  return { name, sheet, encoding: 'utf-8', separator: ',', doubts: [], ...splitHeadings(name, rows) };
}

/** The maximum number of cells in a table. More would not fit into the memory of a browser. */
export const MAX_CELLS = 30_000_000;

/** Splits rows into the headings and the lines under them. */
function splitHeadings(name: string, [head, ...rows]: readonly CsvRow[]): Pick<Table, 'headings' | 'rows'> {
  if (head === undefined) throw new UnreadableFileError(name, 'empty');
  if (head.cells.some(isDataValue)) throw new UnreadableFileError(name, 'no_headings');

  const reasons = head.cells.flatMap((heading, index) => (isProblemHeading(heading) ? [index] : []));
  const isOwn = (_: string, index: number) => !reasons.includes(index);
  const usualLength = reasons.length === 0 ? findUsualLength(rows) : null;
  const headings = makeHeadingsDistinct(
    removeEmptyEndHeadings(head.cells.filter(isOwn).map(removeFormulaGuards), rows, usualLength),
  );
  if (headings.length * rows.length > MAX_CELLS) throw new UnreadableFileError(name, 'too_much');
  return {
    headings,
    rows: rows.map(({ line, cells, openQuote }): TableRow => {
      // A file of refused lines has a column of reasons from an earlier import, which is left out.
      const own = cells.filter(isOwn).map(removeFormulaGuards);
      const row = { line, cells: own };
      if (openQuote) return { ...row, refused: { code: 'open_quote' } };
      if (own.some((cell) => LOST_CHARACTERS.test(cell))) return { ...row, refused: { code: 'unreadable' } };
      if (own.length === headings.length) return row;
      if (own.slice(headings.length).some((cell) => cell !== '')) return { ...row, refused: { code: 'shifted' } };
      const filled = headings.map((_, index) => own[index] ?? '');
      const isUsual = own.length === usualLength;
      const isWritten = own.length > headings.length || !isUsual;
      const isUneven = !isUsual && reasons.length === 0;
      return { ...row, cells: filled, ...(isWritten && { writtenCells: own }), ...(isUneven && { isUneven }) };
    }),
  };
}

function removeEndCharacter(text: string): string {
  const end = text.trimEnd();
  return end.endsWith('\u001a') ? end.slice(0, -1) : text;
}

/** The maximum length of a line, in bytes. */
const MAX_LINE_LENGTH = 1_000_000;

/** The first bytes of a workbook in the old format (`.xls`), and of one with a password. */
const OLD_WORKBOOK_SIGNATURE = '\xd0\xcf\x11\xe0';
/** The name of the part with the content of an encrypted workbook, in UTF-16. */
const ENCRYPTED_PART_NAME = [...'EncryptedPackage'].map((letter) => `${letter}\0`).join('');
/** The first bytes of other files that are not text: documents, images, archives. */
const OTHER_SIGNATURES = [
  'PK\x03\x04',
  '%PDF',
  '{\\rtf',
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  '\x1f\x8b\x08',
  'Rar!\x1a',
  '7z\xbc\xaf',
  'SQLite format 3',
];

/** Detects from its bytes why a file is not a table; null for text. */
function detectOtherFormat(bytes: Uint8Array): 'workbook' | 'encrypted' | 'not_a_table' | null {
  const hasAt = (at: number, signature: string) =>
    [...signature].every((character, nth) => bytes[at + nth] === character.charCodeAt(0));
  if (hasAt(0, OLD_WORKBOOK_SIGNATURE)) {
    for (let at = bytes.indexOf(0x45); at !== -1; at = bytes.indexOf(0x45, at + 1))
      if (hasAt(at, ENCRYPTED_PART_NAME)) return 'encrypted';
    return 'workbook';
  }
  if (OTHER_SIGNATURES.some((signature) => hasAt(0, signature))) return 'not_a_table';
  const head = bytes.subarray(0, 4_096);
  const { encoding, text } = decodeFile(head);
  if (/^\s*(?:<!doctype|<html|<table|<\?xml)/i.test(text)) return 'not_a_table';
  // A few zeros are allowed, because text files can contain stray NUL bytes.
  const zeros = encoding.startsWith('utf-16') ? 0 : head.filter((byte) => byte === 0).length;
  const isBinary = zeros > head.length / 50 || (zeros > 0 && head.some((byte) => byte > 0 && byte < 8));
  return isBinary || hasEndlessLine(bytes) ? 'not_a_table' : null;
}

/**
 * Whether a line is far too long, as in files that are not tables. This is checked before the text is decoded, because
 * decoding takes far more memory.
 */
function hasEndlessLine(bytes: Uint8Array): boolean {
  for (let from = 0; bytes.length - from > MAX_LINE_LENGTH; ) {
    const ahead = bytes.subarray(from, from + MAX_LINE_LENGTH);
    const last = Math.max(ahead.lastIndexOf(0x0a), ahead.lastIndexOf(0x0d));
    if (last === -1) return true;
    from += last + 1;
  }
  return false;
}

/** The separators that split the headings and most rows into the same number of cells, the likeliest first. */
function findSeparators(text: string): CsvSeparator[] {
  const sample = text.slice(0, 65_536);
  const scores = csvSeparators.map((separator) => {
    const [head, ...rows] = parseCsvRows(sample, separator, 50).map(({ cells }) => cells.length);
    const same = rows.filter((length) => length === head).length;
    return { separator, score: head === undefined || head < 2 ? 0 : head * ((1 + same) / (1 + rows.length)) ** 2 };
  });
  const best = Math.max(...scores.map(({ score }) => score));
  return (
    scores
      .filter(({ score }) => score > 0 && score >= best / 2)
      // If two separators are equally good, the comma is the less likely one, because it occurs within cells.
      .sort(
        (one, other) =>
          other.score - one.score || csvSeparators.indexOf(other.separator) - csvSeparators.indexOf(one.separator),
      )
      .map(({ separator }) => separator)
  );
}

/** Whether a cell cannot be a heading because it is an email address, a number or a date. */
export const isDataValue = (cell: string) => /^[\s()+/.:-]*\d[\d\s()+/.:-]*$|^\S+@\S+\.\S+$/.test(cell);

/** Whether a cell is the code of a record, such as P2000, rather than its name. */
export const isCode = (cell: string) => /^\p{L}{0,3}[-_./]?\d{2,}$/u.test(cell);

/**
 * The most frequent number of cells; null if no two lines have the same number. Of equally frequent numbers, it is the
 * lowest.
 */
function findUsualLength(rows: readonly CsvRow[]): number | null {
  const counts = new Map<number, number>();
  for (const { cells, openQuote } of rows)
    if (!openQuote) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [[length = 0, count = 0] = []] = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  return count < 2 ? null : length;
}

/**
 * Removes empty headings at the end if no line has a filled cell under them; lines that are longer than usual do not
 * count.
 */
function removeEmptyEndHeadings(headings: readonly string[], rows: readonly CsvRow[], usual: number | null) {
  const from = headings.findLastIndex((heading) => heading !== '') + 1;
  const filled = rows
    .filter(({ cells }) => cells.length <= Math.min(headings.length, usual ?? headings.length))
    .map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1);
  return headings.slice(
    0,
    filled.reduce((most, one) => Math.max(most, one), from),
  );
}

function makeHeadingsDistinct(headings: readonly string[]): string[] {
  const used = new Set<string>();
  return headings.map((heading, index) => {
    const base = heading || `Column ${index + 1}`;
    let name = base;
    for (let nth = 2; used.has(name) || (name !== heading && headings.includes(name)); nth += 1)
      name = `${base} (${nth})`;
    used.add(name);
    return name;
  });
}
