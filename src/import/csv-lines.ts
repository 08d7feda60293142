export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** A line as it stands in the file; where a cell has line breaks, it goes on over several. */
export interface CsvLine {
  /** Where it begins, counted from 1. */
  line: number;
  /** Trimmed, without their quotation marks. */
  cells: string[];
  /** A quotation mark is opened in it and never closed; its cells are then what stands between the separators. */
  openQuote: boolean;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/**
 * Takes a text apart into lines and cells; blank lines are left out. Cells with quotation marks may have separators, line breaks and
 * doubled quotation marks. A single one within such a cell is taken as it stands, as long as the cell ends in the same line; otherwise
 * the line counts as one whose quotation mark is never closed, and the reading goes on with the next.
 */
export function csvLines(text: string, separator: Separator, limit = Number.POSITIVE_INFINITY): CsvLine[] {
  const between = separator.charCodeAt(0);
  const lines: CsvLine[] = [];
  let at = 0;
  let line = 1;

  const endsCell = (code: number) => code === between || code === LF || code === CR || Number.isNaN(code);
  /** The place behind the spaces at a place. */
  const behindSpaces = (from: number) => {
    let place = from;
    while (text.charCodeAt(place) === SPACE) place += 1;
    return place;
  };
  const endOfLine = (from: number) => {
    let place = from;
    while (place < text.length && text.charCodeAt(place) !== LF && text.charCodeAt(place) !== CR) place += 1;
    return place;
  };
  const behindBreak = (end: number) => end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);

  /** The cell whose quotation mark stands at a place, and the place behind it; null where it is never closed. */
  function quoted(open: number): { cell: string; end: number; breaks: number } | null {
    let from = open + 1;
    let breaks = 0;
    let single = false;
    let doubled = false;
    for (;;) {
      const quote = text.indexOf('"', from);
      if (quote === -1) return null;
      for (let place = from; place < quote; place += 1) {
        const code = text.charCodeAt(place);
        if (code === CR || (code === LF && text.charCodeAt(place - 1) !== CR)) breaks += 1;
      }
      if (breaks > 0 && single) return null;
      if (text.charCodeAt(quote + 1) === QUOTE) {
        doubled = true;
        from = quote + 2;
        continue;
      }
      const end = behindSpaces(quote + 1);
      if (endsCell(text.charCodeAt(end))) {
        const cell = text.slice(open + 1, quote);
        return { cell: (doubled ? cell.replaceAll('""', '"') : cell).trim(), end, breaks };
      }
      if (breaks > 0) return null;
      single = true;
      from = quote + 1;
    }
  }

  while (at < text.length && lines.length < limit) {
    const begin = at;
    let cells: string[] = [];
    let openQuote = false;
    let filled = false;
    let breaks = 0;
    for (;;) {
      const start = behindSpaces(at);
      let cell: string;
      if (text.charCodeAt(start) === QUOTE) {
        const found = quoted(start);
        if (found === null) {
          openQuote = true;
          break;
        }
        cell = found.cell;
        breaks += found.breaks;
        at = found.end;
      } else {
        at = start;
        for (; at < text.length; at += 1) {
          const code = text.charCodeAt(at);
          if (code === between || code === LF || code === CR) break;
        }
        cell = text.slice(start, at).trim();
      }
      filled ||= cell !== '';
      cells.push(cell);
      if (text.charCodeAt(at) !== between) break;
      at += 1;
    }
    if (openQuote) {
      at = endOfLine(begin);
      breaks = 0;
      cells = text
        .slice(begin, at)
        .split(separator)
        .map((cell) => cell.trim());
    }
    if (filled || openQuote) lines.push({ line, cells, openQuote });
    at = behindBreak(at);
    line += 1 + breaks;
  }
  return lines;
}
