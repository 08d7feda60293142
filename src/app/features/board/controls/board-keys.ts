import { hasPetDied } from '#app/api/directory.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { usePlanActions } from '#app/changes/plan-actions.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { appointmentElementAt, appointmentElementIn, eventIdAt } from '#app/features/board/appointment-elements.ts';
import { appointmentAt, type BoardState } from '#app/features/board/board-context.ts';
import { createAppointmentMove, createEntryMove } from '#app/features/board/calendar/block-moves.ts';
import { findNextPatient } from '#app/features/board/model/board-appointments.ts';
import { isMovable } from '#app/features/board/model/board-items.ts';
import { boardViews } from '#scheduling/board-day.ts';
import { addDays } from '#scheduling/calendar-day.ts';

/**
 * Handles the keyboard shortcuts of the board. Shortcuts for an appointment apply to the one with the focus, otherwise to
 * the one whose details are open.
 *
 * @param onFocus focuses an appointment or blocked time
 */
export function useBoardKeys(shown: BoardState, onFocus: (id: string) => void, enabled: boolean): void {
  const changes = useChanges();
  const planChanges = usePlanActions();
  const { board, boardPlan, choice, filteredOut, onChange } = shown;
  const { columns } = board;
  const { date, view } = choice;
  const step = view === 'week' ? 7 : 1;
  const views = boardViews.map((next) => [`${next} view`, () => onChange({ view: next })] as const);
  const handlers: Parameters<typeof useKeys>[0] = {
    today: () => onChange({ date: choice.today }),
    'previous day': () => onChange({ date: addDays(date, -step) }),
    'next day': () => onChange({ date: addDays(date, step) }),
    ...Object.fromEntries(views),
    'next status'(target) {
      if (!changes.can.has('status')) return;
      const appointment = appointmentAt(target, shown);
      if (appointment) return changes.takeNextStep(appointment, { hasDied: hasPetDied(appointment, shown.directory) });
      const next = findNextPatient(
        board.items.filter((item) => !filteredOut.has(item.appointment.id)),
        Date.now(),
      );
      if (next) onFocus(next.id);
    },
    'other status'(target) {
      const appointment = appointmentAt(target, shown);
      if (!appointment || !changes.can.has('status')) return;
      const element =
        appointmentElementAt(target) ?? appointmentElementIn(document.querySelector('main'), appointment.id);
      changes.openMenu(appointment, element ?? document.body);
    },
    move(target) {
      const band = boardPlan?.bands.find(({ id }) => id === eventIdAt(target));
      if (band && planChanges?.canChange) {
        const columnView = view === 'vets' ? view : 'rooms';
        return changes.startMove(
          createEntryMove(band, { view: columnView, columns, changes: planChanges, onEnd: onFocus }),
        );
      }
      const id = appointmentAt(target, shown)?.id;
      const item = board.items.find(({ appointment }) => appointment.id === id);
      if (!item || !isMovable(item) || !changes.can.has('start') || !changes.can.has('end')) return;
      const onEnd = () => onFocus(item.appointment.id);
      changes.startMove(createAppointmentMove(item, { view, columns, changes, onEnd }));
    },
    'move the rest'(target) {
      const appointment = appointmentAt(target, shown);
      if (appointment && changes.canMoveRest(appointment, Date.now())) changes.openMoveRest(appointment);
    },
  };
  useKeys(handlers, { enabled });
}
