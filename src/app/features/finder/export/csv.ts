import { t } from '@lingui/core/macro';
import { type FinderReference, nameAppointment } from '#app/features/finder/finder-names.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

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

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant (milliseconds since 1970) as `2026-06-01 09:30` in a zone, which every spreadsheet reads as a date and
 * time.
 */
function zonedText(instant: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    });
    formats.set(zone, format);
  }
  return format.format(instant);
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** The offset of a zone at an instant as `UTC+01:00`: spreadsheets read a bare `+01:00` as a formula. */
export function utcOffset(instant: number, zone: string): string {
  let format = offsets.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    offsets.set(zone, format);
  }
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const ahead = name.replace('GMT', '');
  return `UTC${ahead === '' ? '+00:00' : ahead}`;
}

/** The headings in the order of the columns. */
function headings(): string[] {
  return [
    t({ message: 'Start', context: 'noun: when an appointment starts' }),
    t({ message: 'End', context: 'noun: when an appointment ends' }),
    t`Time zone`,
    t`Start UTC offset`,
    t`End UTC offset`,
    t`Pet`,
    t`Owner`,
    t({ message: 'Title', comment: 'Of an appointment' }),
    t`Status`,
    t`Visit type`,
    t`Category`,
    t`Vets`,
    t`Store`,
    t`Room`,
    t`Checked in`,
    t`Notes`,
    t`Booking notes`,
    t`Client notes`,
    t`Origin`,
    t`Created`,
    t`Updated`,
    t`Id`,
    t`Pet id`,
    t`Client id`,
    t`Invoice id`,
    t`Billing context id`,
  ];
}

/** The columns used for a record that could not be read: title and id. */
const TITLE = 7;
const ID = 21;

/** The head of a CSV file of appointments: byte order mark and headings. */
export function appointmentCsvHead(): string {
  return csvMark + csvLine(headings());
}

/**
 * One appointment as a line of CSV; times as `2026-06-01 09:30` in the zone of the store, which has a column of its
 * own. The offsets from UTC distinguish the two equal hours when clocks go back.
 */
export function appointmentCsvLine(appointment: ReceivedAppointment, reference: FinderReference): string {
  const names = nameAppointment(appointment, reference);
  const time = (instant: string | null) => (instant === null ? '' : zonedText(instantOf(instant), names.zone));
  return csvLine([
    time(appointment.start),
    time(appointment.end),
    names.zone,
    utcOffset(instantOf(appointment.start), names.zone),
    utcOffset(instantOf(appointment.end), names.zone),
    names.pet,
    names.owner,
    appointment.title,
    names.status,
    names.type,
    names.category,
    names.vets,
    names.store,
    names.room,
    time(appointment.checkedInAt),
    appointment.notes ?? '',
    appointment.bookingNotes ?? '',
    appointment.clientNotes ?? '',
    names.origin,
    time(appointment.createdAt),
    time(appointment.updatedAt),
    appointment.id,
    appointment.petId ?? '',
    appointment.clientId ?? '',
    appointment.storeInvoiceId ?? '',
    appointment.billingContextId ?? '',
  ]);
}

/** An unresolved record, with its id alone, so that the number of lines equals the number of matches. */
export function unresolvedCsvLine(id: string): string {
  return csvLine(headings().map((_, column) => (column === ID ? id : column === TITLE ? t`Unreadable record` : '')));
}
