import { t } from '@lingui/core/macro';
import { asApiError, isStorageFull } from '#app/api/api-error.ts';
import { failureKind, reasonOf, waitingText } from '#app/api/failures.tsx';

/** Why a change is not saved yet. What the service suggests is left out: to look, or to try again, is done already. */
export function uncertainText(error: unknown): string {
  if (failureKind(error) === 'waiting') return waitingText(null);
  const isKnown = asApiError(error)?.kind === 'network' || isStorageFull(error);
  return isKnown ? reasonOf(error) : t`The practice system has not answered yet.`;
}
