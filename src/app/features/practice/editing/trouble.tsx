import type { ReactNode } from 'react';
import { errorIdOf, Reason } from '#app/api/failures.tsx';
import { Button } from '#app/components/button.tsx';
import { ErrorId } from '#app/components/error-id.tsx';
import { words } from '#app/text/shared-texts.ts';

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
        {children} <Reason error={error} />
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
