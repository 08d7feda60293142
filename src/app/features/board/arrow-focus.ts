import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { moveFocus } from './arrow-keys.ts';
import { appointmentIdAt } from './visit-elements.ts';

/**
 * One appointment of a view is in the tab order, the last that had the focus; the arrow keys lead from it to the others.
 *
 * @param ids of the shown appointments; the first is in the tab order until another one has the focus
 * @param onMove called with the appointment that a key led to
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
