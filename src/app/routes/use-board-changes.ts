import { useMemo } from 'react';
import type { BoardChanges } from '#app/features/board/board-changes.ts';
import { useChangeDesk } from '#app/features/change/change-desk.ts';
import { useDesk } from '#app/routes/use-desk.ts';

/** What the board can change, and where it asks for that. */
export function useBoardChanges(onFocus: (appointmentId: string) => void): BoardChanges {
  const { changeable } = useDesk();
  const desk = useChangeDesk();
  return useMemo(
    () => ({
      can: changeable,
      onPrepare: () => {
        if (changeable.size > 0) desk.prepare();
      },
      onChange: (appointment, changes) => desk.ask({ kind: 'change', appointment, changes }),
      onNextStatus: (appointment) => desk.ask({ kind: 'next-status', appointment }),
      onStatusMenu: (appointment, at) => desk.ask({ kind: 'status-menu', appointment, at }),
      onMove: (appointment, columns) =>
        desk.ask({ kind: 'move', appointment, columns, onEnd: () => onFocus(appointment.id) }),
      onUndo: () => {
        if (desk.isWanted()) desk.ask({ kind: 'undo' });
      },
      warningsOf: desk.warningsOf,
    }),
    [changeable, desk, onFocus],
  );
}
