import { t } from '@lingui/core/macro';
import { asApiError, isStorageFull } from '#app/api/api-error.ts';
import { failureKind, reasonOf, waitingText } from '#app/api/failures.tsx';

/** What to do about a change whose answer could not be read, where what is there now could not be read either. */
export function unconfirmedText(): string {
  return t`We couldn’t confirm that it was saved. Check again when the practice system answers.`;
}

/** Why a change is not saved yet. What the service suggests is left out: to look, or to try again, is done already. */
export function uncertainText(error: unknown): string {
  if (failureKind(error) === 'waiting') return waitingText(null);
  const isKnown = asApiError(error)?.kind === 'network' || isStorageFull(error);
  return isKnown ? reasonOf(error) : t`The practice system has not answered yet.`;
}
