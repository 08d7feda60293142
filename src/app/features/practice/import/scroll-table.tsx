import type { ReactNode } from 'react';
import './scroll-table.css';

/** A table that scrolls sideways within itself where the screen is narrower. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
    <section aria-label={label} tabIndex={0} className="min-w-0 overflow-x-auto">
      <table aria-label={label} className="scroll-table tabular-nums">
        {children}
      </table>
    </section>
  );
}
