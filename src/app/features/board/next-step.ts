import { useChanges } from '#app/changes/appointment-changes.ts';
import type { BoardAppointment } from '#app/features/board/model/board-appointments.ts';
import { nextStepText } from '#app/text/next-step-text.ts';
import { suggestedNextStatus } from '#scheduling/visit.ts';
import { useBoard } from './board-context.ts';

/** The likely next step of an appointment. */
export interface NextStep {
  /** The text of the button, such as `Check in`. */
  verb: string;
  onTake: () => void;
}

/**
 * Returns a function that finds the next step of an appointment. The function returns null if there is none, or if the person
 * may not take it.
 */
export function useNextStep(): (visit: BoardAppointment) => NextStep | null {
  const { statuses } = useBoard();
  const { can, change } = useChanges();
  return ({ item }) => {
    const status = can.has('status') ? suggestedNextStatus(item.appointment, item) : null;
    if (status === null || !statuses.of(status).listed) return null;
    return { verb: nextStepText(status), onTake: () => change(item.appointment, { status }) };
  };
}
