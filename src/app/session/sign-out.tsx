import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { hasPin, signOut } from '#app/api/session.ts';
import { isApple } from '#app/browser/platform.ts';
import { Button } from '#app/components/button.tsx';
import { words } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { forgetPerson, unsavedInTab } from './people-of-tab.ts';

interface SignOutProps {
  session: DeskSession;
  /** Called when a link to another page is followed. */
  onFollow?: () => void;
}

/**
 * The name of the person with the buttons to switch to another one and to sign out, here or everywhere. While changes are not saved yet,
 * which would be lost by signing out, it asks first.
 */
export function SignOut({ session, onFollow = () => undefined }: SignOutProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const leaving = useMutation({
    mutationFn(everywhere: boolean) {
      forgetPerson(queryClient, session.person);
      return signOut(api, queryClient, { session, everywhere });
    },
  });
  const [{ subscribe, countOf }] = useState(() => unsavedInTab(queryClient));
  const unsaved = useSyncExternalStore(subscribe, () => countOf(session.person));
  /** The choice made while there were unsaved changes: whether to sign out everywhere. */
  const [everywhere, setEverywhere] = useState<boolean | null>(null);
  const press = (everywhere: boolean) => (unsaved > 0 ? setEverywhere(everywhere) : leaving.mutate(everywhere));
  const canSetPin = session.pins !== null && !hasPin(session);
  return (
    <div className="flex max-w-60 flex-col items-start gap-1.5">
      {session.name === null ? null : <p dir="auto">{session.name}</p>}
      <Button
        compact
        disabled={leaving.isPending}
        title={isApple ? '⇧ ⌘ L' : t({ message: 'Ctrl Shift L', context: 'keys of the keyboard' })}
        onClick={() => void signOut(api, queryClient, { session, everywhere: false })}
      >
        {words.switchPerson}
      </Button>
      {canSetPin ? (
        <Link
          to="/settings"
          hash="my-pin"
          search={({ company }) => ({ company })}
          onClick={onFollow}
          className="inline-flex min-h-6 items-center text-xs text-accent underline"
        >
          {t`Set a PIN to switch without your key`}
        </Link>
      ) : null}
      <Button compact disabled={leaving.isPending} onClick={() => press(false)}>
        {t`Sign out`}
      </Button>
      <Button compact disabled={leaving.isPending} onClick={() => press(true)}>
        {t`Sign out everywhere`}
      </Button>
      {session.pins === null ? null : (
        <p className="text-xs text-muted">{t`Signing out everywhere also removes your PINs.`}</p>
      )}
      <div role="status" className="flex flex-col items-start gap-1.5 empty:hidden">
        {everywhere === null || unsaved === 0 ? null : (
          <>
            <p>
              {plural(unsaved, {
                one: '# change is not saved yet. If you sign out now, it is lost.',
                other: '# changes are not saved yet. If you sign out now, they are lost.',
              })}
            </p>
            <Button compact disabled={leaving.isPending} onClick={() => leaving.mutate(everywhere)}>
              {t`Sign out anyway`}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
