import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import { errorIdOf, failureKind, reasonOf, waitingText } from '#app/api/failures.tsx';
import { Button } from '#app/components/button.tsx';
import { ErrorId } from '#app/components/error-id.tsx';
import { words } from '#app/text/shared-texts.ts';

/** A list of names that could not be loaded yet. */
interface UnloadedNames {
  name: 'pets' | 'vets' | 'types' | 'enums' | 'plan';
  /** Null where it is not known. */
  error: unknown;
  retry: () => void;
}

function missingText(name: UnloadedNames['name']): string {
  switch (name) {
    case 'pets':
      return t`The names of pets and clients could not be loaded: visits without one show their title.`;
    case 'vets':
      return t`The vets could not be loaded.`;
    case 'types':
      return t`The visit types could not be loaded.`;
    case 'enums':
      return t`The statuses, categories and origins could not be loaded.`;
    case 'plan':
      return t`Who is on duty could not be loaded: nothing here says that a time is free.`;
  }
}

/** Shown above the board while names are missing on it, and why. */
export function NamesMissing({ unloaded }: { unloaded: readonly UnloadedNames[] }) {
  const { error } = unloaded[0] ?? {};
  const waiting = failureKind(error) === 'waiting';
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warn-soft px-3 py-1.5 text-sm text-ink">
      <TriangleAlert aria-hidden="true" size={16} className="shrink-0 text-warn" />
      <p className="min-w-60 flex-1" dir="auto">
        {[
          ...unloaded.map(({ name }) => missingText(name)),
          waiting ? waitingText(null) : error && reasonOf(error),
        ].join(' ')}
      </p>
      <ErrorId id={errorIdOf(error)} />
      {waiting ? null : (
        <Button
          compact
          onClick={() => {
            for (const { retry } of unloaded) retry();
          }}
        >
          {words.tryAgain}
        </Button>
      )}
    </div>
  );
}
