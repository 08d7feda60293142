export const csvSeparators = [',', ';', '\t', '|'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/** The signs by which spreadsheets recognise a formula, also in full width. */
const SIGN = '[=+\\-@＝＋－＠]';
const BLANK = '[ \\u00a0\\u202f]';
/** A number or phone number that starts with a sign and is not a formula. */
const NUMBER = `${BLANK}*[+-]${BLANK}?\\(?\\d(?:[\\d.()/-]|${BLANK})*`;
/**
 * Matches where a program with another separator, which ignores our quotation marks, takes a part of a cell for the beginning
 * of another cell.
 */
const BREAK = '(?:[,;\\t|\\n]|\\r(?!\\n))';
/** A formula after a break, also after characters that programs may remove. */
const BEHIND = `(?=(?:['"]|[^\\S\\t\\r\\n])*${SIGN})`;
const TEXT = `[^\\s,;|'"]`;
/** A number between two equal separators or line breaks. With anything else after it, it could be a formula. */
const NUMBER_ALONE = `([,;|])${NUMBER}\\1|(?<=${TEXT})\\n${NUMBER}\\n|(?<=${TEXT}\\r)\\n${NUMBER}\\r\\n`;

const FORMULA = new RegExp(`^(?:['"\\s]*${SIGN}|'*[\\t\\r\\n])`);
const NUMERIC = new RegExp(`^${NUMBER}(?:,\\d+(?:\\.\\d+)?)*$`);
const FORMULA_WITHIN = new RegExp(`(?!${NUMBER_ALONE})${BREAK}${BEHIND}`, 'g');
const GUARDED_WITHIN = new RegExp(`${BREAK}'${BEHIND}`, 'g');
const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const csvByteOrderMark = '\uFEFF';

/**
 * One line of CSV (RFC 4180 except for the separator) with its line break. Text that a spreadsheet would run as a
 * formula gets a leading apostrophe: at the start of a cell, and after a separator or line break within it, because the
 * language of the computer decides where spreadsheets separate cells.
 */
export function formatCsvLine(cells: readonly string[], separator: CsvSeparator): string {
  const guardedCells = cells.map((cell, index) => {
    // For a program with another separator, a cell may begin here as well, at the start of a line or after a tab, which counts
    // as white space. It reads the number together with the next cell, as text that may be a formula.
    const isNumber = index > 0 && separator !== '\t' && NUMERIC.test(cell);
    const inner = cell.replace(FORMULA_WITHIN, "$&'");
    const safe = FORMULA.test(cell) && !isNumber ? `'${inner}` : inner;
    return NEEDS_QUOTES.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${guardedCells.join(separator)}\r\n`;
}

/** Removes the apostrophes that {@link formatCsvLine} adds to a cell. */
export function removeGuards(cell: string): string {
  const own = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
  return own.replace(GUARDED_WITHIN, (guarded) => guarded.slice(0, -1));
}
