import { t } from '@lingui/core/macro';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { KeyCards, LeaveKeys } from '#app/features/practice/key-cards.tsx';
import { isolated } from '#app/text/isolated.ts';
import type { DeskSetUp } from '#contract/desk-setup.ts';

interface SetUpDoneProps {
  practice: string;
  people: DeskSetUp['people'];
  /** Where other computers open Frontdesk (`DeskSession`). */
  addresses: DeskSetUp['session']['addresses'];
  onBoard: (booking: boolean) => void;
}

/** The keys of a practice that was just set up, which nobody is shown again, and the way to the board. */
export function SetUpDone({ practice, people, addresses, onBoard }: SetUpDoneProps) {
  const [isSaved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [you] = people;
  const name = isolated(you?.name ?? '');
  const title = isolated(practice);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const blocker = useBlocker({
    shouldBlockFn: () => !isSaved,
    enableBeforeUnload: () => !isSaved,
    withResolver: true,
  });
  return (
    <main className="flex h-full flex-col overflow-y-auto bg-ground text-sm">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-3 pt-6 pb-8">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
            {t`${title} is set up`}
          </h1>
          <p className="text-muted">
            {people.length > 1
              ? t`You are signed in as ${name}. These are the keys with which each of you signs in.`
              : t`You are signed in as ${name}. This is the key with which you sign in next time.`}
          </p>
        </div>
        <h2 className="sr-only">{t`Keys to sign in with`}</h2>
        <KeyCards
          cards={people.map((person) => ({ name: person.name, key: person.key, practice }))}
          addresses={addresses}
          onSaved={() => setSaved(true)}
        />
        <div className="flex flex-wrap gap-2">
          <Button tone={isSaved ? 'primary' : 'plain'} onClick={() => onBoard(true)}>
            {t`Book the first appointment`}
          </Button>
          <Button onClick={() => onBoard(false)}>{t`Go to the calendar`}</Button>
        </div>
      </div>
      {blocker.status === 'blocked' ? (
        <LeaveKeys onLeave={blocker.proceed} onStay={blocker.reset}>
          {t`They were neither printed nor copied, and are not shown again. Without a key nobody can sign in once this session has ended.`}
        </LeaveKeys>
      ) : null}
    </main>
  );
}
