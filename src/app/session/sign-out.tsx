import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { hasPin, signOut } from '#app/api/session.ts';
import { isApple } from '#app/browser/platform.ts';
import { runCommand, useCommand } from '#app/commands/desk-commands.ts';
import { Button } from '#app/components/button.tsx';
import { lazy } from '#app/components/lazy.tsx';
import { createDialogFrame } from '#app/components/loading-frame.tsx';
import { texts } from '#app/text/shared-texts.ts';
import type { DeskSession } from '#contract/desk.ts';
import { outboxesOf } from './outboxes.ts';

const UnsavedQuestion = lazy({
  load: () => import('./unsaved-question.tsx').then((module) => module.UnsavedQuestion),
  Fallback: createDialogFrame(() => t`Sign out`),
});

const NoPinQuestion = lazy({
  load: () => import('./unsaved-question.tsx').then((module) => module.NoPinQuestion),
  Fallback: createDialogFrame(() => texts.switchPerson),
});

/** The subject with which the command **Switch person** signs out in this browser. */
const SIGN_OUT = 'sign out';
/** The subject with which the command **Switch person** signs out in all browsers. */
const SIGN_OUT_EVERYWHERE = 'everywhere';

/** Whether the person could have a PIN in this browser, but has none. */
const lacksPin = (session: DeskSession) => session.pins !== null && !hasPin(session);

/**
 * Runs the command **Switch person**, which signs out, here or everywhere. If unsaved changes would be lost, it asks
 * first. It also asks a person without a PIN, who could not come back quickly after switching.
 */
export function SwitchPerson({ session }: { session: DeskSession }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { subscribe, unsaved, drop } = outboxesOf(queryClient, api);
  const countNow = () => unsaved().find(({ person }) => person === session.person)?.count ?? 0;
  const unsavedCount = useSyncExternalStore(subscribe, countNow);
  const [question, setQuestion] = useState<{ about: 'unsaved' | 'pin'; everywhere: boolean } | null>(null);
  const onClose = () => setQuestion(null);
  function signOutNow(everywhere: boolean) {
    drop(session.person);
    void signOut(api, queryClient, { session, everywhere });
  }
  function signOutOrAsk(everywhere: boolean) {
    if (countNow() > 0) setQuestion({ about: 'unsaved', everywhere });
    else signOutNow(everywhere);
  }
  useCommand('switch person', (subject) => {
    if (subject === undefined && lacksPin(session) && countNow() === 0)
      setQuestion({ about: 'pin', everywhere: false });
    else signOutOrAsk(subject === SIGN_OUT_EVERYWHERE);
  });
  if (question === null) return null;
  const { about, everywhere } = question;
  return about === 'pin' ? (
    <NoPinQuestion onLeave={() => signOutOrAsk(everywhere)} onClose={onClose} />
  ) : (
    <UnsavedQuestion unsaved={unsavedCount} onLeave={() => signOutNow(everywhere)} onClose={onClose} />
  );
}

interface SignOutProps {
  session: DeskSession;
  /** Called when the person follows a link or presses a button, which may open a question. */
  onFollow?: () => void;
}

/** The name of the person, with buttons to switch to another person and to sign out, here or everywhere. */
export function SignOut({ session, onFollow = () => undefined }: SignOutProps) {
  function switchPerson(subject?: typeof SIGN_OUT | typeof SIGN_OUT_EVERYWHERE) {
    onFollow();
    runCommand('switch person', subject);
  }
  return (
    <div className="flex max-w-60 flex-col items-start gap-1.5">
      {session.name === null ? null : <p dir="auto">{session.name}</p>}
      <Button
        compact
        title={isApple ? '⇧ ⌘ L' : t({ message: 'Ctrl Shift L', context: 'keys of the keyboard' })}
        onClick={() => switchPerson()}
      >
        {texts.switchPerson}
      </Button>
      {lacksPin(session) ? (
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
      <Button compact onClick={() => switchPerson(SIGN_OUT)}>
        {t`Sign out`}
      </Button>
      <Button compact onClick={() => switchPerson(SIGN_OUT_EVERYWHERE)}>
        {t`Sign out everywhere`}
      </Button>
      {session.pins === null ? null : (
        <p className="text-xs text-muted">{t`Signing out everywhere also removes your PINs.`}</p>
      )}
    </div>
  );
}
