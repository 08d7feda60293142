import Papa from 'papaparse';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** A record of a CSV file; where a cell has line breaks, it spans several lines. */
export interface CsvRow {
  /** The line of the file where it begins, counted from 1. */
  line: number;
  /** Trimmed, without their quotation marks. */
  cells: string[];
  /** A quotation mark is opened in its first line and never closed; its cells are what that line has between separators. */
  openQuote: boolean;
}

/** A file with more rows like this is read as if quotation marks meant nothing, since each costs a search through all that follows. */
const MOST_OPEN_QUOTES = 20;

const trimmed = (cells: readonly string[]) => cells.map((cell) => cell.trim());

/**
 * Splits a text into rows and cells; blank rows are left out. Line breaks are `\n`. After a row whose quotation mark is never closed, or
 * closed in a later line where no cell ends, reading continues with the next line.
 *
 * @param limit the most rows to read
 */
export function csvRows(text: string, separator: Separator, limit = Number.POSITIVE_INFINITY): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let openQuotes = 0;
  for (let from = 0; from < text.length && rows.length < limit; ) {
    const rest = text.slice(from);
    let end = 0;
    Papa.parse<string[]>(rest, {
      delimiter: separator,
      newline: '\n',
      ...(openQuotes > MOST_OPEN_QUOTES ? { fastMode: true } : {}),
      step({ data, errors, meta }, parser) {
        const written = rest.slice(end, meta.cursor);
        const breaks = written.split('\n').length - 1;
        const isWithinLine = breaks === 0 || (breaks === 1 && written.endsWith('\n'));
        const openQuote = errors.some(
          ({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && !isWithinLine),
        );
        const [first = ''] = written.split('\n', 1);
        const cells = trimmed(openQuote ? first.split(separator) : data);
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
