/** What changes about blocks without their appointments changing; sets hold keys of blocks. */
export interface BlockMarks {
  /** Left out by the filters. */
  faded: ReadonlySet<string>;
  /** Their details are open. */
  selected: ReadonlySet<string>;
  /** Somebody else changed them a moment ago. */
  fresh: ReadonlySet<string>;
  /** The one block that the Tab key reaches; arrows go on from there. */
  tabStop: string | null;
}

/** What is asked of the element of a block. */
export type BlockElement = Pick<HTMLElement, 'setAttribute' | 'removeAttribute' | 'focus' | 'scrollIntoView'>;

export interface BlockStates {
  /** Sets what holds now; only elements of blocks that differ are touched. */
  update(marks: BlockMarks): void;
  /** Takes note of the element of a block, which has `tabindex="-1"`, and marks it; returns what forgets it. */
  attach(key: string, element: BlockElement): () => void;
  /** Gives a block the focus and brings it into view, at once or as soon as it is drawn. */
  focus(key: string): void;
}

const NONE: ReadonlySet<string> = new Set();

function setMark(element: BlockElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Creates the states of all blocks of a board. They are attributes of the elements, outside React's tree, so that a
 * filter, a selection or a step of the arrow keys renders nothing: it touches the blocks that it concerns.
 */
export function createBlockStates(): BlockStates {
  let marks: BlockMarks = { faded: NONE, selected: NONE, fresh: NONE, tabStop: null };
  const elements = new Map<string, BlockElement>();
  let awaited: string | null = null;

  const attributes: readonly [name: string, of: (marks: BlockMarks, key: string) => string | null][] = [
    ['data-faded', ({ faded }, key) => (faded.has(key) ? 'true' : null)],
    ['data-fresh', ({ fresh }, key) => (fresh.has(key) ? 'true' : null)],
    ['aria-current', ({ selected }, key) => (selected.has(key) ? 'true' : null)],
    ['tabindex', ({ tabStop }, key) => (tabStop === key ? '0' : '-1')],
  ];

  function show(element: BlockElement) {
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  return {
    attach(key, element) {
      elements.set(key, element);
      // It comes with `tabindex="-1"` and nothing else; most blocks stay so.
      for (const [name, of] of attributes) {
        const value = of(marks, key);
        if (value !== null && value !== '-1') element.setAttribute(name, value);
      }
      if (awaited === key) {
        awaited = null;
        // Its lane may be attached to the page only after it.
        queueMicrotask(() => show(element));
      }
      return () => {
        if (elements.get(key) === element) elements.delete(key);
      };
    },
    focus(key) {
      const element = elements.get(key);
      awaited = element ? null : key;
      if (element) show(element);
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
