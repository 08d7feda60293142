import { type FinderReference, nameAppointment } from '#app/features/finder/finder-names.ts';
import { instantOf } from '#contract/primitives.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { csvLine, csvMark } from './csv.ts';
import { utcOffset, zonedText } from './zoned-text.ts';

const headings = [
  ...[
    'Start',
    'End',
    'Time zone',
    'Start UTC offset',
    'End UTC offset',
    'Title',
    'Status',
    'Visit type',
    'Category',
    'Vets',
    'Store',
    'Room',
  ],
  ...['Checked in', 'Notes', 'Booking notes', 'Client notes', 'Origin', 'Created', 'Updated'],
  ...['Id', 'Pet id', 'Client id', 'Invoice id', 'Billing context id'],
];

/** The beginning of a CSV file of appointments: the UTF-8 mark and the headings. */
export function appointmentCsvHead(): string {
  return csvMark + csvLine(headings);
}

/**
 * One appointment as a line of CSV; times as `2026-06-01 09:30` in the zone of the store, which has a column. The offsets
 * from UTC tell the two equal hours apart when clocks go back.
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

/** A record that the service could not read: its id alone, so that the lines are as many as the matches. */
export function unresolvedCsvLine(id: string): string {
  return csvLine(headings.map((heading) => (heading === 'Id' ? id : heading === 'Title' ? 'Unreadable record' : '')));
}
