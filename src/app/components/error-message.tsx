import type { ReactNode } from 'react';
import { words } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { ErrorId } from './error-id.tsx';

const looks = {
  /** A line among others. */
  line: 'flex-wrap items-center gap-2',
  /** A box above content that is still readable. */
  warning: 'flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-4 py-3',
  /** A box next to the action that failed. */
  danger: 'flex-col items-start gap-1.5 rounded-md bg-danger-soft px-3 py-2 text-danger',
} as const;

interface ErrorMessageProps {
  look?: keyof typeof looks;
  className?: string;
  /** The identifier that support asks for, if the error has one. */
  errorId?: string | null;
  /** Omit it if trying again cannot help. */
  onRetry?: (() => void) | undefined;
  children: ReactNode;
}

/** An error message where the error happened, with a button to try again. */
export function ErrorMessage({ look = 'line', className = '', errorId = null, onRetry, children }: ErrorMessageProps) {
  return (
    <div role="alert" className={`flex ${looks[look]} ${className}`}>
      {children}
      <ErrorId id={errorId} />
      {onRetry ? (
        <Button compact onClick={onRetry}>
          {words.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}
