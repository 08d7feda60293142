import { useMemo } from 'react';
import type { Directory } from '#app/api/directory.ts';
import type { BoardChanges } from '#app/features/board/board-changes.ts';
import { useChangeDesk } from '#app/features/change/change-desk.ts';
import { clashTexts } from '#app/features/change/change-text.ts';
import { applied } from '#app/features/change/changes.ts';
import { useDesk } from '#app/routes/use-desk.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

/** What the board can change, and what speaks against it among the appointments that it shows. */
export function useBoardChanges(
  appointments: readonly ReceivedAppointment[],
  directory: Directory,
  onFocus: (appointmentId: string) => void,
): BoardChanges {
  const { changeable } = useDesk();
  const desk = useChangeDesk();
  return useMemo(
    () => ({
      can: changeable,
      onChange: (appointment, changes) => desk.ask({ kind: 'change', appointment, changes }),
      onNextStatus: (appointment) => desk.ask({ kind: 'next-status', appointment }),
      onStatusMenu: (appointment, at) => desk.ask({ kind: 'status-menu', appointment, at }),
      onMove: (appointment, columns) =>
        desk.ask({ kind: 'move', appointment, columns, onEnd: () => onFocus(appointment.id) }),
      onUndo: () => {
        if (desk.isWanted()) desk.ask({ kind: 'undo' });
      },
      warningsOf: (appointment, changes) =>
        clashTexts(applied(appointment, changes, appointment.start), appointments, directory),
    }),
    [changeable, desk, appointments, directory, onFocus],
  );
}
