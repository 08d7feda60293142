import { useEffect, useEffectEvent } from 'react';
import { isForTarget, shortcutKey } from '#app/browser/shortcut-key.ts';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import { type BoardScreenView, boardScreenViews } from '#app/session/board-search.ts';

export interface Shortcuts {
  book: () => void;
  walkIn: () => void;
  today: () => void;
  previous: () => void;
  next: () => void;
  view: (view: BoardScreenView) => void;
  search: () => void;
  help: () => void;
  /** Takes the likely next step of the focused appointment, or focuses the next patient. */
  status: (target: EventTarget | null) => void;
  statusMenu: (target: EventTarget | null) => void;
  move: (target: EventTarget | null) => void;
  /** Moves the visits after one that is late or over. */
  moveRest: (target: EventTarget | null) => void;
  undo: () => void;
}

/** The action of a key; null where it has none. */
function actionOf(event: KeyboardEvent, withLetters: boolean): ((shortcuts: Shortcuts) => void) | null {
  const { ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const key = shortcutKey(event);
  if (ctrlKey || metaKey) {
    if (key !== 'z' || altKey || shiftKey || isForTarget(target)) return null;
    return ({ undo }) => undo();
  }
  if (altKey) {
    // In a text these move by words on some systems; in an empty field they leave the page on others.
    if (isForTarget(target) && !(target instanceof HTMLInputElement && target.value === '')) return null;
    if (key === keyBack) return ({ previous }) => previous();
    return key === keyOn ? ({ next }) => next() : null;
  }
  if (!withLetters || isForTarget(target)) return null;
  const view = /^[1-9]$/.test(key) ? boardScreenViews[Number(key) - 1] : undefined;
  if (view) return (shortcuts) => shortcuts.view(view);
  // Many keyboards have these signs beside Shift.
  if (key === '/') return ({ search }) => search();
  if (key === '?') return ({ help }) => help();
  if (shiftKey) return key === 's' ? ({ statusMenu }) => statusMenu(target) : null;
  switch (key) {
    case 'n':
      return ({ book }) => book();
    case 'w':
      return ({ walkIn }) => walkIn();
    case 't':
      return ({ today }) => today();
    case 's':
      return ({ status }) => status(target);
    case 'm':
      return ({ move }) => move(target);
    case 'r':
      return ({ moveRest }) => moveRest(target);
    default:
      return null;
  }
}

/**
 * Handles the keyboard shortcuts of the board while `enabled`; those of one letter, digit or sign only `withLetters`, since who
 * speaks to the computer may set them off (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts, enabled: boolean, withLetters: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = event.defaultPrevented ? null : actionOf(event, withLetters);
    if (!action) return;
    event.preventDefault();
    action(shortcuts);
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
