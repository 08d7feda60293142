import type { ReactNode } from 'react';
import { PopoverAt } from '#app/components/popover.tsx';

interface AnchoredProps {
  anchor: HTMLElement;
  /** The accessible name. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A small panel at an element of the table, which gets the focus back. */
export function Anchored({ anchor, ...panel }: AnchoredProps) {
  return <PopoverAt at={anchor} {...panel} />;
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
