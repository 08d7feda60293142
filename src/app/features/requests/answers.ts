import { t } from '@lingui/core/macro';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { nextStepText } from '#app/text/next-step-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** An answer to a request. */
export interface RequestAnswer {
  id: 'confirm' | 'reschedule' | 'decline';
  label: () => string;
  onAnswer: (request: ReceivedAppointment) => void;
  /** The status of the request once it is answered; null if that is decided elsewhere. */
  status: string | null;
}

const DECLINED: AppointmentStatus = 'cancelled';
const CONFIRMED: AppointmentStatus = 'confirmed';

/**
 * The answers that the person can give, by id. Empty if the person has no permission or the practice system no support.
 */
export function useAnswers(statuses: EnumDisplays): readonly RequestAnswer[] {
  const { can, change, reschedule } = useChanges();
  const hasStatus = (status: string) => can.has('status') && statuses.of(status).listed;
  const offered: readonly (RequestAnswer & { isOffered: boolean })[] = [
    {
      ...{ id: 'confirm', label: () => nextStepText(CONFIRMED) },
      onAnswer: (request) => change(request, { status: CONFIRMED }),
      status: CONFIRMED,
      isOffered: hasStatus(CONFIRMED),
    },
    {
      ...{ id: 'reschedule', label: () => words.reschedule, onAnswer: reschedule },
      status: null,
      isOffered: can.has('start') && can.has('end'),
    },
    {
      id: 'decline',
      label: () => t({ message: 'Decline', comment: 'button: the practice does not accept a request' }),
      onAnswer: (request) => change(request, { status: DECLINED }),
      status: DECLINED,
      isOffered: hasStatus(DECLINED),
    },
  ];
  return offered.filter(({ isOffered }) => isOffered);
}
