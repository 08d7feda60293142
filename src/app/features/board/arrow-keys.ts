import type { KeyboardEvent } from 'react';
import { showVisit } from './visit-elements.ts';

/** What of an element is compared. */
type Stop = Pick<Element, 'getBoundingClientRect'>;

/** Columns whose blocks begin within so many pixels of each other are one column. */
const COLUMN_TOLERANCE = 24;

/**
 * The stop that a key leads to: up and down, Home and End among those above and below one another, left and right to the nearest
 * column, at the stop closest in height. Undefined where there is none, or the key leads nowhere.
 */
export function stopInDirection<One extends Stop>(stops: readonly One[], from: One, key: string): One | undefined {
  const own = from.getBoundingClientRect();
  const boxes = stops.map((stop) => ({ stop, box: stop.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
  const byHeight = boxes
    .filter(({ box }) => Math.min(box.right, own.right) - Math.max(box.left, own.left) > 1)
    .sort((one, other) => one.box.top - other.box.top);
  const across = (gapOf: (box: DOMRect) => number) => {
    const beside = boxes.filter(({ box }) => gapOf(box) > -1);
    const nearest = Math.min(...beside.map(({ box }) => gapOf(box)));
    const distance = ({ box }: (typeof boxes)[number]) => Math.abs(box.top - own.top);
    return beside
      .filter(({ box }) => gapOf(box) <= nearest + COLUMN_TOLERANCE)
      .sort((one, other) => distance(one) - distance(other))[0];
  };
  switch (key) {
    case 'ArrowUp':
      return byHeight.findLast(({ box }) => box.top < own.top - 0.5)?.stop;
    case 'ArrowDown':
      return byHeight.find(({ box }) => box.top > own.top + 0.5)?.stop;
    case 'Home':
      return byHeight[0]?.stop;
    case 'End':
      return byHeight.at(-1)?.stop;
    case 'ArrowLeft':
      return across((box) => own.left - box.right)?.stop;
    case 'ArrowRight':
      return across((box) => box.left - own.right)?.stop;
    default:
      return undefined;
  }
}

/**
 * Moves the focus from the stop that has it with an arrow key, Home or End, and returns the stop that gets it.
 *
 * @param selector what the elements to go to match
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): HTMLElement | undefined {
  const { target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const from = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  if (from === null || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const next = stopInDirection([...currentTarget.querySelectorAll<HTMLElement>(selector)], from, event.key);
  // At the last stop, too, the page stays where it is.
  if (next || /^(?:Arrow\w+|Home|End)$/.test(event.key)) event.preventDefault();
  if (next) showVisit(next);
  return next;
}
