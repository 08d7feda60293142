import { type CsvLine, csvLines, SEPARATORS, type Separator } from './csv-lines.ts';
import { decoded, type Encoding, LOST } from './encoding.ts';
import { isProblemHeading } from './headings.ts';
import type { RefusalReason } from './reasons.ts';
import { filledUpTo, headingsAt, isRule, leavesOutEmptyEnds, separatorOf, totalsAtEnd } from './table-shape.ts';

export type { Separator } from './csv-lines.ts';
export type { Encoding } from './encoding.ts';

/** A file as it was dropped, or found in a folder. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
}

/** A line of a table; it may go over several lines of the file where a cell has line breaks. */
export interface TableRow {
  /** The line of the file where it begins, counted from 1. */
  line: number;
  /** As many as there are headings, unless it is `refused`; trimmed. */
  cells: readonly string[];
  /** Set where the line is no record, whatever its columns mean. */
  refused?: RefusalReason;
  /** In a file of refused lines what its column of reasons says; not set where it is empty. */
  problem?: string;
}

/** A file as a table. Blank lines are left out. */
export interface Table {
  name: string;
  encoding: Encoding;
  separator: Separator;
  /** As they stand there; what is empty or doubled is told apart by its place: `Column 3`, `Phone (2)`. */
  headings: readonly string[];
  rows: readonly TableRow[];
}

/** Why a file cannot be read at all: it has no line, its first line names no column, or it is no text with separators. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly file: string;
  readonly problem: 'empty' | 'no_headings' | 'not_a_table';

  constructor(file: string, problem: 'empty' | 'no_headings' | 'not_a_table') {
    super(`${file}: ${problem}`);
    this.file = file;
    this.problem = problem;
  }
}

/** No line of a table is longer. */
const LONGEST_LINE = 1_000_000;

/**
 * Reads a file as a table, whatever its encoding and separator. No line makes it throw: what is no record is `refused`.
 *
 * @throws UnreadableFile
 */
export function readTable({ name, bytes }: SourceFile): Table {
  if (isBinary(bytes) || hasEndlessLine(bytes)) throw new UnreadableFile(name, 'not_a_table');
  const { encoding, text: whole } = decoded(bytes);
  if (isOtherFormat(whole)) throw new UnreadableFile(name, 'not_a_table');
  // Excel names the separator in a line before the headings; old programs end a file with a sign of their own.
  const [said = '', saidSeparator] = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(whole) ?? [];
  const text = withoutEndSign(whole.slice(said.length));
  const separator = SEPARATORS.find((one) => one === saidSeparator) ?? separatorOf(text);
  const lines = csvLines(text, separator);
  if (lines.length === 0) throw new UnreadableFile(name, 'empty');
  const at = headingsAt(lines.map(({ cells }) => cells));
  const named = at === null ? undefined : lines[at];
  if (at === null || named === undefined) throw new UnreadableFile(name, 'no_headings');

  // In a file of refused lines their reasons are no part of them.
  const reasons = named.cells.flatMap((heading, index) => (isProblemHeading(heading) ? [index] : [])).reverse();
  const problems = new Map<number, string>();
  for (const { line, cells } of reasons.length === 0 ? [] : lines) {
    const told = reasons.flatMap((index) => cells.splice(index, 1)).filter((text) => text !== '');
    if (told.length > 0) problems.set(line, told.join(' '));
  }
  const isHead = (cells: readonly string[]) =>
    cells.length === named.cells.length && cells.every((cell, index) => cell === named.cells[index]);
  const records = lines.slice(at + 1).filter(({ cells }) => !isRule(cells) && !isHead(cells));
  const headings = distinct(withoutEmptyEnd(named.cells, records));
  const totals =
    records.length -
    totalsAtEnd(
      records.map(({ cells }) => cells),
      headings.length,
    );
  // There, short lines stand together because they are refused.
  const short =
    reasons.length === 0 &&
    leavesOutEmptyEnds(
      records.slice(0, totals).map(({ cells }) => cells),
      headings.length,
    );
  const damaged = LOST.test(text);
  const rows = records.map(({ line, cells, openQuote }, index): TableRow => {
    const problem = problems.get(line);
    const row = { line: said === '' ? line : line + 1, cells, ...(problem === undefined ? {} : { problem }) };
    if (openQuote) return { ...row, refused: { code: 'open_quote' } };
    if (damaged && cells.some((cell) => LOST.test(cell))) return { ...row, refused: { code: 'unreadable' } };
    if (index >= totals) return { ...row, refused: { code: 'total' } };
    while (cells.length > headings.length && cells.at(-1) === '') cells.pop();
    while (short && cells.length < headings.length) cells.push('');
    return cells.length === headings.length ? row : { ...row, refused: { code: 'shifted' } };
  });
  return { name, encoding, separator, headings, rows };
}

