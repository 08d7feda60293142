import { t } from '@lingui/core/macro';
import { type AppointmentReference, nameAppointment } from '#app/features/appointments/appointment-names.ts';
import { factsText } from '#app/text/list-text.ts';
import { defaultAppointmentStatus } from '#contract/appointment.ts';
import { occupies } from '#contract/appointment-rules.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

const FOLD_AT = 75;
const encoder = new TextEncoder();

/**
 * The TEXT type of RFC 5545, section 3.3.11: backslashes, commas, semicolons and line breaks are escaped, other control
 * characters removed.
 */
function icalText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: values may not contain control characters.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replaceAll('\n', '\\n')
  );
}

/** A content line with its line break, folded at 75 octets without splitting a character (RFC 5545, section 3.1). */
function icalLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  if (encoder.encode(line).length <= FOLD_AT) return `${line}\r\n`;
  let folded = '';
  let octets = 0;
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (octets + size > FOLD_AT) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += sign;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** A date-time in UTC (RFC 5545, section 3.3.5, form 2). */
function icalInstant(instant: string): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/**
 * The event status for calendars (RFC 5545, section 3.8.1.11): cancelled if the appointment does not take place,
 * tentative if it is not confirmed, otherwise confirmed. The description has the status in words.
 */
function calendarStatus(appointment: ReceivedAppointment): string {
  if (!occupies(appointment)) return 'CANCELLED';
  return appointment.status === defaultAppointmentStatus ? 'TENTATIVE' : 'CONFIRMED';
}

/** An appointment as an event, with an end only if that is after the start. */
function icalEvent(appointment: ReceivedAppointment, reference: AppointmentReference): string {
  const names = nameAppointment(appointment, reference);
  const description = [
    [t`Pet`, names.petName],
    [t`Client`, names.clientName],
    [t`Phone`, names.phone],
    [t`Status`, names.status],
    [t`Visit type`, names.type],
    [t`Vets`, names.vets],
    [t`Notes`, appointment.notes],
    [t`Booking notes`, appointment.bookingNotes],
    [t`Client notes`, appointment.clientNotes],
  ]
    .filter(([, value]) => value)
    .map(([heading, value]) =>
      t({ message: `${heading}: ${value}`, comment: 'A line of a calendar entry, such as “Pet: Bella”' }),
    )
    .join('\n');
  const place = factsText([names.store, names.room]);
  const stamp = appointment.updatedAt ?? appointment.createdAt ?? appointment.start;
  return [
    icalLine('BEGIN', 'VEVENT'),
    icalLine('UID', icalText(appointment.id)),
    icalLine('DTSTAMP', icalInstant(stamp)),
    icalLine('DTSTART', icalInstant(appointment.start)),
    instantOf(appointment.end) > instantOf(appointment.start) ? icalLine('DTEND', icalInstant(appointment.end)) : '',
    icalLine('SUMMARY', icalText(appointment.title || names.type || t`Appointment`)),
    description === '' ? '' : icalLine('DESCRIPTION', icalText(description)),
    place === '' ? '' : icalLine('LOCATION', icalText(place)),
    icalLine('STATUS', calendarStatus(appointment)),
    names.category === '' ? '' : icalLine('CATEGORIES', icalText(names.category)),
    appointment.createdAt === null ? '' : icalLine('CREATED', icalInstant(appointment.createdAt)),
    appointment.updatedAt === null ? '' : icalLine('LAST-MODIFIED', icalInstant(appointment.updatedAt)),
    icalLine('END', 'VEVENT'),
  ].join('');
}

const HEAD = [
  icalLine('BEGIN', 'VCALENDAR'),
  icalLine('VERSION', '2.0'),
  icalLine('PRODID', '-//Frontdesk//Appointments//EN'),
  icalLine('CALSCALE', 'GREGORIAN'),
].join('');

/** An iCalendar file (RFC 5545) with one event per appointment. */
export function icalFile(records: readonly ReceivedAppointment[], reference: AppointmentReference): string[] {
  return [HEAD, ...records.map((record) => icalEvent(record, reference)), icalLine('END', 'VCALENDAR')];
}
