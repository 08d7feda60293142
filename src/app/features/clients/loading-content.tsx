import type { ReactNode } from 'react';
import { Failure } from '#app/components/failure.tsx';
import type { LoadState } from './use-records.ts';

interface LoadingContentProps {
  /** Whether the content is loading, is loaded, or could not be loaded. */
  of: LoadState;
  /** Shown while the content is loading. */
  waiting: ReactNode;
  /** Says what could not be loaded. */
  failed: string;
  /** Whether to leave out the reason, as in a narrow panel. */
  isBrief?: boolean;
  children: ReactNode;
}

/** Renders its children once they are loaded; until then a placeholder, or why loading failed. */
export function LoadingContent({ of, waiting, failed, isBrief = false, children }: LoadingContentProps) {
  if (of.progress === 'loading') return waiting;
  if (of.progress === 'known') return children;
  if (isBrief)
    return (
      <Failure className="min-h-6 py-1" onRetry={of.retry}>
        {failed}
      </Failure>
    );
  return (
    <Failure look="warning" error={of.error} onRetry={of.retry}>
      {failed}
    </Failure>
  );
}

/** A placeholder for lines that are loading. */
export function LinesSkeleton({ label, lines = 1 }: { label: string; lines?: number }) {
  return (
    <div aria-busy="true">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
        <span key={line} className="flex h-6 items-center">
          <span aria-hidden="true" className="h-3.5 w-40 max-w-full animate-pulse rounded bg-sunken" />
        </span>
      ))}
    </div>
  );
}
