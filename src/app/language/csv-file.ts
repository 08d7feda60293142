import { csvByteOrderMark, formatCsvLine } from '#csv/csv-line.ts';
import { shownLocale } from './shown-language.ts';

/**
 * The cell separator that spreadsheets in a locale expect: a semicolon if the comma is the decimal sign, and in locales
 * whose spreadsheets use it despite a decimal point.
 */
export function csvSeparatorOf(locale: string): ',' | ';' {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
  const { language, region } = new Intl.Locale(locale);
  return decimal === '.' && language !== 'ar' && region !== 'CH' ? ',' : ';';
}

/** The separator of files in the language of the page. */
export const csvSeparator = csvSeparatorOf(shownLocale);

/** A CSV file in the format of the page's language, line by line; the first line has the headings. */
export function csvFile(lines: readonly (readonly string[])[]): string[] {
  return [csvByteOrderMark, ...lines.map((cells) => formatCsvLine(cells, csvSeparator))];
}
