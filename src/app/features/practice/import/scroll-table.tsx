import type { ReactNode } from 'react';
import './scroll-table.css';

/** A table that scrolls sideways if the screen is narrower. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be scrollable by keyboard.
    <section aria-label={label} tabIndex={0} className="min-w-0 overflow-x-auto">
      <table aria-label={label} className="scroll-table tabular-nums">
        {children}
      </table>
    </section>
  );
}
