import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { moveFocus } from './arrow-keys.ts';
import { appointmentIdAt } from './visit-elements.ts';

/**
 * Keeps one appointment of a view in the tab order: the last that had the focus. Arrow keys move to the others.
 *
 * @param ids of the shown appointments; initially the first is in the tab order
 * @param onMove called with the appointment that a key moved to
 */
export function useArrowFocus(ids: readonly string[], onMove: (id: string) => void) {
  const [lastId, setLastId] = useState<string | null>(null);
  return {
    tabStop: lastId !== null && ids.includes(lastId) ? lastId : (ids[0] ?? null),
    handlers: {
      onFocus({ target }: FocusEvent) {
        const id = appointmentIdAt(target);
        if (id !== null) setLastId(id);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const id = appointmentIdAt(moveFocus(event, '[data-appointment]') ?? null);
        if (id !== null) onMove(id);
      },
    },
  };
}
