import { createContext } from 'react';
import { isRightToLeft } from '#app/language/line-direction.ts';

/**
 * The element into which the lists of controls, such as comboboxes, are rendered. A dialog provides itself, so that
 * assistive technology sees the lists as part of it. Null outside of dialogs, where the lists are rendered into the
 * page itself.
 */
export const PopupHostContext = createContext<HTMLElement | null>(null);

/** The style of floating content below a control. */
export const floatingClass =
  'max-h-(--available-height) max-w-(--available-width) overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1.5 text-ink shadow-raised outline-none';

/** The distance of floating content from its control, and from the edges of the window, in pixels. */
const GAP = 6;

/**
 * Places an element below a control or, if the control is in the lower half of the window, above it. The element stays
 * within the sides of the window.
 */
export function placeBelow(control: Element, element: HTMLElement): void {
  const { top, bottom, left, right } = control.getBoundingClientRect();
  const beginning = isRightToLeft ? right - element.offsetWidth : left;
  if (bottom > window.innerHeight / 2) element.style.bottom = `${window.innerHeight - top + GAP}px`;
  else element.style.top = `${bottom + GAP}px`;
  element.style.left = `${Math.max(GAP, Math.min(beginning, window.innerWidth - element.offsetWidth - GAP))}px`;
}
