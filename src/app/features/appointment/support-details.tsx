import { t } from '@lingui/core/macro';
import { Copy, Ellipsis } from 'lucide-react';
import type { Directory } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useCopy } from '#app/components/copy-button.tsx';
import { IconButton, iconButtonClass } from '#app/components/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/menu.tsx';
import { factsText } from '#app/text/list-text.ts';
import { instantInYearText } from '#app/text/time-text.ts';
import { apiOrigin } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { zoneOfAppointment } from '#scheduling/calendar-day.ts';

/**
 * The text by which support can find an appointment: ids, times and version, named as in the API. Contains no personal
 * data.
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

/** When and how the appointment was booked, and a menu that copies its ids for support. */
export function SupportDetails({ appointment, directory, origins, now }: SupportDetailsProps) {
  const { createdAt, createdFrom } = appointment;
  const zone = zoneOfAppointment(appointment, directory);
  const created = createdAt === null ? '' : instantInYearText(zone, Date.parse(createdAt), now);
  const facts = factsText([
    created === '' ? '' : t({ message: `Booked ${created}`, comment: 'created: the day and time of the booking' }),
    // The usual origin, a booking at a desk, is not mentioned.
    createdFrom === '' || createdFrom === apiOrigin ? '' : origins.of(createdFrom).label,
  ]);
  const { note, copy } = useCopy(supportText(appointment, directory.company.id));
  return (
    <div className="flex items-center gap-2 border-t border-line px-4 py-1.5 text-xs text-muted">
      <p className="min-w-0 grow">{facts}</p>
      <span aria-live="polite">{note}</span>
      <Menu
        label={t`More actions`}
        trigger={
          <IconButton label={t`More actions`} icon={Ellipsis} className={`${iconButtonClass} pointer-coarse:size-11`} />
        }
      >
        <MenuItem onChoose={copy}>
          <Copy aria-hidden="true" size={14} className="text-muted" />
          {t`Copy details for support`}
        </MenuItem>
      </Menu>
    </div>
  );
}
