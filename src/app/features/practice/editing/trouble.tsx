import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { errorIdOf, Reason } from '#app/api/failures.tsx';
import { Button } from '#app/components/button.tsx';
import { ErrorId } from '#app/components/error-id.tsx';
import { words } from '#app/text/shared-texts.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

/** What keeps the practice from being changed, where the app says it in its own words; null for any other error. */
function ownReasonOf(error: unknown): string | null {
  switch (asApiError(error)?.messageKey as ErrorMessageKey) {
    case 'confirm_key':
      return t`For this you have to confirm with your key that it is you.`;
    case 'last_manager':
      return t`Somebody has to be able to manage the practice, and this is the last one who can. Let somebody else manage it first.`;
    default:
      return null;
  }
}

interface TroubleProps {
  error: unknown;
  /** Left out where trying again cannot help. */
  onRetry?: (() => void) | undefined;
  /** What did not happen. */
  children: ReactNode;
}

/** What went wrong, in the place where it did. */
export function Trouble({ error, onRetry, children }: TroubleProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-1.5 rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p>
        {children} {ownReasonOf(error) ?? <Reason error={error} />}
      </p>
      <ErrorId id={errorIdOf(error)} />
      {onRetry ? (
        <Button compact onClick={onRetry}>
          {words.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}
