import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { errorIdOf, Reason } from '#app/api/failures.tsx';
import { ErrorMessage } from '#app/components/error-message.tsx';
import type { ErrorMessageKey } from '#contract/error.ts';

/** What keeps the practice from being changed, where the app says it in its own words; null for any other error. */
export function explainPractice(error: unknown): string | null {
  switch (asApiError(error)?.messageKey as ErrorMessageKey) {
    case 'confirm_key':
      return t`For this you have to confirm with your key that it is you.`;
    case 'last_manager':
      return t`Somebody has to be able to manage the practice, and this is the last one who can. Let somebody else manage it first.`;
    default:
      return null;
  }
}

interface PracticeErrorProps {
  error: unknown;
  /** Left out where trying again cannot help. */
  onRetry?: (() => void) | undefined;
  /** What did not happen. */
  children: ReactNode;
}

/** What went wrong, in the place where it did. */
export function PracticeError({ error, onRetry, children }: PracticeErrorProps) {
  return (
    <ErrorMessage look="danger" errorId={errorIdOf(error)} onRetry={onRetry}>
      <p>
        {children} {explainPractice(error) ?? <Reason error={error} />}
      </p>
    </ErrorMessage>
  );
}
