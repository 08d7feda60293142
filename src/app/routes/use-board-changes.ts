import { useMemo } from 'react';
import type { BoardChanges } from '#app/features/board/board-changes.ts';
import { useChangeDispatcher } from '#app/features/change/change-dispatcher.ts';
import { useDesk } from '#app/routes/use-desk.ts';

/** What the board can change, and where it asks for that. */
export function useBoardChanges(onFocus: (appointmentId: string) => void): BoardChanges {
  const { changeable } = useDesk();
  const dispatcher = useChangeDispatcher();
  return useMemo(
    () => ({
      can: changeable,
      onPrepare: () => {
        if (changeable.size > 0) dispatcher.prepare();
      },
      onChange: (appointment, changes) => dispatcher.dispatch({ kind: 'change', appointment, changes }),
      onNextStatus: (appointment) => dispatcher.dispatch({ kind: 'next-status', appointment }),
      onStatusMenu: (appointment, at) => dispatcher.dispatch({ kind: 'status-menu', appointment, at }),
      onMove: (appointment, columns) =>
        dispatcher.dispatch({ kind: 'move', appointment, columns, onEnd: () => onFocus(appointment.id) }),
      onUndo: () => {
        if (dispatcher.isWanted()) dispatcher.dispatch({ kind: 'undo' });
      },
      warningsOf: dispatcher.warningsOf,
    }),
    [changeable, dispatcher, onFocus],
  );
}
