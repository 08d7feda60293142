import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { BlockMark } from './block-mark.ts';

/** What changes of blocks without their events changing. Sets and maps have the ids of events. */
export interface BlockStates {
  /** An addition to the name that depends on the time, such as that an appointment is late. */
  notes: ReadonlyMap<string, string>;
  /** The short mark at the end of a block. */
  marks: ReadonlyMap<string, BlockMark>;
  /** The blocks that colleagues are changing; what is said of them begins the note. */
  changing: ReadonlyMap<string, string>;
  /** With a change that is not saved yet. */
  unsaved: ReadonlySet<string>;
  /** Filtered out. */
  faded: ReadonlySet<string>;
  /** Changed by somebody else a moment ago. */
  fresh: ReadonlySet<string>;
  /** The appointment whose details are open. */
  selectedId: string | null;
  /** The one block in the tab order (roving tabindex). */
  tabStop: string | null;
}

function set(element: HTMLElement, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

const flag = (on: boolean) => (on ? 'true' : null);

/**
 * Sets the states of a block as attributes of FullCalendar's own element, outside React's tree, so that a filter, a selection or an
 * arrow key renders no block.
 */
export function applyStates(
  element: HTMLElement,
  { id, label }: { id: string; label: string },
  states: BlockStates,
): void {
  const mark = states.marks.get(id);
  const isUnsaved = states.unsaved.has(id);
  set(element, 'aria-label', factsText([label, states.notes.get(id) ?? '', isUnsaved ? words.notSavedYet : '']));
  set(element, 'data-mark', mark?.kind ?? null);
  // The mark is drawn within the text of the block, where `attr` cannot read it.
  const text = mark ? JSON.stringify(mark.text) : '';
  if (element.style.getPropertyValue('--mark') !== text) element.style.setProperty('--mark', text);
  set(element, 'data-changing', flag(states.changing.has(id)));
  set(element, 'data-unsaved', flag(isUnsaved));
  set(element, 'data-faded', flag(states.faded.has(id)));
  set(element, 'data-fresh', flag(states.fresh.has(id)));
  set(element, 'aria-current', flag(states.selectedId === id));
  set(element, 'tabindex', states.tabStop === id ? '0' : '-1');
}
