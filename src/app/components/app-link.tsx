import type { ComponentProps, MouseEvent } from 'react';

/** A page of the app: its URL, and a function that navigates there without a page load. */
export interface Address {
  href: string;
  go: () => void;
}

/**
 * Handles a click on a link: a plain click navigates within the app; one with a modifier key is left to the browser.
 */
export function followLinkInApp(event: MouseEvent, navigate: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  navigate();
}

/** A link within the app. */
export function AppLink({ to, className = '', ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: Address }) {
  return (
    <a
      {...props}
      href={to.href}
      onClick={(event) => followLinkInApp(event, to.go)}
      className={`rounded hover:text-accent hover:underline ${className}`}
    />
  );
}
