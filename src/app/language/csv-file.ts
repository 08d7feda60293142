import { csvByteOrderMark, formatCsvLine } from '#csv/csv-line.ts';
import { shownLocale } from './shown-language.ts';

/**
 * The cell separator that spreadsheets in a locale expect: a semicolon unless the decimal sign is a point. Spreadsheets
 * in Arabic and in Switzerland expect a semicolon even with a decimal point.
 */
export function csvSeparatorOf(locale: string): ',' | ';' {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
  const { language, region } = new Intl.Locale(locale);
  return decimal === '.' && language !== 'ar' && region !== 'CH' ? ',' : ';';
}

/** The separator of files in the language of the page. */
export const csvSeparator = csvSeparatorOf(shownLocale);

/**
 * Formats lines of cells, the headings first, as a CSV file for the page's language. Returns a byte order mark and then
 * each line.
 */
export function csvFile(lines: readonly (readonly string[])[]): string[] {
  return [csvByteOrderMark, ...lines.map((cells) => formatCsvLine(cells, csvSeparator))];
}
