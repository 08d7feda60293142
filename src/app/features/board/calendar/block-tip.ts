import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useLatest } from '#app/browser/use-latest.ts';
import { keepUnder } from '#app/components/popover.tsx';
import { visitAt } from '#app/features/board/visit-elements.ts';

/** Whether some of the text of a block is not seen. */
function isCut(block: HTMLElement): boolean {
  return [...block.querySelectorAll('.block-text, .block-line')].some(
    (text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight,
  );
}

/**
 * Tells the whole text of a block whose own is cut off once the keyboard has brought the focus to it, as the tooltip does for the
 * mouse, until a key is pressed or the board is scrolled.
 *
 * @param wanted false while details tell it
 */
export function useBlockTip(wanted: boolean) {
  const tip = useRef<HTMLDivElement>(null);
  const latest = useLatest(wanted);
  const stop = useRef<(() => void) | null>(null);
  const [hide] = useState(() => () => {
    stop.current?.();
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover();
  });
  useEffect(() => (wanted ? hide : undefined), [wanted, hide]);
  return {
    tip,
    handlers: {
      onFocusCapture({ target }: FocusEvent) {
        const block = visitAt(target);
        if (block !== target || !block.matches(':focus-visible')) return;
        // It may be scrolled into view first.
        requestAnimationFrame(() => {
          const element = tip.current;
          if (!element || !latest.current || !block.matches(':focus') || !isCut(block)) return;
          element.textContent = block.ariaLabel;
          element.showPopover();
          stop.current?.();
          stop.current = keepUnder(block, element);
        });
      },
      onBlurCapture: hide,
      onKeyDownCapture: hide,
      onScrollCapture: hide,
    },
  };
}
