import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { useUnsavedChanges } from '#app/api/appointment-changes.ts';
import { useUnsavedPlan } from '#app/api/plan-changes.ts';
import { signOut } from '#app/api/session.ts';
import { Button } from '#app/components/button.tsx';
import { Popover } from '#app/components/popover.tsx';
import { isolated } from '#app/text/isolated.ts';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { FRAME_ITEM } from './frame-link.tsx';

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.split(/\s+/).filter((part) => /^\p{L}/u.test(part));
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names;
  return ends.map((part = '') => [...part][0]?.toLocaleUpperCase() ?? '').join('');
}

/** Who is signed in, by their initials, with a menu to switch to another person or sign out. */
export function PersonMenu({ session }: { session: DeskSession }) {
  const who = session.name === null ? words.signedIn : isolated(session.name);
  const initials = initialsOf(session.name ?? '');
  return (
    <Popover
      label={t`${who}: session`}
      panelLabel={t`Session`}
      title={session.name ?? words.signedIn}
      buttonClass={FRAME_ITEM}
      button={
        <span className="grid size-8 place-items-center rounded-full bg-accent text-xs font-semibold text-on-accent">
          {initials === '' ? <UserRound aria-hidden="true" size={16} /> : <bdi>{initials}</bdi>}
        </span>
      }
    >
      <div className="p-1.5 text-sm">
        <SignOut session={session} />
      </div>
    </Popover>
  );
}

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
