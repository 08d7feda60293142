import type { ReactNode } from 'react';

interface StatusBarProps {
  /** The state of the connection. */
  live: ReactNode;
  /** The appointments that need attention now. */
  now?: ReactNode;
}

/**
 * The state of a page: how up to date it is, and what needs attention now. It shares the line below the header with the
 * notices; on a phone, and where the whole calendar scrolls, it is at the bottom.
 */
export function StatusBar({ live, now }: StatusBarProps) {
  return (
    <footer className="flex h-7 shrink-0 items-center gap-x-4 px-3 text-xs whitespace-nowrap text-muted tabular-nums max-sm:border-t max-sm:border-line max-sm:bg-surface sm:absolute sm:start-0 sm:top-12 sm:max-w-1/2 xl:max-w-2/5 sm:[anchor-name:--status-bar] sm:group-data-cramped/screen:static sm:group-data-cramped/screen:[anchor-name:none] print:hidden">
      {live}
      <div className="min-w-0 flex-1 overflow-x-auto">{now}</div>
    </footer>
  );
}
