import { useEffect, useRef } from 'react';

export interface Shortcuts {
  book: () => void;
  today: () => void;
  previousDay: () => void;
  nextDay: () => void;
  search: () => void;
  help: () => void;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=radio]), textarea, select'))
  );
}

function actionOf(event: KeyboardEvent): keyof Shortcuts | null {
  if (event.ctrlKey || event.metaKey) return null;
  if (event.altKey) {
    if (event.key === 'ArrowLeft') return 'previousDay';
    return event.key === 'ArrowRight' ? 'nextDay' : null;
  }
  if (isTyping(event.target)) return null;
  switch (event.key) {
    case 'n':
      return 'book';
    case 't':
      return 'today';
    case '/':
      return 'search';
    case '?':
      return 'help';
    default:
      return null;
  }
}

/** The keys that work anywhere on the board while `enabled`. */
export function useShortcuts(shortcuts: Shortcuts, enabled: boolean): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!enabled) return;
    function onKeyDown(event: KeyboardEvent) {
      const action = event.defaultPrevented ? null : actionOf(event);
      if (!action) return;
      event.preventDefault();
      latest.current[action]();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
