import { createContext, type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { fromRight } from '#app/language/line-direction.ts';

/**
 * The element into which lists of controls are rendered: a dialog provides itself, so that assistive technology sees
 * its lists as part of it. Null outside of dialogs, for the page.
 */
export const PopupHost = createContext<HTMLElement | null>(null);

const GAP = 6;
const EDGE = 8;

/** Places an element of the top layer below its anchor, or above it where there is more room, within the window. */
function placeUnder(anchor: Element, floating: HTMLElement): void {
  const rect = anchor.getBoundingClientRect();
  const below = window.innerHeight - rect.bottom - GAP - EDGE;
  const above = rect.top - GAP - EDGE;
  const upwards = below < Math.min(floating.scrollHeight, 240) && above > below;
  floating.style.maxHeight = `${Math.max(upwards ? above : below, 120)}px`;
  floating.style.top = upwards ? 'auto' : `${rect.bottom + GAP}px`;
  floating.style.bottom = upwards ? `${window.innerHeight - rect.top + GAP}px` : 'auto';
  const beginning = fromRight ? rect.right - floating.offsetWidth : rect.left;
  const left = Math.min(beginning, window.innerWidth - floating.offsetWidth - EDGE);
  floating.style.left = `${Math.max(left, EDGE)}px`;
}

/**
 * Places an element as {@link placeUnder} does, and again whenever its size changes, anything around it is scrolled or the
 * window is resized.
 *
 * @returns the function that ends this
 */
export function keepUnder(anchor: Element, floating: HTMLElement): () => void {
  const listening = new AbortController();
  function follow({ target }: Event) {
    const isWithin = target instanceof Node && floating.contains(target);
    if (anchor.isConnected && !isWithin) placeUnder(anchor, floating);
  }
  // Its size is known once it is shown, and changes when its content arrives.
  const observer = new ResizeObserver(() => (anchor.isConnected ? placeUnder(anchor, floating) : undefined));
  observer.observe(floating);
  placeUnder(anchor, floating);
  window.addEventListener('scroll', follow, { capture: true, passive: true, signal: listening.signal });
  window.addEventListener('resize', follow, { signal: listening.signal });
  return () => {
    observer.disconnect();
    listening.abort();
  };
}

export const floatingClass =
  'fixed inset-auto m-0 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-raised';

/**
 * A button and the panel that it opens. The browser's popover API handles Escape, light dismissal and focus, which
 * goes to the element with `autofocus`.
 */
export function usePopover() {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useLayoutEffect(
    () => (open && anchor.current && panel.current ? keepUnder(anchor.current, panel.current) : undefined),
    [open],
  );
  return {
    open,
    close: () => panel.current?.hidePopover(),
    button: { ref: anchor, type: 'button', popoverTarget: id, 'aria-haspopup': 'dialog' },
    panel: {
      ref: panel,
      id,
      popover: 'auto',
      className: floatingClass,
      onBeforeToggle: ({ target, currentTarget, newState }: ToggleEvent<HTMLDivElement>) => {
        // Ignores toggles of a list within the panel, which bubble.
        if (target === currentTarget && newState === 'open') setOpen(true);
      },
      onToggle: ({ target, currentTarget, newState }: ToggleEvent<HTMLDivElement>) => {
        // The content stays until the panel is closed, so that the focus can return from it.
        if (target === currentTarget) setOpen(newState === 'open');
      },
    },
  } as const;
}

interface PopoverProps {
  /** The accessible name of the button, and of what it opens unless that has one of its own. */
  label: string;
  panelLabel?: string;
  /** The tooltip of the button. */
  title?: string;
  /** The content of the button. */
  button: ReactNode;
  buttonClass?: string;
  /** The content of the panel, or a function that gets `close` and returns it. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens a small panel. */
export function Popover({ label, panelLabel = label, title, button, buttonClass = '', children }: PopoverProps) {
  const popover = usePopover();
  return (
    <>
      <button {...popover.button} aria-label={label} title={title} className={buttonClass}>
        {button}
      </button>
      <div {...popover.panel} role="dialog" aria-label={panelLabel}>
        {typeof children === 'function' ? children(popover.close) : children}
      </div>
    </>
  );
}
