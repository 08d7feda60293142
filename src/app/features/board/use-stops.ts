import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { appointmentElementIn } from './appointment-elements.ts';
import { stopInDirection } from './arrow-keys.ts';
import { type BoardFocus, useBoard } from './board-context.ts';

// A stop is an element that arrow keys move to: an appointment, or blocked time. Each view marks its stops with
// `data-stop`, which contains an id. An appointment also has `data-appointment`. Blocked time also has `data-content`,
// which stays the same when its entry is saved under another id.

const closestStop = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null;

const findStop = (root: HTMLElement | null, name: 'stop' | 'content', value: string) =>
  root?.querySelector<HTMLElement>(`[data-${name}="${CSS.escape(value)}"]`);

/** Focuses a stop and scrolls it into view. For a new stay, this waits until FullCalendar has placed it. */
function focusStop(element: HTMLElement): void {
  const focusAndScroll = () => {
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  focusAndScroll();
  if (element.matches(':focus')) return;
  // This observer is created after FullCalendar's own, so it is notified after FullCalendar has placed the stay.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    focusAndScroll();
  });
  observer.observe(element);
}

/** Moves the focus with an arrow key, Home or End, and returns the newly focused stop. */
function moveFocus(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const { target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const from = closestStop(target);
  if (from === null || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const next = stopInDirection([...currentTarget.querySelectorAll<HTMLElement>('[data-stop]')], from, event.key);
  // Prevents the page from scrolling, even at the last stop.
  if (next || /^(?:Arrow\w+|Home|End)$/.test(event.key)) event.preventDefault();
  if (next) focusStop(next);
  return next;
}

/** Focuses stops that are drawn only after the focus is requested, or that are redrawn elsewhere while focused. */
function createPendingFocus() {
  let lastRequest: BoardFocus | null = null;
  let awaitedId: string | null = null;
  let focused: HTMLElement | null = null;
  return {
    /** Requests the focus for a stop. Passing the same object again does nothing. */
    request(next: BoardFocus | null): void {
      if (next !== lastRequest) awaitedId = next?.id ?? null;
      lastRequest = next;
    },
    await(id: string): void {
      awaitedId = id;
    },
    onFocus(stop: HTMLElement): void {
      focused = stop;
    },
    onBlur(stop: HTMLElement): void {
      queueMicrotask(() => {
        // The focus also leaves a stop that is removed, and when the window loses the focus. In both cases the stop is
        // remembered, since it gets the focus back later.
        if (focused === stop && stop.isConnected && !stop.contains(document.activeElement)) focused = null;
      });
    },
    /** Focuses the requested stop if it is drawn by now, or the previously focused stop if it was redrawn elsewhere. */
    settle(root: HTMLElement | null): void {
      const awaited =
        awaitedId === null ? null : (appointmentElementIn(root, awaitedId) ?? findStop(root, 'stop', awaitedId));
      if (awaited) {
        awaitedId = null;
        focusStop(awaited);
        return;
      }
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      const { stop = '', content = '' } = focused.dataset;
      const again = findStop(root, 'stop', stop) ?? findStop(root, 'content', content);
      if (again) focusStop(again);
    },
  };
}

/**
 * Manages the focus within a view. Only the stop that last had the focus is in the tab order, and arrow keys move to
 * the others. While details are open, they follow the focus. A stop that the board requests gets the focus as soon as
 * it is drawn.
 */
export function useStops(root: RefObject<HTMLElement | null>, ids: readonly string[]) {
  const { focus, selectedId, booking, onOpen } = useBoard();
  const [lastId, setLastId] = useState<string | null>(null);
  const [pending] = useState(createPendingFocus);
  useEffect(() => {
    pending.request(focus);
    pending.settle(root.current);
  });
  useEffect(() => {
    const view = root.current;
    if (!view) return;
    // Observes the elements, since FullCalendar also draws without a React render.
    const observer = new MutationObserver(() => pending.settle(view));
    observer.observe(view, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [root, pending]);
  return {
    tabStop: lastId !== null && ids.includes(lastId) ? lastId : (ids[0] ?? null),
    /** Focuses an appointment or blocked time, now or as soon as it is drawn. */
    show(id: string) {
      pending.await(id);
      pending.settle(root.current);
    },
    handlers: {
      onFocus({ target }: FocusEvent) {
        const stop = closestStop(target);
        if (stop === null) return;
        pending.onFocus(stop);
        setLastId(stop.dataset['stop'] ?? null);
      },
      onBlur({ target }: FocusEvent) {
        const stop = closestStop(target);
        if (stop) pending.onBlur(stop);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const id = moveFocus(event)?.dataset['appointment'];
        if (id !== undefined && selectedId !== null && !booking.isInFront) onOpen(id);
      },
    },
  };
}
