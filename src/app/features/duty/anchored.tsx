import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLatest } from '#app/browser/use-latest.ts';
import { floatingClass, keepUnder } from '#app/components/popover.tsx';

interface AnchoredProps {
  anchor: HTMLElement;
  /** The accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small panel at an element of the table, which gets the focus back. */
export function Anchored({ anchor, label, onClose, children }: AnchoredProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useLatest(onClose);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    element.showPopover();
    const stop = keepUnder(anchor, element);
    (element.querySelector<HTMLElement>('button, a') ?? element).focus();
    return stop;
  }, [anchor]);
  useEffect(() => {
    const element = panel.current;
    const onToggle = (event: Event) => {
      if (!(event instanceof ToggleEvent) || event.newState !== 'closed') return;
      const hadFocus = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (hadFocus) anchor.focus();
      close.current();
    };
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  }, [anchor, close]);
  return (
    <div ref={panel} popover="auto" role="dialog" aria-label={label} tabIndex={-1} className={floatingClass}>
      {children}
    </div>
  );
}

export interface MenuItem {
  label: string;
  /** The key that does the same, as it stands on the keyboard. */
  keys?: string;
  onClick: () => void;
}

/** What can be done with a cell, a bar or a row. */
export function MenuItems({ items, onDone }: { items: readonly MenuItem[]; onDone: () => void }) {
  return (
    <div className="flex min-w-52 flex-col text-sm">
      {items.map(({ label, keys, onClick }) => (
        <button
          key={label}
          type="button"
          className="flex min-h-8 items-center justify-between gap-6 rounded px-2 text-start hover:bg-accent-soft pointer-coarse:min-h-11"
          onClick={() => {
            onDone();
            onClick();
          }}
        >
          <span>{label}</span>
          {keys === undefined ? null : (
            <kbd dir="ltr" className="font-mono text-xs text-muted pointer-coarse:hidden">
              {keys}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
}
