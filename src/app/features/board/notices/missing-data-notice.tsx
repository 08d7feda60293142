import { t } from '@lingui/core/macro';
import { failureKind } from '#app/api/api-error.ts';
import { Button } from '#app/components/button.tsx';
import { errorIdOf, errorReasonText, systemBusyText } from '#app/text/error-texts.tsx';
import { texts } from '#app/text/shared-texts.ts';
import { BoardNotice } from './board-notice.tsx';

/** Data that the board needs, but that could not be loaded. */
interface UnloadedData {
  name: 'pets' | 'vets' | 'types' | 'enums' | 'plan';
  /** Why loading failed; null if the reason is unknown. */
  error: unknown;
  retry: () => void;
}

function missingDataText(name: UnloadedData['name']): string {
  switch (name) {
    case 'pets':
      return t`Names of pets and clients couldn’t be loaded. Appointments without a name show their title.`;
    case 'vets':
      return t`The vets couldn’t be loaded.`;
    case 'types':
      return t`The visit types couldn’t be loaded.`;
    case 'enums':
      return t`The names of statuses and categories couldn’t be loaded, so the usual names are shown.`;
    case 'plan':
      return t`The shifts couldn’t be loaded, so no time is shown as free.`;
  }
}

/** Shown above the board while data is missing, with the reason. */
export function MissingDataNotice({ unloaded }: { unloaded: readonly UnloadedData[] }) {
  const { error } = unloaded[0] ?? {};
  const waiting = failureKind(error) === 'waiting';
  return (
    <BoardNotice
      role="alert"
      errorId={errorIdOf(error)}
      action={
        waiting ? null : (
          <Button
            compact
            onClick={() => {
              for (const { retry } of unloaded) retry();
            }}
          >
            {texts.tryAgain}
          </Button>
        )
      }
    >
      {[
        ...unloaded.map(({ name }) => missingDataText(name)),
        waiting ? systemBusyText(null) : error && errorReasonText(error),
      ].join(' ')}
    </BoardNotice>
  );
}
