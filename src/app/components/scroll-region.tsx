import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** The accessible name. */
  label: string;
  className: string;
  children: ReactNode;
}

/** A part of a screen that scrolls and contains nothing else that can be focused. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be scrollable by keyboard, too.
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
