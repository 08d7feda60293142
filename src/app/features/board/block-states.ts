/** What changes about a block without its appointment changing. */
export interface BlockState {
  /** Left out by the filters. */
  faded: boolean;
  /** Its details are open. */
  selected: boolean;
  /** Somebody else changed it a moment ago. */
  fresh: boolean;
  /** The one block that the Tab key reaches; arrows go on from there. */
  tabStop: boolean;
}

export interface BlockStates {
  get(key: string): BlockState;
  subscribe(key: string, listener: () => void): () => void;
  /** Sets what holds now; only blocks whose state differs are told. */
  update(next: BlockStatesInput): void;
  /** Takes note of the element of a block; returns what forgets it. */
  attach(key: string, element: HTMLElement): () => void;
  /** Gives a block the focus and brings it into view, at once or as soon as it is drawn. */
  focus(key: string): void;
}

export interface BlockStatesInput {
  faded: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  fresh: ReadonlySet<string>;
  tabStop: string | null;
}

const NONE: ReadonlySet<string> = new Set();
const PLAIN: BlockState = { faded: false, selected: false, fresh: false, tabStop: false };

/**
 * Creates the states of all blocks of a board. They live outside React's tree so that a filter, a selection or a step of
 * the arrow keys redraws the blocks that it touches and leaves the calendar alone.
 */
export function createBlockStates(): BlockStates {
  let current: BlockStatesInput = { faded: NONE, selected: NONE, fresh: NONE, tabStop: null };
  const states = new Map<string, BlockState>();
  const listeners = new Map<string, Set<() => void>>();
  const elements = new Map<string, HTMLElement>();
  let awaited: string | null = null;

  function compute(key: string): BlockState {
    return {
      faded: current.faded.has(key),
      selected: current.selected.has(key),
      fresh: current.fresh.has(key),
      tabStop: current.tabStop === key,
    };
  }

  function get(key: string): BlockState {
    const known = states.get(key);
    if (known) return known;
    const state = compute(key);
    const plain = !state.faded && !state.selected && !state.fresh && !state.tabStop;
    states.set(key, plain ? PLAIN : state);
    return plain ? PLAIN : state;
  }

  function show(element: HTMLElement) {
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  return {
    get,
    attach(key, element) {
      elements.set(key, element);
      if (awaited === key) {
        awaited = null;
        // The calendar gives a new block its place in the frame after it is mounted.
        requestAnimationFrame(() => show(element));
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
    subscribe(key, listener) {
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set);
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(key);
      };
    },
    update(next) {
      const before = new Map(states);
      current = next;
      states.clear();
      for (const [key, set] of listeners) {
        const old = before.get(key) ?? PLAIN;
        const state = get(key);
        if (isEqual(old, state)) {
          states.set(key, old);
          continue;
        }
        for (const listener of set) listener();
      }
    },
  };
}

function isEqual(one: BlockState, other: BlockState): boolean {
  return (
    one.faded === other.faded &&
    one.selected === other.selected &&
    one.fresh === other.fresh &&
    one.tabStop === other.tabStop
  );
}
