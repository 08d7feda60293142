import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useApi } from '#app/api/api-client.ts';
import { signOut } from '#app/api/session.ts';
import { Button } from '#app/components/button.tsx';
import { Popover } from '#app/components/popover.tsx';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';

/** Who is signed in, with a menu to sign out. */
export function SessionMenu({ session }: { session: DeskSession }) {
  const who = session.name === null ? words.signedIn : isolated(session.name);
  return (
    <Popover
      label={t`${who}: session`}
      panelLabel={t`Session`}
      buttonClass="flex min-h-6 max-w-48 items-center gap-1 font-medium text-accent"
      button={
        <>
          <UserRound aria-hidden="true" size={13} className="shrink-0" />
          <bdi className="truncate">{session.name ?? words.signedIn}</bdi>
        </>
      }
    >
      <SignOut session={session} />
    </Popover>
  );
}

/** The buttons to sign out, here or everywhere. */
export function SignOut({ session }: { session: DeskSession }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const leaving = useMutation({
    mutationFn: (everywhere: boolean) => signOut(api, queryClient, { session, everywhere }),
  });
  return (
    <div className="flex flex-col items-start gap-1.5">
      {session.name === null ? null : <p dir="auto">{session.name}</p>}
      <Button compact disabled={leaving.isPending} onClick={() => leaving.mutate(false)}>
        {t`Sign out`}
      </Button>
      <Button compact disabled={leaving.isPending} onClick={() => leaving.mutate(true)}>
        {t`Sign out everywhere`}
      </Button>
    </div>
  );
}
