import { t } from '@lingui/core/macro';
import {
  type FinderReference,
  type NamedAppointment,
  nameAppointment,
} from '#app/features/finder/appointment-names.ts';
import { shownLocale } from '#app/language/shown-language.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { clockAt, isoClockTime, offsetAt } from '#app/scheduling/wall-clock.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
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
 * An instant (milliseconds since 1970) as `2026-06-01 09:30` in a zone, which every spreadsheet reads as a date and
 * time.
 */
function zonedText(instant: number, zone: string): string {
  return `${dateIn(zone, instant)} ${isoClockTime(clockAt(zone, instant))}`;
}

/** The offset of a zone at an instant as `UTC+01:00`: spreadsheets read a bare `+01:00` as a formula. */
export function utcOffset(instant: number, zone: string): string {
  return `UTC${offsetAt(zone, instant)}`;
}

/** One line of the file: an appointment with its names, and its times in the zone of the store. */
interface Line {
  appointment: ReceivedAppointment;
  names: NamedAppointment;
  time: (instant: string | null) => string;
}

/** Looks up what the columns of an appointment are written from. */
function lineOf(appointment: ReceivedAppointment, reference: FinderReference): Line {
  const names = nameAppointment(appointment, reference);
  const time = (instant: string | null) => (instant === null ? '' : zonedText(instantOf(instant), names.zone));
  return { appointment, names, time };
}

interface ExportColumn {
  heading: string;
  value: (line: Line) => string;
  /** What the line of a record that could not be read has here, of which only the id is known; nothing by default. */
  unreadable?: (id: string) => string;
}

/** The columns of a CSV file in their order. */
function exportColumns(): readonly ExportColumn[] {
  return [
    {
      heading: t({ message: 'Start', context: 'noun: when an appointment starts' }),
      value: ({ appointment, time }) => time(appointment.start),
    },
    {
      heading: t({ message: 'End', context: 'noun: when an appointment ends' }),
      value: ({ appointment, time }) => time(appointment.end),
    },
    { heading: t`Time zone`, value: ({ names }) => names.zone },
    {
      heading: t`Start UTC offset`,
      value: ({ appointment, names }) => utcOffset(instantOf(appointment.start), names.zone),
    },
    {
      heading: t`End UTC offset`,
      value: ({ appointment, names }) => utcOffset(instantOf(appointment.end), names.zone),
    },
    { heading: t`Pet`, value: ({ names }) => names.pet },
    { heading: t`Owner`, value: ({ names }) => names.owner },
    {
      heading: t({ message: 'Title', comment: 'Of an appointment' }),
      value: ({ appointment }) => appointment.title,
      unreadable: () => t`Unreadable record`,
    },
    { heading: t`Status`, value: ({ names }) => names.status },
    { heading: t`Visit type`, value: ({ names }) => names.type },
    { heading: t`Category`, value: ({ names }) => names.category },
    { heading: t`Vets`, value: ({ names }) => names.vets },
    { heading: t`Store`, value: ({ names }) => names.store },
    { heading: t`Room`, value: ({ names }) => names.room },
    { heading: t`Checked in`, value: ({ appointment, time }) => time(appointment.checkedInAt) },
    { heading: t`Notes`, value: ({ appointment }) => appointment.notes ?? '' },
    { heading: t`Booking notes`, value: ({ appointment }) => appointment.bookingNotes ?? '' },
    { heading: t`Client notes`, value: ({ appointment }) => appointment.clientNotes ?? '' },
    { heading: t`Origin`, value: ({ names }) => names.origin },
    { heading: t`Created`, value: ({ appointment, time }) => time(appointment.createdAt) },
    { heading: t`Updated`, value: ({ appointment, time }) => time(appointment.updatedAt) },
    { heading: t`Id`, value: ({ appointment }) => appointment.id, unreadable: (id) => id },
    { heading: t`Pet id`, value: ({ appointment }) => appointment.petId ?? '' },
    { heading: t`Client id`, value: ({ appointment }) => appointment.clientId ?? '' },
    { heading: t`Invoice id`, value: ({ appointment }) => appointment.storeInvoiceId ?? '' },
    { heading: t`Billing context id`, value: ({ appointment }) => appointment.billingContextId ?? '' },
  ];
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
