import { t } from '@lingui/core/macro';
import { type FinderReference, type NamedAppointment, nameAppointment } from '#app/features/finder/finder-names.ts';
import { dateIn } from '#app/scheduling/calendar-day.ts';
import { clockAt, isoClockTime, offsetAt } from '#app/scheduling/wall-clock.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

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

export function lineOf(appointment: ReceivedAppointment, reference: FinderReference): Line {
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
export function exportColumns(): readonly ExportColumn[] {
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
