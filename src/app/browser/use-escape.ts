import { useEffect, useRef } from 'react';

/** What lies over the screen and takes Escape first: dialogs, popovers, open lists. A notice says that it is not modal. */
const LAYERS = [
  ':popover-open',
  '[role="dialog"]:not([popover]):not([aria-modal="false"])',
  '[role="alertdialog"]:not([aria-modal="false"])',
  '[role="menu"]',
  '[role="combobox"][aria-expanded="true"]',
  '[aria-haspopup][aria-expanded="true"]',
].join(',');

/** Whether Escape has something nearer to do: a search field that holds text empties itself. */
function isTakenBy(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}

/**
 * Calls `onEscape` for Escape wherever the focus is, unless something that lies over the screen or the control in focus has
 * its own use for it.
 */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    let free = false;
    // Seen before anybody acts on the key: afterwards the layer that it closes may be gone.
    function onCapture(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      free = !event.isComposing && !isTakenBy(event.target) && document.querySelector(LAYERS) === null;
    }
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && free && !event.defaultPrevented) latest.current();
    }
    window.addEventListener('keydown', onCapture, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
