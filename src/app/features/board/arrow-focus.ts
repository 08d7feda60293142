import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { appointmentIdAt, visitAt } from './visit-elements.ts';

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
type Edge = keyof Box;

/** For each arrow: the edge that looks its way, the edge that the next one turns to it, and whether that lies further on. */
const ARROWS: Readonly<Record<string, { from: Edge; to: Edge; sign: 1 | -1 }>> = {
  ArrowUp: { from: 'top', to: 'bottom', sign: -1 },
  ArrowDown: { from: 'bottom', to: 'top', sign: 1 },
  ArrowLeft: { from: 'left', to: 'right', sign: -1 },
  ArrowRight: { from: 'right', to: 'left', sign: 1 },
};

const middle = (box: Box) => (box.top + box.bottom) / 2;
const sharesColumn = (one: Box, other: Box) => one.left < other.right && other.left < one.right;

/**
 * The index of the box that an arrow key leads to: up and down the next one in the same column, to the sides the nearest column
 * and in it the box at the same height. -1 where there is none.
 */
export function boxAfter(key: string, from: Box, boxes: readonly Box[]): number {
  const arrow = ARROWS[key];
  if (!arrow) return -1;
  const isVertical = arrow.to === 'top' || arrow.to === 'bottom';
  let [best, distance] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, box] of boxes.entries()) {
    const gap = arrow.sign * (box[arrow.to] - from[arrow.from]);
    // Borders may overlap by a pixel.
    if (gap < -1 || box === from || (isVertical && !sharesColumn(box, from))) continue;
    // Columns are further apart than anything within one is high.
    const score = isVertical ? gap : gap * 10_000 + Math.abs(middle(box) - middle(from));
    if (score < distance) [best, distance] = [index, score];
  }
  return best;
}

/** The appointment that an arrow key, Home or End leads to from another one. */
function stopAfter(key: string, from: HTMLElement, root: HTMLElement): HTMLElement | undefined {
  const stops = [...root.querySelectorAll<HTMLElement>('[data-appointment]')];
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const others = stops.filter((stop) => stop !== from);
  return others[
    boxAfter(
      key,
      from.getBoundingClientRect(),
      others.map((stop) => stop.getBoundingClientRect()),
    )
  ];
}

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
        if (!(event.key in ARROWS) && event.key !== 'Home' && event.key !== 'End') return;
        event.preventDefault();
        const next = stopAfter(event.key, from, event.currentTarget);
        next?.focus();
        const id = appointmentIdAt(next ?? null);
        if (id !== null) onMove(id);
      },
    },
  };
}
