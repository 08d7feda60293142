import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { PageState } from '#app/components/page-state.tsx';
import { isolated } from '#app/text/isolated.ts';
import type { DeskSession } from '#contract/desk.ts';
import { SignInForm } from './sign-in-form.tsx';

interface AnotherPersonProps {
  /** The session of the person who has signed in. */
  session: DeskSession;
  /** Called when this tab is to be theirs, or somebody has signed in here. */
  onContinue: () => void;
}

/**
 * Shown in place of the desk of a person in whose browser somebody else has signed in, in another tab. What the first person was
 * doing is not sent with the other's key.
 */
export function AnotherPerson({ session, onContinue }: AnotherPersonProps) {
  const [signsIn, setSignsIn] = useState(false);
  if (signsIn) return <SignInForm session={session} onSignedIn={onContinue} />;
  const name = isolated(session.name ?? '');
  return (
    <PageState title={t`Somebody else has signed in in this browser`}>
      <p role="alert">
        {t`Nothing more is sent under your name. What you have typed is stored in this tab for you: sign in again to continue with it.`}
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button tone="primary" onClick={() => setSignsIn(true)}>
          {t`Sign in again`}
        </Button>
        <Button onClick={onContinue}>{name === '' ? t`Continue in this tab` : t`Continue as ${name}`}</Button>
      </div>
    </PageState>
  );
}
