import { t } from '@lingui/core/macro';
import { CalendarClock, ClockArrowDown, NotebookPen, PawPrint, UserRound } from 'lucide-react';
import { hasPetDied } from '#app/api/directory.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { AnchoredMenu, MenuChoice, MenuItem, MenuLine } from '#app/components/menu.tsx';
import { useFollowingAppointments } from '#app/days/series.ts';
import { texts } from '#app/text/shared-texts.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { suggestedNextStatus } from '#scheduling/visit.ts';
import { appointmentNameText, type NameSources } from './change-names.ts';

/** The actions for an appointment, other than changing its status; an action that is not available is null. */
export interface AppointmentMenuActions {
  reschedule: (() => void) | null;
  notes: (() => void) | null;
  pet: (() => void) | null;
  client: (() => void) | null;
  /** Opens the dialog for moving the later appointments of the vet or room that this appointment delays. */
  moveRest: (() => void) | null;
}

const NO_SHOW_STATUS: AppointmentStatus = 'no_show';

interface AppointmentMenuProps {
  appointment: ReceivedAppointment;
  names: NameSources;
  anchor: Element;
  /**
   * Called with the new status, and the later appointments of the series if they are cancelled, too. Null if the status
   * cannot be changed.
   */
  onStatus: ((status: string, following: readonly ReceivedAppointment[]) => void) | null;
  /** Null if the menu contains only statuses. */
  actions: AppointmentMenuActions | null;
  onClose: () => void;
}

/**
 * The menu of an appointment: its statuses in the order of the enum, with the focus on the likely next one, and other
 * actions. No-show is offered only after the start.
 */
export function AppointmentMenu({ appointment, names, anchor, onStatus, actions, onClose }: AppointmentMenuProps) {
  const now = useMinute();
  // Leaves out No-show before the start, since no one can miss an appointment that has not begun.
  const listed = names.statuses.listed.filter(
    ({ value }) => value !== NO_SHOW_STATUS || value === appointment.status || instantOf(appointment.start) <= now,
  );
  const next = suggestedNextStatus(appointment, { hasDied: hasPetDied(appointment, names.directory) });
  const name = appointmentNameText(appointment, names.directory);
  const following = useFollowingAppointments(appointment);
  const items =
    actions === null
      ? []
      : [
          { run: actions.reschedule, Icon: CalendarClock, text: texts.reschedule },
          { run: actions.notes, Icon: NotebookPen, text: t`Notes` },
          { run: actions.moveRest, Icon: ClockArrowDown, text: t`Move the rest` },
          { run: actions.pet, Icon: PawPrint, text: t`Pet` },
          { run: actions.client, Icon: UserRound, text: t`Client` },
        ];
  return (
    <AnchoredMenu label={t`Actions for ${name}`} anchor={anchor} onClose={onClose}>
      {onStatus === null ? null : (
        <>
          <MenuChoice
            label={t`Status of ${name}`}
            value={appointment.status}
            first={(listed.find(({ value }) => value === next) ?? listed[0])?.value}
            options={listed.map(({ value, label, tint }) => ({
              value,
              content: (
                <>
                  <span aria-hidden="true" className={`${tint} size-3 shrink-0 rounded-full border`} />
                  <bdi>{label}</bdi>
                </>
              ),
            }))}
            onChoose={(status) => onStatus(status, following)}
          />
          {actions === null ? null : <MenuLine />}
        </>
      )}
      {items.map(({ run, Icon, text }) =>
        run === null ? null : (
          <MenuItem key={text} onChoose={run}>
            <Icon aria-hidden="true" size={14} className="text-muted" />
            {text}
          </MenuItem>
        ),
      )}
    </AnchoredMenu>
  );
}
