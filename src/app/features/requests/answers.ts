import { t } from '@lingui/core/macro';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { nextStepText } from '#app/text/next-step-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** An answer that can be given to an appointment of the list. */
export interface Answer {
  /** Also the name of its key. */
  id: 'confirm' | 'reschedule' | 'decline' | 'not reached';
  label: (appointment: ReceivedAppointment) => string;
  tone: 'primary' | 'plain' | 'danger';
  /** Whether the pet is expected to come, so that it is not offered for one that died. */
  expectsPet?: boolean;
  /** Whether it was given and can be taken back; undefined if it cannot. */
  isGiven?: (appointment: ReceivedAppointment) => boolean;
  onAnswer: (appointment: ReceivedAppointment) => void;
  /** The appointment once it is answered; null if it stays open, or if that is decided elsewhere. */
  answered: ((appointment: ReceivedAppointment) => ReceivedAppointment) | null;
}

const DECLINED: AppointmentStatus = 'cancelled';
export const CONFIRMED: AppointmentStatus = 'confirmed';

/**
 * The answers that the person can give to a request. Empty if the person has no permission or the practice system no
 * support.
 */
export function useRequestAnswers(statuses: EnumDisplays): readonly Answer[] {
  const { can, change, reschedule } = useChanges();
  const hasStatus = (status: string) => can.has('status') && statuses.of(status).listed;
  const toStatus = (status: AppointmentStatus) => ({
    onAnswer: (request: ReceivedAppointment) => change(request, { status }),
    answered: (request: ReceivedAppointment) => ({ ...request, status }),
  });
  const offered: readonly (Answer & { isOffered: boolean })[] = [
    {
      ...{ id: 'confirm', tone: 'primary', label: () => nextStepText(CONFIRMED), expectsPet: true },
      ...toStatus(CONFIRMED),
      isOffered: hasStatus(CONFIRMED),
    },
    {
      ...{ id: 'reschedule', tone: 'plain', label: () => texts.reschedule },
      ...{ onAnswer: reschedule, answered: null },
      isOffered: can.has('start') && can.has('end'),
    },
    {
      ...{ id: 'decline', tone: 'danger' },
      label: () => t({ message: 'Decline', comment: 'button: the practice does not accept a request' }),
      ...toStatus(DECLINED),
      isOffered: hasStatus(DECLINED),
    },
  ];
  return offered.filter(({ isOffered }) => isOffered);
}
