import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { errorIdOf, Reason } from '#app/text/failures.tsx';
import type { ErrorMessageKey } from '#contract/error.ts';

/** Why the practice cannot be changed, for errors that the app explains itself; null for any other error. */
export function explainPractice(error: unknown): string | null {
  switch (asApiError(error)?.messageKey as ErrorMessageKey) {
    case 'confirm_key':
      return t`Confirm with your key that it’s you.`;
    case 'last_manager':
      return t`This is the last person who can manage the practice. Give somebody else access first.`;
    default:
      return null;
  }
}

interface PracticeErrorProps {
  error: unknown;
  /** Omit it if trying again cannot help. */
  onRetry?: (() => void) | undefined;
  /** The action that failed. */
  children: ReactNode;
}

/** The error of an action, shown where it happened. */
export function PracticeError({ error, onRetry, children }: PracticeErrorProps) {
  return (
    <ErrorMessage look="danger" errorId={errorIdOf(error)} onRetry={onRetry}>
      <p>
        {children} {explainPractice(error) ?? <Reason error={error} />}
      </p>
    </ErrorMessage>
  );
}
