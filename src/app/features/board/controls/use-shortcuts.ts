import { useEffect, useEffectEvent } from 'react';
import { isForTarget, shortcutKey } from '#app/browser/shortcut-key.ts';
import { runCommand } from '#app/commands/desk-commands.ts';
import { keyBack, keyOn } from '#app/language/line-direction.ts';

/** The action of a key; `target` has the focus. */
type Shortcut = (target: EventTarget | null) => void;

/** The shortcuts of a screen by key: `n`, `Shift s`, `Alt ArrowLeft`. */
export type Shortcuts = Readonly<Record<string, Shortcut>>;

/** The keys for the previous and next day, or week. */
export const dayKeys = { previous: `Alt ${keyBack}`, next: `Alt ${keyOn}` };

const MODIFIED = /^(?:Alt|Ctrl) /;

/** The key in the notation of {@link Shortcuts}. */
function pressed(event: KeyboardEvent): string {
  const key = shortcutKey(event);
  // On many keyboards, signs such as `?` require Shift.
  const shift = event.shiftKey && /^\p{L}$|^\w{2,}/u.test(key) ? 'Shift ' : '';
  return `${event.ctrlKey || event.metaKey ? 'Ctrl ' : ''}${event.altKey ? 'Alt ' : ''}${shift}${key}`;
}

/** Whether the focused element uses the key itself. */
function isTaken(key: string, { target }: KeyboardEvent): boolean {
  // In a text field, Alt with an arrow moves by words on some systems. In an empty one it leaves the page on others.
  const isEmptyField = target instanceof HTMLInputElement && target.value === '';
  if (!key.startsWith('Alt ') || !isEmptyField) return isForTarget(target);
  return target.closest('[role="dialog"]:not([aria-modal="false"])') !== null;
}

/**
 * Handles the keyboard shortcuts of the calendar while `enabled`. Single-character shortcuts work only `withLetters`,
 * since speech input may trigger them by accident (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts, enabled: boolean, withLetters: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = pressed(event);
    const shortcut = key === '?' ? () => runCommand('help') : shortcuts[key];
    if (event.defaultPrevented || !shortcut || !(withLetters || MODIFIED.test(key)) || isTaken(key, event)) return;
    event.preventDefault();
    shortcut(event.target);
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