function withoutEndSign(text: string): string {
  const end = text.trimEnd();
  return end.endsWith('\u001a') ? end.slice(0, -1) : text;
}

/** What files of pictures, archives, documents and databases begin with, which nobody means as a text. */
const SIGNATURES = [
  '\x89PNG',
  'PK\x03\x04',
  'GIF8',
  '\xff\xd8\xff',
  '\x1f\x8b\x08',
  '\xd0\xcf\x11\xe0',
  'Rar!\x1a',
  '7z\xbc\xaf',
  'SQLite format 3',
];

/** Whether bytes are no text: by what they begin with, or by zeros among other bytes that no text has. A stray zero alone stands in texts, too. */
function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4_096);
  if (SIGNATURES.some((signature) => [...signature].every((sign, at) => head[at] === sign.charCodeAt(0)))) return true;
  return head.includes(0) && head.some((byte) => byte > 0 && byte < 8) && !decoded(head).encoding.startsWith('utf-16');
}

/** Whether a line goes on and on, as those of files do that are no tables; told before the text is made, which takes far more room. */
function hasEndlessLine(bytes: Uint8Array): boolean {
  for (let from = 0; bytes.length - from > LONGEST_LINE; ) {
    const ahead = bytes.subarray(from, from + LONGEST_LINE);
    const last = Math.max(ahead.lastIndexOf(LF), ahead.lastIndexOf(CR));
    if (last === -1) return true;
    from += last + 1;
  }
  return false;
}
const LF = 0x0a;
const CR = 0x0d;

/** Spreadsheets, documents and web pages, which people drop for tables. */
function isOtherFormat(text: string): boolean {
  const begin = text.slice(0, 4_096);
  if (/^(?:PK\p{Cc}{2}|%PDF|\s*(?:<!doctype|<html|<table|<\?xml|\{\\rtf))/iu.test(begin)) return true;
  return begin.split('\0').length - 1 > begin.length / 50;
}

/** The headings without empty ones at the end under which nothing stands. */
function withoutEmptyEnd(headings: readonly string[], records: readonly CsvLine[]): readonly string[] {
  const from = headings.findLastIndex((heading) => heading !== '') + 1;
  if (from === headings.length) return headings;
  const filled = records.reduce(
    (most, { cells }) => (cells.length > headings.length ? most : Math.max(most, filledUpTo(cells))),
    from,
  );
  return headings.slice(0, filled);
}

function distinct(headings: readonly string[]): string[] {
  const taken = new Set(headings);
  const seen = new Set<string>();
  return headings.map((heading, index) => {
    if (heading !== '' && !seen.has(heading)) {
      seen.add(heading);
      return heading;
    }
    let told = heading === '' ? `Column ${index + 1}` : `${heading} (2)`;
    for (let nth = 3; taken.has(told) || seen.has(told); nth += 1)
      told = `${heading || `Column ${index + 1}`} (${nth})`;
    seen.add(told);
    return told;
  });
}
