import { t } from '@lingui/core/macro';
import {
  type AppointmentReference,
  type NamedAppointment,
  nameAppointment,
} from '#app/features/appointments/appointment-names.ts';
import { csvFile } from '#app/language/csv-file.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn } from '#scheduling/calendar-day.ts';
import { clockAt, formatIsoClockTime } from '#scheduling/wall-clock.ts';

/**
 * An instant (milliseconds since 1970) in a zone as `2026-06-01 09:30`, which every spreadsheet reads as a date and
 * time.
 */
function zonedTimeText(instant: number, zone: string): string {
  return `${dateIn(zone, instant)} ${formatIsoClockTime(clockAt(zone, instant))}`;
}

/** A line of the file: an appointment with its names, and a formatter for times in the store's zone. */
interface ExportLine {
  appointment: ReceivedAppointment;
  names: NamedAppointment;
  time: (instant: string | null) => string;
}

/** The columns of the CSV file, in order. */
function exportColumns(): readonly (readonly [heading: string, value: (line: ExportLine) => string])[] {
  return [
    [
      t({ message: 'Start', context: 'noun: when an appointment starts' }),
      ({ appointment, time }) => time(appointment.start),
    ],
    [
      t({ message: 'End', context: 'noun: when an appointment ends' }),
      ({ appointment, time }) => time(appointment.end),
    ],
    [t`Time zone`, ({ names }) => names.zone],
    [t`Pet`, ({ names }) => names.petName],
    [t`Client`, ({ names }) => names.clientName],
    [t`Phone`, ({ names }) => names.phone],
    [t({ message: 'Title', comment: 'Of an appointment' }), ({ appointment }) => appointment.title],
    [t`Visit type`, ({ names }) => names.type],
    [t`Category`, ({ names }) => names.category],
    // Vets are not separated by commas, since the import reads a comma as the separator of last and first name.
    [t`Vets`, ({ names }) => names.vetNames.join('; ')],
    [t`Room`, ({ names }) => names.room],
    [t`Store`, ({ names }) => names.store],
    [t`Status`, ({ names }) => names.status],
    [t`Checked in`, ({ appointment, time }) => time(appointment.checkedInAt)],
    [t`Notes`, ({ appointment }) => appointment.notes ?? ''],
    [t`Booking notes`, ({ appointment }) => appointment.bookingNotes ?? ''],
    [t`Client notes`, ({ appointment }) => appointment.clientNotes ?? ''],
    [t`Origin`, ({ names }) => names.origin],
    [t`Created`, ({ appointment, time }) => time(appointment.createdAt)],
    [t`ID`, ({ appointment }) => appointment.id],
  ];
}

/**
 * A CSV file with one line per appointment, in the given order. Times look like `2026-06-01 09:30`, in the store's
 * zone, which has its own column.
 */
export function appointmentsCsv(records: readonly ReceivedAppointment[], reference: AppointmentReference): string[] {
  const columns = exportColumns();
  const lines = records.map((appointment) => {
    const names = nameAppointment(appointment, reference);
    const timeText = (instant: string | null) =>
      instant === null ? '' : zonedTimeText(instantOf(instant), names.zone);
    return columns.map(([, value]) => value({ appointment, names, time: timeText }));
  });
  return csvFile([columns.map(([heading]) => heading), ...lines]);
}
