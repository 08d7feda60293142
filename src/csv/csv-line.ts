export const csvSeparators = [',', ';', '\t', '|'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/** The signs by which spreadsheets recognise a formula, including their full-width forms. */
const SIGN = '[=+\\-@＝＋－＠]';
const BLANK = '[ \\u00a0\\u202f]';
/** A number or phone number that starts with a sign and is not a formula. */
const NUMBER = `${BLANK}*[+-]${BLANK}?\\(?\\d(?:[\\d.()/-]|${BLANK})*`;
/**
 * Matches a separator or line break within a cell. A program that uses another separator than ours ignores our quotation
 * marks, and may therefore begin a new cell there.
 */
const CELL_BREAK = '(?:[,;\\t|\\n]|\\r(?!\\n))';
/** The beginning of a formula after a break. Characters that programs may remove, such as quotation marks, may come first. */
const FORMULA_START = `(?=(?:['"]|[^\\S\\t\\r\\n])*${SIGN})`;
const TEXT = `[^\\s,;|'"]`;
/**
 * A number between two equal separators or line breaks, which is harmless. If anything else follows the number, the two
 * could form a formula.
 */
const NUMBER_ALONE = `([,;|])${NUMBER}\\1|(?<=${TEXT})\\n${NUMBER}\\n|(?<=${TEXT}\\r)\\n${NUMBER}\\r\\n`;

const FORMULA = new RegExp(`^(?:['"\\s]*${SIGN}|'*[\\t\\r\\n])`);
const NUMERIC = new RegExp(`^${NUMBER}(?:,\\d+(?:\\.\\d+)?)*$`);
const INNER_FORMULA = new RegExp(`(?!${NUMBER_ALONE})${CELL_BREAK}${FORMULA_START}`, 'g');
const GUARDED_INNER_FORMULA = new RegExp(`${CELL_BREAK}'${FORMULA_START}`, 'g');
const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const csvByteOrderMark = '\uFEFF';

/**
 * Formats one line of CSV (RFC 4180 except for the separator) with its line break. Text that a spreadsheet would run as a
 * formula gets a leading apostrophe: at the start of a cell, and after a separator or line break within it, because the
 * language of the computer decides where spreadsheets separate cells.
 */
export function formatCsvLine(cells: readonly string[], separator: CsvSeparator): string {
  const guardedCells = cells.map((cell, index) => {
    // A number needs no apostrophe, except at the start of a line, or after a tab, which programs may take for white space.
    // There, a program with another separator may read the number and the next cells as one cell, which may be a formula.
    const isNumber = index > 0 && separator !== '\t' && NUMERIC.test(cell);
    const inner = cell.replace(INNER_FORMULA, "$&'");
    const safe = FORMULA.test(cell) && !isNumber ? `'${inner}` : inner;
    return NEEDS_QUOTES.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${guardedCells.join(separator)}\r\n`;
}

/** Removes the apostrophes that {@link formatCsvLine} adds to a cell. */
export function removeFormulaGuards(cell: string): string {
  const own = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
  return own.replace(GUARDED_INNER_FORMULA, (guarded) => guarded.slice(0, -1));
}
