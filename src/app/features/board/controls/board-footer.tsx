import type { ReactNode } from 'react';

interface BoardFooterProps {
  /** The state of the connection. */
  live: ReactNode;
  /** What needs somebody now, false until that is there; null on another day than today. */
  now: ReactNode;
  children?: ReactNode;
}

/** The footer of the board: how up to date the board is, and what needs somebody now. */
export function BoardFooter({ live, now, children }: BoardFooterProps) {
  return (
    <footer className="flex flex-wrap items-center gap-x-4 border-t border-line bg-surface px-3 py-1 text-xs whitespace-nowrap text-muted tabular-nums">
      {live}
      {/* It takes what the others leave, so that it moves none of them; on a phone it has its line above them. */}
      <div className={`min-w-0 flex-1 max-sm:order-first max-sm:basis-full ${now === null ? '' : 'max-sm:min-h-6'}`}>
        {now}
      </div>
      {children}
    </footer>
  );
}
