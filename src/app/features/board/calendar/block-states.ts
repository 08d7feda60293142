import type { BlockMark } from '#app/features/board/calendar/block-mark.ts';
import { showVisit } from '#app/features/board/visit-elements.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';

/** The state of blocks that changes without their appointments changing. Sets hold ids of appointments. */
interface BlockMarks {
  /** The accessible name of each block. */
  labels: ReadonlyMap<string, string>;
  /** An addition to the name that depends on the time, such as that the visit is late. */
  notes: ReadonlyMap<string, string>;
  /** The short mark at its end. */
  marks: ReadonlyMap<string, BlockMark>;
  /** What is told of colleagues who are changing it: the beginning of its note. */
  changing: ReadonlyMap<string, string>;
  /** With a change that is not saved yet. */
  unsaved: ReadonlySet<string>;
  /** Faded, since the filters leave them out. */
  faded: ReadonlySet<string>;
  /** Their details are open. */
  selected: ReadonlySet<string>;
  /** Changed by somebody else a moment ago. */
  fresh: ReadonlySet<string>;
  /** The one block in the tab order (roving tabindex). */
  tabStop: string | null;
}

/** The part of `HTMLElement` that is used, so that tests need no DOM. */
type BlockElement = Pick<HTMLElement, 'setAttribute' | 'removeAttribute' | 'focus' | 'scrollIntoView'> & {
  style: Pick<CSSStyleDeclaration, 'setProperty'>;
};

export interface BlockStates {
  /** Sets the current state; only elements of blocks that differ are touched. */
  update(marks: BlockMarks): void;
  /** Registers the element of a block and sets its attributes. */
  attach(appointmentId: string, element: BlockElement): void;
  /**
   * Unregisters the element of a block. If it had the focus, the element that is drawn in its place gets it, unless
   * the focus went elsewhere.
   */
  detach(appointmentId: string, element: BlockElement, hadFocus: boolean): void;
  /** Whether the block is drawn. */
  has(appointmentId: string): boolean;
  /** Focuses a block and scrolls it into view, now or as soon as it is drawn. */
  focus(appointmentId: string): void;
}

/** A custom property with the text of the mark, which is drawn within the block, where `attr` cannot read it. */
const MARK_TEXT = '--mark';
const NONE: ReadonlySet<string> = new Set();
const NO_TEXTS: ReadonlyMap<string, string> = new Map();

function labelOf({ labels, notes, unsaved }: BlockMarks, key: string): string | null {
  const label = labels.get(key);
  const facts = [notes.get(key) ?? '', unsaved.has(key) ? words.notSavedYet : ''].filter((fact) => fact !== '');
  return label === undefined ? null : facts.length === 0 ? label : factsText([label, ...facts]);
}

function setMark(element: BlockElement, name: string, value: string | null): void {
  if (name === MARK_TEXT) element.style.setProperty(name, value === null ? '' : JSON.stringify(value));
  else if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Creates the store of block states. They are attributes on the calendar's own elements, outside React's tree, so that
 * a filter, a selection or an arrow key touches only the blocks concerned, and FullCalendar renders none of them.
 */
export function createBlockStates(): BlockStates {
  let marks: BlockMarks = {
    labels: NO_TEXTS,
    notes: NO_TEXTS,
    marks: new Map(),
    changing: NO_TEXTS,
    unsaved: NONE,
    faded: NONE,
    selected: NONE,
    fresh: NONE,
    tabStop: null,
  };
  const elements = new Map<string, BlockElement>();
  let awaited: string | null = null;
  let lost: string | null = null;

  const attributes: readonly [name: string, of: (marks: BlockMarks, key: string) => string | null][] = [
    ['aria-label', labelOf],
    ['data-mark', ({ marks }, key) => marks.get(key)?.kind ?? null],
    [MARK_TEXT, ({ marks }, key) => marks.get(key)?.text ?? null],
    ['data-changing', ({ changing }, key) => (changing.has(key) ? 'true' : null)],
    ['data-unsaved', ({ unsaved }, key) => (unsaved.has(key) ? 'true' : null)],
    ['data-faded', ({ faded }, key) => (faded.has(key) ? 'true' : null)],
    ['data-fresh', ({ fresh }, key) => (fresh.has(key) ? 'true' : null)],
    ['aria-current', ({ selected }, key) => (selected.has(key) ? 'true' : null)],
    ['tabindex', ({ tabStop }, key) => (tabStop === key ? '0' : '-1')],
  ];

  return {
    attach(key, element) {
      elements.set(key, element);
      for (const [name, of] of attributes) {
        const value = of(marks, key);
        if (value !== null) setMark(element, name, value);
      }
      const isBack = lost === key && document.activeElement === document.body;
      if (lost === key) lost = null;
      if (awaited === key || isBack) {
        awaited = null;
        // The element may be attached to the page only after this.
        queueMicrotask(() => showVisit(element));
      }
    },
    detach(key, element, hadFocus) {
      if (hadFocus) lost = key;
      if (elements.get(key) === element) elements.delete(key);
    },
    has: (key) => elements.has(key),
    focus(key) {
      const element = elements.get(key);
      awaited = element ? null : key;
      if (element) showVisit(element);
    },
    update(next) {
      const before = marks;
      marks = next;
      for (const [key, element] of elements) {
        for (const [name, of] of attributes) {
          const value = of(next, key);
          if (value !== of(before, key)) setMark(element, name, value);
        }
      }
    },
  };
}
