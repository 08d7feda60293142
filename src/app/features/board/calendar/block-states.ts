import { type RefObject, useLayoutEffect } from 'react';
import { useLatest } from '#app/browser/use-latest.ts';
import type { AppointmentView } from '#app/features/board/appointment-view.ts';
import { type BlockMark, findBlockMark } from '#app/features/board/block-mark.ts';
import type { Band } from '#app/features/board/plan/board-plan.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { BoardEvent } from './board-events.ts';

/** The part of a block's state that can change while its event stays the same. */
export interface BlockState {
  /** The accessible name. */
  label: string;
  /** The short mark at the end of the block. */
  mark?: BlockMark | null;
  /** Whether a colleague is editing the appointment. */
  isChanging?: boolean;
  /** Whether the appointment or blocked time has an unsaved change. */
  isUnsaved?: boolean;
  /** Whether the filters exclude the appointment, so that its block is faded. */
  isFaded?: boolean;
  /** Whether someone else changed the appointment or blocked time a moment ago. */
  isFresh?: boolean;
  /** Whether the details of the appointment are open. */
  isSelected?: boolean;
}

export function appointmentBlockState(facts: AppointmentView): BlockState {
  const { label, concerns, clash, messageMark, presence, isUnsaved, isFaded, isFresh, isSelected } = facts;
  const mark = findBlockMark(concerns, clash !== '', messageMark);
  return { label, mark, isChanging: presence !== '', isUnsaved, isFaded, isFresh, isSelected };
}

/** The state of a block of time off or blocked time. */
export function bandBlockState({ label, isUnsaved }: Band, isFresh: boolean): BlockState {
  return { label: factsText([label, isUnsaved ? texts.notSavedYet : '']), isUnsaved, isFresh };
}

function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** The maximum number of characters of a mark beside a name. A longer mark needs a wider block. */
const MAX_SHORT_MARK_LENGTH = 8;

const trueOrNull = (on = false) => (on ? 'true' : null);

/**
 * Sets the state of a block as attributes of FullCalendar's own element, outside React's tree, so that filters,
 * selection and arrow keys re-render no block.
 *
 * @param isTabStop whether this is the one block in the tab order
 */
function applyState(element: HTMLElement, state: BlockState, isTabStop: boolean): void {
  setAttribute(element, 'aria-label', state.label);
  setAttribute(element, 'data-mark', state.mark?.kind ?? null);
  setAttribute(element, 'data-long-mark', trueOrNull((state.mark?.text.length ?? 0) > MAX_SHORT_MARK_LENGTH));
  // The text is also a custom property, since the mark is a pseudo-element of an inner element, which cannot read the
  // attribute with `attr()`.
  const text = state.mark ? JSON.stringify(state.mark.text) : '';
  if (element.style.getPropertyValue('--mark') !== text) element.style.setProperty('--mark', text);
  setAttribute(element, 'data-changing', trueOrNull(state.isChanging));
  setAttribute(element, 'data-unsaved', trueOrNull(state.isUnsaved));
  setAttribute(element, 'data-faded', trueOrNull(state.isFaded));
  setAttribute(element, 'data-fresh', trueOrNull(state.isFresh));
  setAttribute(element, 'aria-current', trueOrNull(state.isSelected));
  setAttribute(element, 'tabindex', isTabStop ? '0' : '-1');
}

interface BlockStatesInput {
  events: Readonly<Record<string, BoardEvent>>;
  /** The states, keyed by event id. A block without a state has only its label. */
  states: ReadonlyMap<string, BlockState>;
  /** The id of the event in the tab order. */
  tabStop: string | null;
}

/**
 * Keeps the attributes of all blocks up to date. Returns a function to call with the element of each new block, since
 * FullCalendar also adds blocks without a React render.
 */
export function useBlockStates(root: RefObject<HTMLElement | null>, shown: BlockStatesInput) {
  const latest = useLatest(shown);
  function applyStateTo(element: HTMLElement) {
    const { events, states, tabStop } = latest.current;
    const id = element.dataset['event'] ?? '';
    const event = events[id];
    if (event) applyState(element, states.get(id) ?? event, tabStop === id);
  }
  useLayoutEffect(() => {
    for (const element of root.current?.querySelectorAll<HTMLElement>('[data-event]') ?? []) applyStateTo(element);
  });
  // Waits for the render in which FullCalendar adds the element, so that `latest` is up to date.
  return (element: HTMLElement) => queueMicrotask(() => applyStateTo(element));
}
