import { useEffect, useEffectEvent } from 'react';

/**
 * Layers over the screen that handle Escape first: dialogs, popovers and open lists. Notices do not count; they have
 * `aria-modal="false"`.
 */
const LAYERS = [
  // A tooltip that only repeats an accessible name does not count.
  ':popover-open:not([aria-hidden="true"])',
  'dialog[open]',
  '[role="dialog"]:not([popover]):not([aria-modal="false"])',
  '[role="alertdialog"]:not([aria-modal="false"])',
  '[role="menu"]',
  '[role="combobox"][aria-expanded="true"]',
  '[aria-haspopup][aria-expanded="true"]',
].join(',');

/** Whether the focused control handles Escape: a search field with text clears itself. */
function handlesEscape(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}

/** Whether a layer is visible; a list in a covered panel is not. */
function hasVisibleLayer(): boolean {
  return [...document.querySelectorAll(LAYERS)].some((layer) => layer.checkVisibility());
}

/**
 * Calls `onEscape` for Escape wherever the focus is, unless a layer over the screen or the focused control handles it.
 */
export function useEscape(onEscape: () => void): void {
  const run = useEffectEvent(onEscape);
  useEffect(() => {
    let free = false;
    // Checked in the capture phase, because the layer that the key closes may be gone later.
    function onCapture(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      free = !event.isComposing && !handlesEscape(event.target) && !hasVisibleLayer();
    }
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && free && !event.defaultPrevented) run();
    }
    window.addEventListener('keydown', onCapture, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
