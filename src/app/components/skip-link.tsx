import type { MouseEvent } from 'react';

interface SkipLinkProps {
  /** The id of what is skipped to. */
  to: string;
  /** What has the tab stop in it, as a selector; it gets the focus where it is there. */
  stop?: string;
  children: string;
}

/** The way past all controls, for the keyboard; it is seen while it has the focus. */
export function SkipLink({ to, stop, children }: SkipLinkProps) {
  function skip(event: MouseEvent) {
    event.preventDefault();
    const target = document.getElementById(to);
    const inner = stop === undefined ? null : target?.querySelector<HTMLElement>(stop);
    (inner ?? target)?.focus();
  }
  return (
    <a
      href={`#${to}`}
      onClick={skip}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:start-2 focus:z-30 focus:rounded-md focus:bg-raised focus:px-3 focus:py-1.5 focus:font-medium focus:text-accent focus:shadow-raised"
    >
      {children}
    </a>
  );
}
