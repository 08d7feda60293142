import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onLost` when the focused control within an element is removed, with the nearest focusable ancestor that
 * remains; null if there is none. Browsers then move the focus to the page, most of them without any event, so that the
 * next key would have no effect.
 */
export function useLostFocus(within: HTMLElement | null, onLost: (around: HTMLElement | null) => void): void {
  const lose = useEffectEvent(onLost);
  useEffect(() => {
    if (within === null) return undefined;
    let focused: Node | null = null;
    function onFocus({ target }: FocusEvent) {
      focused = target instanceof Node ? target : null;
    }
    const observer = new MutationObserver((records) => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(focused)));
      const around = removal?.target instanceof Element ? removal.target.closest<HTMLElement>('[tabindex]') : null;
      lose(around?.isConnected ? around : null);
    });
    within.addEventListener('focusin', onFocus);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      within.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [within]);
}

/** Keeps the focus within an element when the focused control is removed, so that keyboard shortcuts keep working. */
export function useFocusWithin(within: HTMLElement | null): void {
  useLostFocus(within, (around) => (around ?? within)?.focus());
}

/**
 * The element that gets the focus when it enters a region of the page: the block or row that Tab would reach, otherwise
 * the region itself.
 */
export function findFocusStop(region: HTMLElement | null): HTMLElement | null {
  if (region?.hasAttribute('tabindex') === false) region.tabIndex = -1;
  return region?.querySelector<HTMLElement>('[data-appointment][tabindex="0"]') ?? region;
}
