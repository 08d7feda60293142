import { showVisit } from '#app/features/board/visit-elements.ts';

/** What a block is focused by: its id, and what it is, which stays the same when it is saved under another id. */
interface FocusTarget {
  id: string;
  content: string;
}

/** Keeps the focus on blocks that FullCalendar draws later, or anew in another place. */
export function createBlockFocus(elementOf: (id: string) => HTMLElement | null) {
  let awaited: string | null = null;
  let lost: FocusTarget | null = null;
  return {
    /** Focuses a block and scrolls it into view, now or as soon as it is drawn. */
    focus(id: string): void {
      const element = elementOf(id);
      awaited = element ? null : id;
      if (element) showVisit(element);
    },
    onMount(element: HTMLElement, { id, content }: FocusTarget): void {
      const isSame = lost?.id === id || lost?.content === content;
      const isBack = isSame && document.activeElement === document.body;
      if (isSame) lost = null;
      if (awaited !== id && !isBack) return;
      awaited = null;
      // FullCalendar may put the element into the page only after this.
      queueMicrotask(() => showVisit(element));
    },
    onUnmount(element: HTMLElement, target: FocusTarget): void {
      if (element.matches(':focus')) lost = target;
    },
  };
}
