import type { ReactNode } from 'react';
import { failureKind } from '#app/api/api-error.ts';
import { errorIdOf, Reason, refusalText } from '#app/text/failures.tsx';
import { words } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { ErrorId } from './error-id.tsx';

interface EmptyStateProps {
  /** The target of the skip link that otherwise leads to the list. */
  id?: string | undefined;
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

interface NotLoadedProps extends EmptyStateProps {
  error: unknown;
  /** Omit it if trying again cannot help. */
  onRetry?: (() => void) | undefined;
}

/** Shown in place of a list that could not be loaded: why, and what to do about it. */
export function NotLoaded({ id, title, error, onRetry, children }: NotLoadedProps) {
  const refusal = failureKind(error) === 'refused' ? refusalText(error) : null;
  return (
    <EmptyState id={id} title={refusal?.title ?? title}>
      <p role="alert">{refusal?.advice ?? <Reason error={error} />}</p>
      <ErrorId id={errorIdOf(error)} />
      <span className="flex gap-2">
        {children}
        {onRetry ? (
          <Button compact onClick={onRetry}>
            {words.tryAgain}
          </Button>
        ) : null}
      </span>
    </EmptyState>
  );
}

/** A line above a list that says what is missing from it. */
export function ListNotice({ tone = 'text-warn', children }: { tone?: string; children: ReactNode }) {
  return (
    <div role="status" className={`flex items-center gap-2 border-b border-line bg-surface px-3 py-1 text-xs ${tone}`}>
      {children}
    </div>
  );
}
