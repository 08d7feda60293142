import type { ComponentProps, MouseEvent } from 'react';

/** A place in the app: its address, for the browser, and the way there without a page load. */
export interface Address {
  href: string;
  go: () => void;
}

/** A plain click goes there within the app; with a modifier the browser does what it does with links. */
export function followHere(event: MouseEvent, go: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  go();
}

/** A link to a place in the app. */
export function AppLink({ to, className = '', ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: Address }) {
  return (
    <a
      {...props}
      href={to.href}
      onClick={(event) => followHere(event, to.go)}
      className={`rounded hover:text-accent hover:underline ${className}`}
    />
  );
}
