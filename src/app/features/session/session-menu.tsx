import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useApi } from '#app/api/api-context.ts';
import { signOut, signOutEverywhere, takeSession } from '#app/api/session-queries.ts';
import { Button } from '#app/components/button.tsx';
import { Popover } from '#app/components/popover.tsx';
import type { DeskSession } from '#contract/desk.ts';

/** Signing out, here or everywhere, for those who signed in with a key of their own. */
export function SessionMenu({ session }: { session: DeskSession }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const leaving = useMutation({
    mutationFn: (everywhere: boolean) => (everywhere ? signOutEverywhere(api) : signOut(api)),
    // Known without asking again: a network that is gone just now must not leave the day on the screen.
    onSuccess: () => takeSession(api, queryClient, { ...session, signedIn: false, canWrite: null, person: null }),
  });
  return (
    <Popover
      label="Session"
      buttonClass="ml-auto flex items-center gap-1 font-medium text-accent"
      button={
        <>
          <UserRound aria-hidden="true" size={13} />
          Signed in
        </>
      }
    >
      <div className="flex flex-col gap-1.5">
        <Button compact disabled={leaving.isPending} onClick={() => leaving.mutate(false)}>
          Sign out
        </Button>
        <Button compact disabled={leaving.isPending} onClick={() => leaving.mutate(true)}>
          Sign out everywhere
        </Button>
        {leaving.isError ? (
          <p role="alert" className="text-danger">
            Could not sign out. Try again.
          </p>
        ) : null}
      </div>
    </Popover>
  );
}
