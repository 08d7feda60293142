import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { stopAfter } from './arrow-keys.ts';
import { appointmentIdAt, visitAt } from './visit-elements.ts';

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
        const from = visitAt(event.target);
        if (!from || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-appointment]')];
        const next = stopAfter(from, event.key, { stops, boxOf: (stop) => stop.getBoundingClientRect() });
        const id = appointmentIdAt(next ?? null);
        if (!next || id === null) return;
        event.preventDefault();
        next.focus();
        onMove(id);
      },
    },
  };
}
