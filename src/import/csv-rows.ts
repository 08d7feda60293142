import Papa from 'papaparse';
import type { CsvSeparator } from '#csv/csv-line.ts';

/** A record of a CSV file, which spans several lines if a cell has line breaks. */
export interface CsvRow {
  /** The first line of the record in the file, counted from 1. */
  line: number;
  /** The cells, trimmed and without quotation marks. */
  cells: string[];
  /** Whether a quotation mark in the first line is never closed; the cells are then split only at separators. */
  openQuote: boolean;
}

/**
 * The maximum number of rows with an open quotation mark. A file with more is read as if it had no quotation marks,
 * because each such row costs a search through the rest of the file.
 */
const MAX_OPEN_QUOTES = 20;

const trimCells = (cells: readonly string[]) => cells.map((cell) => cell.trim());

/**
 * Splits a text whose line breaks are `\n` into rows and cells; blank rows are left out. After a row whose quotation
 * mark is never closed, or closed in a later line in the middle of a cell, reading continues with the next line.
 *
 * @param limit the maximum number of rows
 */
export function parseCsvRows(text: string, separator: CsvSeparator, limit = Number.POSITIVE_INFINITY): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let openQuotes = 0;
  for (let from = 0; from < text.length && rows.length < limit; ) {
    const rest = text.slice(from);
    let end = 0;
    Papa.parse<string[]>(rest, {
      delimiter: separator,
      newline: '\n',
      ...(openQuotes > MAX_OPEN_QUOTES ? { fastMode: true } : {}),
      step({ data, errors, meta }, parser) {
        const written = rest.slice(end, meta.cursor);
        const breaks = written.split('\n').length - 1;
        const isWithinLine = breaks === 0 || (breaks === 1 && written.endsWith('\n'));
        const openQuote = errors.some(
          ({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && !isWithinLine),
        );
        const [first = ''] = written.split('\n', 1);
        const cells = trimCells(openQuote ? first.split(separator) : data);
        if (openQuote || cells.some((cell) => cell !== '')) rows.push({ line, cells, openQuote });
        line += openQuote ? 1 : breaks;
        end = openQuote ? end + first.length + 1 : meta.cursor;
        if (openQuote) openQuotes += 1;
        if (openQuote || rows.length >= limit) parser.abort();
      },
    });
    from += Math.max(end, 1);
  }
  return rows;
}
