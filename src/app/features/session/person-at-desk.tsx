import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useApi } from '#app/api/api-client.ts';
import { hasPin, signOut } from '#app/api/session.ts';
import { localStore, readStored } from '#app/browser/storage.ts';
import { closeNotice, showNotice } from '#app/components/show-notice.ts';
import type { DeskSession } from '#contract/desk.ts';
import { saveLastPerson } from './last-person.ts';
import { useDeskLock } from './use-desk-lock.ts';

/**
 * Everything that is on every screen where people sign in, but for **Switch person**: the lock of an unused desk, a one-time
 * offer of a PIN for each person, and a warning of wrong PINs.
 */
export function PersonAtDesk({ session }: { session: DeskSession }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person, pins } = session;
  // Nobody is there to be asked: what is not saved waits for its person.
  const lock = () => void signOut(api, queryClient, { session, everywhere: false });
  useDeskLock(pins !== null && pins.length > 0 ? session.lockMinutes : null, lock);
  usePinOffer(session);
  useWrongPins(session.wrongPins);
  useEffect(() => {
    if (person !== null) saveLastPerson(localStore, person);
  }, [person]);
  return null;
}

/** Tells the person how many wrong PINs somebody typed for them since they were last here. */
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
      text: t`If that was not you, somebody tried to guess your PIN. Set another one in Settings, and tell your manager.`,
    });
  }, [count]);
}

/** The storage key of the people who were offered a PIN. */
const OFFERED_KEY = 'frontdesk.pin-offered';
/** The id of the notice. */
const OFFER = 'pin-offer';
const OFFER_MS = 20_000;

/** Offers a PIN once to a person who has none in this browser. */
function usePinOffer(session: DeskSession): void {
  const navigate = useNavigate();
  const { person } = session;
  const canSet = session.pins !== null && !hasPin(session);
  useEffect(() => {
    const offered = readStored(localStore, OFFERED_KEY, z.array(z.string())) ?? [];
    if (person === null || !canSet || offered.includes(person)) return;
    localStore.setItem(OFFERED_KEY, JSON.stringify([...offered, person]));
    showNotice({
      id: OFFER,
      tone: 'info',
      title: t`Set a PIN for this browser`,
      text: t`With a PIN you can switch person at this desk without your sign-in key.`,
      action: {
        label: t`Set a PIN`,
        onClick: () => void navigate({ to: '/settings', hash: 'my-pin', search: ({ company }) => ({ company }) }),
      },
      readingMs: OFFER_MS,
    });
  }, [person, canSet, navigate]);
  useEffect(() => {
    if (!canSet) closeNotice(OFFER);
  }, [canSet]);
}
