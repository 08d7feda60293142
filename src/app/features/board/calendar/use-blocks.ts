import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '#app/browser/use-latest.ts';
import type { BoardFocus } from '#app/features/board/board-context.ts';
import { contentOf } from '#app/features/board/plan/fresh-bands.ts';
import { eventIdAt, showVisit } from '#app/features/board/visit-elements.ts';
import { applyState, type BlockState } from './block-states.ts';
import type { BoardEvent } from './board-events.ts';

interface BlocksInput {
  events: Readonly<Record<string, BoardEvent>>;
  /** By event id. A block without a state has only its label. */
  states: ReadonlyMap<string, BlockState>;
  /** The block that is in the tab order until another one has been focused. */
  firstStop: string | null;
  focus: BoardFocus | null;
}

/**
 * Identifies a block: by its id, or for blocked time by its content, which stays the same when the entry is saved under
 * another id.
 */
const contentOfBlock = (id: string, { band }: Partial<BoardEvent> = {}) => (band ? contentOf(band) : id);

/** Focuses a block and scrolls it into view: a new stay not before FullCalendar has placed it and made it visible. */
function showBlock(element: HTMLElement): void {
  showVisit(element);
  if (element.matches(':focus')) return;
  // Created after FullCalendar's observer, so it is notified after FullCalendar has placed the stay.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    showVisit(element);
  });
  observer.observe(element);
}

/**
 * The states and the focus of blocks, which FullCalendar adds to the page itself, possibly later or in another place.
 */
export function useBlocks(root: RefObject<HTMLElement | null>, { events, states, firstStop, focus }: BlocksInput) {
  const [lastStop, setLastStop] = useState<string | null>(null);
  const tabStop = lastStop !== null && events[lastStop] ? lastStop : firstStop;
  const latest = useLatest({ events, states, tabStop });
  const awaited = useRef<string | null>(null);
  const lostFocus = useRef<{ id: string; content: string } | null>(null);

  function apply(element: HTMLElement) {
    const shown = latest.current;
    const id = element.dataset['event'] ?? '';
    const event = shown.events[id];
    if (event) applyState(element, shown.states.get(id) ?? event, shown.tabStop === id);
  }
  useLayoutEffect(() => {
    for (const element of root.current?.querySelectorAll<HTMLElement>('[data-event]') ?? []) apply(element);
  });

  const elementOf = (id: string) => root.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`);
  /** Focuses a block and scrolls it into view, now or as soon as it is drawn. */
  function show(id: string) {
    const element = elementOf(id);
    awaited.current = element ? null : id;
    if (element) showBlock(element);
  }
  const focused = useRef<BoardFocus | null>(null);
  useEffect(() => {
    if (!focus || focused.current === focus || !events[focus.id]) return;
    focused.current = focus;
    show(focus.id);
  });

  function onMount(element: HTMLElement, id: string) {
    apply(element);
    const content = contentOfBlock(id, latest.current.events[id]);
    const isSame = lostFocus.current?.id === id || lostFocus.current?.content === content;
    if (isSame) lostFocus.current = null;
    const isBack = isSame && document.activeElement === document.body;
    if (awaited.current !== id && !isBack) return;
    awaited.current = null;
    // FullCalendar may add the element to the page only after this call.
    queueMicrotask(() => showBlock(element));
  }
  return {
    elementOf,
    show,
    onBlock(element: HTMLElement, id: string, isThere: boolean) {
      // After the render that added it.
      if (isThere) queueMicrotask(() => onMount(element, id));
      else if (element.matches(':focus'))
        lostFocus.current = { id, content: contentOfBlock(id, latest.current.events[id]) };
    },
    onFocus: ({ target }: FocusEvent) => setLastStop((last) => eventIdAt(target) ?? last),
  };
}
