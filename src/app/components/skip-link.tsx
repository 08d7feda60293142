import type { MouseEvent } from 'react';

interface SkipLinkProps {
  /** The id of the target. */
  to: string;
  /** A selector of the tab stop within the target, which gets the focus if it exists. */
  stop?: string;
  children: string;
}

/** A skip link for keyboard users, visible while it has the focus. */
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
