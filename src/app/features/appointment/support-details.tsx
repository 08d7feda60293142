import { t } from '@lingui/core/macro';
import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { CopyButton } from '#app/components/copy-button.tsx';
import { factsText } from '#app/text/list-text.ts';
import { momentInYear } from '#app/text/time-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOf } from '#scheduling/calendar-day.ts';

/**
 * What support needs to find an appointment: ids, times and version, named as in the API. Contains no personal data.
 */
export function supportText(appointment: ReceivedAppointment, companyId: string): string {
  const { title, notes, bookingNotes, clientNotes, location, visitTypeName, employees, ...fields } = appointment;
  const lines = { companyId, ...fields, employeeIds: employees.map(({ id }) => id).join(' ') };
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value || '–'}`)
    .join('\n');
}

interface SupportDetailsProps {
  appointment: ReceivedAppointment;
  directory: Directory;
  origins: EnumDisplays;
  now: number;
}

/** When and how the appointment was booked, and its ids for support. */
export function SupportDetails({ appointment, directory, origins, now }: SupportDetailsProps) {
  const { createdAt, createdFrom } = appointment;
  const zone = zoneOf(appointment, directory);
  const created = createdAt === null ? '' : momentInYear(zone, Date.parse(createdAt), now);
  const facts = factsText([
    created === '' ? '' : t({ message: `Booked ${created}`, comment: 'created: the day and time of the booking' }),
    createdFrom === '' ? '' : origins.of(createdFrom).label,
  ]);
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5 text-xs text-muted">
      <p className="min-w-0 grow">{facts}</p>
      <CopyButton text={supportText(appointment, directory.company.id)} label={t`Copy details for support`} />
    </div>
  );
}
