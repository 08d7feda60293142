import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';

interface PopoverProps {
  /** The accessible name of the button and of what it opens. */
  label: string;
  /** What the button shows. */
  button: ReactNode;
  buttonClass?: string;
  children: ReactNode;
}

const GAP = 6;
const EDGE = 8;

/** Puts an element of the top layer under its anchor, or above it where there is more room, inside the window. */
export function placeUnder(anchor: Element, floating: HTMLElement): void {
  const rect = anchor.getBoundingClientRect();
  const below = window.innerHeight - rect.bottom - GAP - EDGE;
  const above = rect.top - GAP - EDGE;
  const upwards = below < Math.min(floating.scrollHeight, 240) && above > below;
  floating.style.maxHeight = `${Math.max(upwards ? above : below, 120)}px`;
  floating.style.top = upwards ? 'auto' : `${rect.bottom + GAP}px`;
  floating.style.bottom = upwards ? `${window.innerHeight - rect.top + GAP}px` : 'auto';
  const left = Math.min(rect.left, window.innerWidth - floating.offsetWidth - EDGE);
  floating.style.left = `${Math.max(left, EDGE)}px`;
}

export const floatingClass =
  'fixed inset-auto m-0 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-raised';

/** A button that opens a small panel beside it; the browser's own popover brings Escape, light dismissal and focus. */
export function Popover({ label, button, buttonClass = '', children }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  function place(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState === 'open' && anchor.current) placeUnder(anchor.current, event.currentTarget);
  }
  return (
    <>
      <button ref={anchor} type="button" popoverTarget={id} aria-label={label} className={buttonClass}>
        {button}
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={label} onToggle={place} className={floatingClass}>
        {children}
      </div>
    </>
  );
}
