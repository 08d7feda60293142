import type { FinderReference } from '#app/features/finder/finder-names.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { exportColumns, lineOf } from './export-columns.ts';
import type { ExportFormat } from './write-export.ts';

/** The beginnings of a cell that spreadsheets read as a formula, including full-width signs and leading white space. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const csvMark = '\uFEFF';

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

/**
 * One line of CSV (RFC 4180 but for the separator) with its line break. A cell that a spreadsheet would run as a formula gets a leading
 * apostrophe, which spreadsheets hide.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(separator)}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * A CSV file of appointments, a line for each; times as `2026-06-01 09:30` in the zone of the store, which has a column of
 * its own. The offsets from UTC distinguish the two equal hours when clocks go back. A record that could not be read has a
 * line, too, so that the number of lines equals the number of matches.
 */
export function csvFormat(reference: FinderReference): ExportFormat {
  const columns = exportColumns();
  const written = (appointment: ReceivedAppointment) => {
    const line = lineOf(appointment, reference);
    return csvLine(columns.map(({ value }) => value(line)));
  };
  return {
    head: csvMark + csvLine(columns.map(({ heading }) => heading)),
    page: ({ records, unresolvedIds }) =>
      [
        ...records.map(written),
        ...unresolvedIds.map((id) => csvLine(columns.map(({ unreadable }) => unreadable?.(id) ?? ''))),
      ].join(''),
    foot: '',
  };
}
