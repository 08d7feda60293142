import type { Separator } from './csv-rows.ts';

/** The beginnings of a cell that spreadsheets interpret as a formula, including full-width signs and leading white space. */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const csvMark = '\uFEFF';

/**
 * One line of CSV (RFC 4180 except for the separator) with its line break. A cell that a spreadsheet would run as a formula
 * gets a leading apostrophe, which spreadsheets hide.
 */
export function csvLine(cells: readonly string[], separator: Separator): string {
  const written = cells.map((cell) => {
    const safe = FORMULA.test(cell) ? `'${cell}` : cell;
    return NEEDS_QUOTES.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(separator)}\r\n`;
}

/** Removes the leading apostrophe that {@link csvLine} adds to a cell. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
