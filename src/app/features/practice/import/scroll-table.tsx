import type { ReactNode } from 'react';
import { ScrollRegion } from '#app/components/scroll-region.tsx';
import './scroll-table.css';

/** A table that scrolls sideways if it is wider than the screen. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className="min-w-0 overflow-x-auto">
      <table aria-label={label} className="scroll-table tabular-nums">
        {children}
      </table>
    </ScrollRegion>
  );
}
