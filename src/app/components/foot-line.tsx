import type { ReactNode } from 'react';

interface FootLineProps {
  /** The state of the connection. */
  live: ReactNode;
  /** The appointments that need attention now. */
  now?: ReactNode;
}

/** The foot line of a page: how up to date it is, and what needs attention now. */
export function FootLine({ live, now }: FootLineProps) {
  return (
    <footer className="flex h-7 shrink-0 items-center gap-x-4 border-t border-line bg-surface px-3 text-xs whitespace-nowrap text-muted tabular-nums print:hidden">
      {live}
      <div className="min-w-0 flex-1">{now}</div>
    </footer>
  );
}
