import type { MouseEvent } from 'react';
import { findFocusStop } from './lost-focus.ts';

interface SkipLinkProps {
  /** The id of the target. By default the target is the main region. */
  to?: string;
  children: string;
}

/** A skip link for keyboard users, visible while it has the focus. */
export function SkipLink({ to, children }: SkipLinkProps) {
  function skip(event: MouseEvent) {
    event.preventDefault();
    const target = to === undefined ? document.querySelector('main') : document.getElementById(to);
    findFocusStop(target)?.focus();
  }
  return (
    <a
      href={`#${to ?? 'content'}`}
      onClick={skip}
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:start-2 focus:z-30 focus:rounded-md focus:bg-raised focus:px-3 focus:py-1.5 focus:font-medium focus:text-accent focus:shadow-raised"
    >
      {children}
    </a>
  );
}
