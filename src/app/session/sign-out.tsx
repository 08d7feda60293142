import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { useUnsavedChanges } from '#app/api/appointment-changes.ts';
import { useUnsavedPlan } from '#app/api/plan-changes.ts';
import { signOut } from '#app/api/session.ts';
import { Button } from '#app/components/button.tsx';
import type { DeskSession } from '#contract/desk.ts';

/** The buttons to sign out, here or everywhere. While changes are not saved yet, which would be lost, they ask first. */
export function SignOut({ session }: { session: DeskSession }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const leaving = useMutation({
    mutationFn: (everywhere: boolean) => signOut(api, queryClient, { session, everywhere }),
  });
  const unsaved = useUnsavedChanges().pending.size + useUnsavedPlan().pending.size;
  /** What was pressed while changes were not saved: whether it was to sign out everywhere. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const press = (everywhere: boolean) => (unsaved > 0 ? setAsked(everywhere) : leaving.mutate(everywhere));
  return (
    <div className="flex flex-col items-start gap-1.5">
      {session.name === null ? null : <p dir="auto">{session.name}</p>}
      <Button compact disabled={leaving.isPending} onClick={() => press(false)}>
        {t`Switch person`}
      </Button>
      <Button compact disabled={leaving.isPending} onClick={() => press(false)}>
        {t`Sign out`}
      </Button>
      <Button compact disabled={leaving.isPending} onClick={() => press(true)}>
        {t`Sign out everywhere`}
      </Button>
      <div role="status" className="flex max-w-60 flex-col items-start gap-1.5 empty:hidden">
        {asked === null || unsaved === 0 ? null : (
          <>
            <p>
              {plural(unsaved, {
                one: '# change is not saved yet. If you sign out now, it is lost.',
                other: '# changes are not saved yet. If you sign out now, they are lost.',
              })}
            </p>
            <Button compact disabled={leaving.isPending} onClick={() => leaving.mutate(asked)}>
              {t`Sign out anyway`}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
