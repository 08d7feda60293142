import { useEffect } from 'react';

/**
 * Keeps the focus within an element when the control that has it is removed, so that its keys go on working: it moves
 * to the nearest element around that control that takes it. Browsers let it fall to the page, most without any event.
 */
export function useKeptFocus(within: HTMLElement | null): void {
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
      (around?.isConnected ? around : within).focus();
    });
    within.addEventListener('focusin', onFocus);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      within.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [within]);
}
