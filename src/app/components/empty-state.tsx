import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** The target of the skip link that otherwise leads to the list. */
  id?: string;
  title: string;
  children?: ReactNode;
}

/** Shown in place of a list without rows: why it is empty, and what to do next. */
export function EmptyState({ id, title, children }: EmptyStateProps) {
  return (
    <div id={id} tabIndex={-1} className="grid grow place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-2 text-center text-sm text-muted">
        <h2 className="text-base font-semibold text-ink">{title}</h2>
        {children}
      </div>
    </div>
  );
}
