import { csvLine, csvMark } from '#import/csv-line.ts';
import { shownLocale } from './shown-language.ts';

/**
 * The separator of cells that the spreadsheets of a locale read when a file is opened: a semicolon where the comma is the
 * decimal sign, and where systems have it beside a decimal point.
 */
export function separatorOf(locale: string): ',' | ';' {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
  const { language, region } = new Intl.Locale(locale);
  return decimal === '.' && language !== 'ar' && region !== 'CH' ? ',' : ';';
}

const separator = separatorOf(shownLocale);

/** A CSV file that the spreadsheets of the page's language read, line by line; the first line has the headings. */
export function csvFile(lines: readonly (readonly string[])[]): string[] {
  return [csvMark, ...lines.map((cells) => csvLine(cells, separator))];
}
