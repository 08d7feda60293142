import type { ReactNode } from 'react';

/** A table that scrolls sideways within itself where the screen is narrower. */
export function ScrollTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys.
    <section aria-label={label} tabIndex={0} className="min-w-0 overflow-x-auto">
      <table
        aria-label={label}
        className="w-full border-collapse text-start tabular-nums [&_td]:border-t [&_td]:border-line [&_td]:py-1.5 [&_td]:pe-3 [&_td]:text-start [&_td]:align-middle [&_th]:py-1.5 [&_th]:pe-3 [&_th]:text-start [&_th]:align-middle [&_tbody_th]:border-t [&_tbody_th]:border-line [&_thead_th]:text-xs [&_thead_th]:font-semibold [&_thead_th]:text-muted"
      >
        {children}
      </table>
    </section>
  );
}
