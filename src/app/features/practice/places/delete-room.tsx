import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { unnamed } from '#app/api/directory.ts';
import { AppLink } from '#app/components/app-link.tsx';
import { Button } from '#app/components/button.tsx';
import { PracticeError } from '#app/features/practice/editing/practice-error.tsx';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { isolated } from '#app/text/isolated.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

/** Asks whether a room is to be deleted, deletes it, and says what is still booked in it where that keeps it. */
export function DeleteRoom({ room, onClose }: { room: { id: string; name: string }; onClose: () => void }) {
  const { call, refresh, visitsOfRoom } = usePractice();
  const name = isolated(room.name);
  /** What its visits show from then on: they know its id alone. */
  const code = unnamed.room(room.id);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const deleting = useMutation({
    async mutationFn() {
      await call('deleteRoom', { id: room.id });
      await refresh();
    },
    onSuccess: onClose,
  });
  const isNeeded = asApiError(deleting.error)?.messageKey === ('in_use' satisfies ErrorMessageKey);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and here are none.
    <div role="group" aria-label={t`Delete ${name}`} className="mt-2 flex flex-col items-start gap-2 pb-1">
      {isNeeded ? (
        <p role="alert" className="text-danger">
          {t`${name} has visits to come: move or cancel them first.`}{' '}
          <AppLink to={visitsOfRoom(room.id)} className="font-medium underline">
            {t`Show these visits`}
          </AppLink>
        </p>
      ) : (
        <p>{t`Delete ${name}? Its column goes from the board. Visits that were in it stay, and show “${code}” as their room.`}</p>
      )}
      {deleting.isError && !isNeeded ? (
        <PracticeError
          error={deleting.error}
          onRetry={() => deleting.mutate()}
        >{t`The room could not be deleted.`}</PracticeError>
      ) : null}
      <div className="flex gap-2">
        <Button
          ref={first}
          compact
          aria-disabled={deleting.isPending}
          onClick={() => deleting.isPending || deleting.mutate()}
        >
          {t({ message: 'Delete room', comment: 'button: confirms it' })}
        </Button>
        <Button compact tone="quiet" onClick={onClose}>
          {t({ message: 'Keep it', comment: 'button: the room, or the key, stays' })}
        </Button>
      </div>
    </div>
  );
}
