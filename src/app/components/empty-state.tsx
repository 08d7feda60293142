import type { ReactNode } from 'react';
import { errorIdOf, LoadErrorReason } from '#app/text/error-texts.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { ErrorId } from './error-id.tsx';

interface EmptyStateProps {
  /** The id to which the skip link leads while there is no content. */
  id?: string | undefined;
  /** Whether the empty state replaces a whole page instead of a list. */
  isPage?: boolean;
  title: string;
  /** Why the content could not be loaded; omit it if there was no error. */
  error?: unknown;
  /** Omit it if trying again cannot help. */
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}

/** Shown in place of a page or list without content: why it is empty, and what to do next. */
export function EmptyState({ id, isPage = false, title, error, onRetry, children }: EmptyStateProps) {
  const Place = isPage ? 'main' : 'div';
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <Place
      id={id}
      tabIndex={-1}
      className={`grid grow place-items-center p-6 outline-none ${isPage ? 'h-full min-h-0 overflow-y-auto bg-ground' : ''}`}
    >
      <div className="flex max-w-md flex-col items-center gap-2 text-center text-sm text-muted">
        <Heading className={`font-semibold text-ink ${isPage ? 'text-lg' : 'text-base'}`}>{title}</Heading>
        {error ? (
          <p role="alert">
            <LoadErrorReason error={error} />
          </p>
        ) : null}
        <ErrorId id={errorIdOf(error)} />
        {children}
        {onRetry ? (
          <Button
            compact={!isPage}
            tone={isPage ? 'primary' : 'plain'}
            className={isPage ? 'mt-2' : ''}
            onClick={onRetry}
          >
            {texts.tryAgain}
          </Button>
        ) : null}
      </div>
    </Place>
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
