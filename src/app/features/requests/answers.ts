import { t } from '@lingui/core/macro';
import { appointmentName } from '#app/api/directory.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { useClientAnswersLog } from '#app/changes/client-answers.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { nextStepText } from '#app/text/next-step-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { ReceivedClientAnswer } from '#contract/received-messages.ts';

/** An answer that can be given to an appointment in the list. */
export interface Answer {
  /** Identifies the answer, and the shortcut key that gives it. */
  id: 'confirm' | 'reschedule' | 'decline' | 'not reached';
  label: (appointment: ReceivedAppointment) => string;
  tone: 'primary' | 'plain' | 'danger';
  /** Whether the answer is offered for an appointment; by default, it is offered for all. */
  isFor?: (appointment: ReceivedAppointment) => boolean;
  /** Whether the answer means that the pet will come, so that it is not offered for a pet that has died. */
  expectsPet?: boolean;
  /** Whether the answer was given and can be taken back; undefined if this answer can never be taken back. */
  isGiven?: (appointment: ReceivedAppointment) => boolean;
  /** Returns false if a question has to be answered first. The answer is then not given yet. */
  onAnswer: (appointment: ReceivedAppointment) => unknown;
  /**
   * Returns the appointment as it is once it is answered. Null for an answer that leaves the appointment open, or opens a form.
   */
  answered: ((appointment: ReceivedAppointment) => ReceivedAppointment) | null;
}

export const REQUESTED_STATUS: AppointmentStatus = 'requested';
export const DECLINED_STATUS: AppointmentStatus = 'cancelled';
export const CONFIRMED_STATUS: AppointmentStatus = 'confirmed';

/** Records confirmations that clients give on the telephone, if the practice system stores clients' answers. */
export function useAnswerRecorder(pets: Parameters<typeof appointmentName>[1]) {
  const { session } = useDesk();
  const log = useClientAnswersLog();
  const isOffered = session.capabilities.giveClientAnswer !== undefined && session.canWrite !== false;
  return {
    isOffered,
    /** Records that the client confirms the appointment. `before` is the client's previous answer; null if there is none. */
    confirm(appointment: ReceivedAppointment, before: ReceivedClientAnswer | null) {
      const spoken = before && before.answer !== 'cancelled' ? { answer: before.answer, note: before.note } : null;
      const name = appointmentName(appointment, pets);
      void log.give({ appointment, name, before: spoken, answer: 'confirmed', note: null });
    },
  };
}

interface RequestAnswersOptions {
  /** Returns the answer of a client who wants another time; null for every other appointment. */
  wishOf: (appointment: ReceivedAppointment) => ReceivedClientAnswer | null;
  pets: Parameters<typeof appointmentName>[1];
}

/**
 * The answers that the person can give to a request, or to a client who wants another time. There are none if the person does
 * not have the permission, or the practice system does not support them.
 */
export function useRequestAnswers(statuses: EnumDisplays, { wishOf, pets }: RequestAnswersOptions): readonly Answer[] {
  const { can, change, reschedule } = useChanges();
  const answerRecorder = useAnswerRecorder(pets);
  const wantsAnotherTime = (appointment: ReceivedAppointment) => wishOf(appointment) !== null;
  const isRequest = (appointment: ReceivedAppointment) => !wantsAnotherTime(appointment);
  const canReschedule = can.has('start') && can.has('end');
  const hasStatus = (status: string) => can.has('status') && statuses.of(status).listed;
  const answerWithStatus = (status: AppointmentStatus) => ({
    onAnswer: (request: ReceivedAppointment) => change(request, { status }),
    answered: (request: ReceivedAppointment) => ({ ...request, status }),
  });
  const offered: readonly (Answer & { isOffered: boolean })[] = [
    {
      ...{ id: 'confirm', tone: 'primary', label: () => nextStepText(CONFIRMED_STATUS), expectsPet: true },
      ...answerWithStatus(CONFIRMED_STATUS),
      ...{ isFor: isRequest, isOffered: hasStatus(CONFIRMED_STATUS) },
    },
    {
      ...{ id: 'reschedule', tone: 'primary', label: () => texts.reschedule },
      ...{ onAnswer: reschedule, answered: null, isFor: wantsAnotherTime, isOffered: canReschedule },
    },
    {
      ...{ id: 'confirm', tone: 'plain', expectsPet: true },
      label: () => t({ message: 'Keep the time', comment: 'button: the client comes at the time as booked after all' }),
      onAnswer: (appointment) => answerRecorder.confirm(appointment, wishOf(appointment)),
      answered: (appointment) => appointment,
      ...{ isFor: wantsAnotherTime, isOffered: answerRecorder.isOffered },
    },
    {
      ...{ id: 'reschedule', tone: 'plain', label: () => texts.reschedule },
      ...{ onAnswer: reschedule, answered: null, isFor: isRequest, isOffered: canReschedule },
    },
    {
      ...{ id: 'decline', tone: 'danger' },
      label: () => t({ message: 'Decline', comment: 'button: the practice does not accept a request' }),
      ...answerWithStatus(DECLINED_STATUS),
      isFor: (appointment) => isRequest(appointment) || appointment.status === REQUESTED_STATUS,
      isOffered: hasStatus(DECLINED_STATUS),
    },
  ];
  return offered.filter(({ isOffered }) => isOffered);
}
