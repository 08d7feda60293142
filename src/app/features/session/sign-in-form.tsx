import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { localStore } from '#app/browser/storage.ts';
import type { DeskSession, PinHolder } from '#contract/desk.ts';
import { KeyForm } from './key-form.tsx';
import { sortLastPersonFirst } from './last-person.ts';
import { NameList } from './name-list.tsx';
import { PinForm } from './pin-form.tsx';

interface SignInFormProps {
  session: DeskSession;
  /** Whether the gateway has not received the last person's sign-out yet. */
  isSigningOut?: boolean;
  onSignedIn?: () => void;
}

/** How the person signs in: with the PIN of the name that they chose, or with a key. */
type SignInChoice =
  | { kind: 'pin'; holder: PinHolder }
  /** `reason` says why the PIN is no longer accepted; empty if the person preferred to use a key. */
  | { kind: 'key'; reason: string };

/** The sign-in screen: the names of the people with a PIN in this browser, the PIN field of one of them, or the key field. */
export function SignInForm({ session, isSigningOut = false, onSignedIn }: SignInFormProps) {
  const holders = sortLastPersonFirst(session.pins ?? [], localStore);
  const [only] = holders.length === 1 ? holders : [];
  const [choice, setChoice] = useState<SignInChoice | null>(null);
  /** The person whose name was chosen last. It has the focus when the list is shown again. */
  const [lastChosen, setLastChosen] = useState<string | null>(null);
  const status = isSigningOut
    ? t`You are signed out here, but Frontdesk can’t be reached. Your session will end on the server once the connection is back.`
    : '';
  const isKey = choice?.kind === 'key' || holders.length === 0;
  if (isKey) {
    return (
      <KeyForm
        session={session}
        status={choice?.kind === 'key' && choice.reason !== '' ? choice.reason : status}
        onSignedIn={onSignedIn}
        onBack={holders.length > 0 ? () => setChoice(null) : undefined}
      />
    );
  }
  const chooseKey = () => setChoice({ kind: 'key', reason: '' });
  const chosen = choice?.holder ?? only;
  if (chosen === undefined) {
    return (
      <NameList
        holders={holders}
        focused={lastChosen}
        status={status}
        onChoose={(holder) => {
          setLastChosen(holder.person);
          setChoice({ kind: 'pin', holder });
        }}
        onUseKey={chooseKey}
      />
    );
  }
  return (
    <PinForm
      key={chosen.person}
      holder={chosen}
      status={status}
      onSignedIn={onSignedIn}
      onBack={only === undefined ? () => setChoice(null) : undefined}
      onUseKey={chooseKey}
      onEnded={(reason) => setChoice({ kind: 'key', reason })}
    />
  );
}
