import type { ReactNode } from 'react';
import { ErrorReason, errorIdOf, LoadErrorReason } from '#app/text/error-texts.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { Button } from './button.tsx';
import { ErrorId } from './error-id.tsx';

const looks = {
  /** A line in place of what could not be loaded. */
  line: 'flex-wrap items-center gap-2',
  /** A box in place of what could not be loaded. */
  warning: 'flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-4 py-3',
  /** A box next to the action that failed. */
  danger: 'flex-col items-start gap-1.5 rounded-md bg-danger-soft px-3 py-2 text-danger',
} as const;

interface FailureProps {
  look?: keyof typeof looks;
  className?: string;
  /** The error, explained after the message. Omit it if the message says enough. */
  error?: unknown;
  /** Omit it if trying again cannot help. */
  onRetry?: (() => void) | undefined;
  /** The message that says what failed. */
  children: ReactNode;
}

/** An error where it happened: what failed, why, and a button to try again. */
export function Failure({ look = 'line', className = '', error, onRetry, children }: FailureProps) {
  const Explanation = look === 'danger' ? ErrorReason : LoadErrorReason;
  return (
    <div role="alert" className={`flex ${looks[look]} ${className}`}>
      <p className={look === 'warning' ? 'min-w-0 grow' : 'min-w-0'}>
        {children} {error ? <Explanation error={error} /> : null}
      </p>
      <ErrorId id={errorIdOf(error)} />
      {onRetry ? (
        <Button compact onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}
