import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface PageStateProps {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
}

/** A screen that has nothing to show says why and what next. */
export function PageState({ title, children, onRetry }: PageStateProps) {
  return (
    <main className="grid h-full place-items-center bg-ground p-6">
      <div className="max-w-md text-center">
        <h1 className="text-lg font-semibold">{title}</h1>
        <div className="mt-2 text-sm text-muted">{children}</div>
        {onRetry ? (
          <Button tone="primary" className="mt-4" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </div>
    </main>
  );
}

/** The outline of the board while the first answers are on their way: nothing moves when they come. */
export function BoardSkeleton({ children }: { children: ReactNode }) {
  return (
    <main aria-busy="true" aria-label="Loading the board" className="flex h-full flex-col gap-px bg-ground">
      <div className="h-13 bg-surface" />
      <div className="h-10 bg-surface" />
      <div className="grid min-h-0 grow grid-cols-[3rem_repeat(5,1fr)] gap-px">
        {Array.from({ length: 6 }, (_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the outline never changes.
          <div key={column} className="bg-surface">
            <div className="m-2 h-6 rounded bg-sunken" />
          </div>
        ))}
      </div>
      <div className="h-6 bg-surface" />
      {children}
    </main>
  );
}
