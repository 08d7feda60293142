/** What a spreadsheet takes for a formula at the beginning of a cell, also in its full-width form or after white space. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** The mark by which spreadsheets know UTF-8. */
export const csvMark = '\uFEFF';

/**
 * One line of CSV (RFC 4180), its end included. A cell that a spreadsheet would run as a formula gets an apostrophe before
 * it, which spreadsheets show as text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
