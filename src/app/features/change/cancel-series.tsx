import { t } from '@lingui/core/macro';
import type { AppointmentChanges } from '#app/changes/appointment-changes.ts';
import { AnchoredMenu, MenuItem } from '#app/components/menu.tsx';
import { cancelledCountText, thisAndFollowingText, thisAppointmentText } from '#app/text/series-text.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { CANCELLED_STATUS } from './changes.ts';

/** Cancels an appointment together with others of its series, as one change. */
export function cancelTogether(
  { change, changeTogether }: Pick<AppointmentChanges, 'change' | 'changeTogether'>,
  appointment: ReceivedAppointment,
  others: readonly ReceivedAppointment[],
): void {
  const changes = { status: CANCELLED_STATUS };
  const all = [appointment, ...others].map((one) => ({ appointment: one, changes }));
  if (others.length === 0) change(appointment, changes);
  else changeTogether(all, cancelledCountText(all.length));
}

interface CancelSeriesMenuProps {
  anchor: Element;
  /** The later appointments of the same series. */
  following: readonly ReceivedAppointment[];
  /** Called with the following appointments to cancel as well; empty to cancel only this one. */
  onCancel: (others: readonly ReceivedAppointment[]) => void;
  onClose: () => void;
}

/** Asks whether to cancel only this appointment, or the following appointments of its series, too. */
export function CancelSeriesMenu({ anchor, following, onCancel, onClose }: CancelSeriesMenuProps) {
  return (
    <AnchoredMenu label={t`Cancel appointment`} anchor={anchor} onClose={onClose}>
      <MenuItem onChoose={() => onCancel([])}>{thisAppointmentText()}</MenuItem>
      <MenuItem onChoose={() => onCancel(following)}>{thisAndFollowingText(following.length)}</MenuItem>
    </AnchoredMenu>
  );
}
