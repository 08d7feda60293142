import { createContext, use, useEffect } from 'react';
import { isForTarget, shortcutKey } from '#app/browser/shortcut-key.ts';
import type { Outbox } from './outbox.ts';

/** Set by `ChangesProvider` (features/change). */
export const OutboxContext = createContext<Outbox | null>(null);

/** The outbox of this tab. */
export function useOutbox(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('useOutbox is used outside ChangesProvider');
  return outbox;
}

/** Ctrl or ⌘ with Z undoes what was done last, on every page. */
export function useUndoKey({ undo }: Outbox): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
      if (!(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented) return;
      if (shortcutKey(event) !== 'z' || isForTarget(target)) return;
      event.preventDefault();
      undo();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo]);
}
