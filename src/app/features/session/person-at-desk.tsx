import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { signOut } from '#app/api/session.ts';
import { localStore } from '#app/browser/storage.ts';
import { showNotice } from '#app/components/show-notice.ts';
import type { DeskSession } from '#contract/desk.ts';
import { saveLastPerson } from './last-person.ts';
import { useDeskLock } from './use-desk-lock.ts';

/**
 * Locks the desk when it is unused, and warns the person about wrong PINs. It is rendered on every screen while someone is
 * signed in. The command **Switch person** is part of the frame around the screens, not of this component.
 */
export function PersonAtDesk({ session }: { session: DeskSession }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person, pins } = session;
  // No one is there to ask about unsaved changes, so they are kept until the person is back.
  const lock = () => void signOut(api, queryClient, { session, everywhere: false });
  useDeskLock(pins !== null && pins.length > 0 ? session.lockMinutes : null, lock);
  useWrongPins(session.wrongPins);
  useEffect(() => {
    if (person !== null) saveLastPerson(localStore, person);
  }, [person]);
  return null;
}

/** Tells the person how many wrong PINs someone typed for them since they were last here. */
function useWrongPins(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    showNotice({
      id: 'wrong-pins',
      tone: 'warn',
      title: plural(count, {
        one: '# wrong PIN since you were last here',
        other: '# wrong PINs since you were last here',
      }),
      text: t`If that wasn’t you, someone tried to guess your PIN. Set another one in Settings, and tell your manager.`,
    });
  }, [count]);
}
