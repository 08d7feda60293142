import { useEffect, useEffectEvent } from 'react';
import { needsKeys } from '#app/browser/shortcut-key.ts';
import { localStore } from '#app/browser/storage.ts';
import { holdTypedText } from '#app/browser/type-ahead.ts';
import { readPreferences } from '#app/session/preferences.ts';
import { isSingleKey, pressedAction, pressedKey, type ShortcutId, scopeOf } from './keys.ts';

/** The commands whose keys open a form. Text that is typed while the form opens is held for it. */
const FORM_COMMANDS: ReadonlySet<ShortcutId> = new Set(['new appointment', 'walk-in']);

/** Carries out the action of a key; `target` has the focus. Returns false if the key has no meaning there. */
type KeyHandler = (target: EventTarget | null) => unknown;

/**
 * Handles keys of the table (`keys.ts`) while `enabled`. A key that another listener has handled, that the focused
 * element needs, or that is pressed under a modal dialog is left alone; keys without a modifier work only while they are
 * turned on in the settings.
 */
export function useKeys(handlers: Partial<Record<ShortcutId, KeyHandler>>, { enabled = true } = {}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent, isCapturing: boolean) => {
    const id = pressedAction(event, Object.keys(handlers) as ShortcutId[]);
    if (id === undefined || event.defaultPrevented || isForFocusOrDialog(id, event)) return;
    // Keys that work everywhere are handled first, so that a dialog cannot stop them.
    if ((scopeOf(id) === 'everywhere') !== isCapturing) return;
    // While a key is held, only those that step from day to day repeat.
    const isAgain = event.repeat && !event.key.startsWith('Arrow');
    if (!isAgain && handlers[id]?.(event.target) === false) return;
    if (FORM_COMMANDS.has(id)) void holdTypedText();
    event.preventDefault();
    if (isCapturing) event.stopPropagation();
  });
  useEffect(() => {
    if (!enabled) return;
    const listening = new AbortController();
    for (const capture of [true, false])
      window.addEventListener('keydown', (event) => onKeyDown(event, capture), { capture, signal: listening.signal });
    return () => listening.abort();
  }, [enabled]);
}

/** Whether the key is meant for the focused element or a dialog instead of the page. */
function isForFocusOrDialog(id: ShortcutId, event: KeyboardEvent): boolean {
  const { target } = event;
  const key = pressedKey(event);
  const isSingle = isSingleKey(key);
  const reach = isSingle ? 'page' : scopeOf(id);
  if (reach === 'everywhere') return false;
  if (isSingle && !readPreferences(localStore).letterKeys) return true;
  if (document.querySelector('[data-base-ui-inert]')) return true;
  if (reach === 'fields') return false;
  // In a text field, Alt with an arrow moves the caret by words on some systems, so it is left to the field. In an
  // empty field it would have no effect, or leave the page, so the app handles it.
  const isEmptyField = target instanceof HTMLInputElement && target.value === '';
  if (!key.startsWith('Alt ') || !isEmptyField) return needsKeys(target);
  return target.closest('[role="dialog"]:not([aria-modal="false"])') !== null;
}
