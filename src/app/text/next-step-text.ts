import { t } from '@lingui/core/macro';
import type { AppointmentStatus } from '#contract/enums.ts';

const nextStepTexts: Readonly<Partial<Record<AppointmentStatus, () => string>>> = {
  confirmed: () =>
    t({ message: 'Confirm', context: 'next step of a visit', comment: 'button: the practice confirms it' }),
  checked_in: () => t({ message: 'Check in', context: 'next step of a visit', comment: 'button: the pet has come' }),
  in_progress: () =>
    t({ message: 'Start', context: 'next step of a visit', comment: 'button: the pet is being seen now' }),
  ready_for_checkout: () =>
    t({ message: 'Ready', context: 'next step of a visit', comment: 'button: seen, about to pay and leave' }),
  completed: () => t({ message: 'Check out', context: 'next step of a visit', comment: 'button: the pet leaves' }),
};

/**
 * The label of the button that gives an appointment its next status (`suggestedNextStatus`), such as `Check in`; empty
 * for a status that no button gives.
 */
export function nextStepText(status: AppointmentStatus): string {
  return nextStepTexts[status]?.() ?? '';
}
