import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { LeaveGuard } from '#app/components/leave-dialog.tsx';
import { KeyCards } from '#app/features/practice/key-cards.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import type { FinishedOnboarding } from '#contract/desk-onboarding.ts';

interface FinishedSetupProps {
  practice: string;
  people: FinishedOnboarding['people'];
  /** The origins at which other computers open Frontdesk: empty if only its own computer can, null if they are unknown. */
  addresses: FinishedOnboarding['session']['addresses'];
}

/** The keys of a practice that was just set up, which are never shown again, and links to the calendar. */
export function FinishedSetup({ practice, people, addresses }: FinishedSetupProps) {
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [you] = people;
  const name = isolateText(you?.name ?? '');
  const title = isolateText(practice);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <main className="flex h-full flex-col overflow-y-auto bg-ground text-sm">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-3 pt-6 pb-8">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
            {t`${title} is set up`}
          </h1>
          <p className="text-muted">
            {people.length > 1
              ? t`You’re signed in as ${name}. Each of you signs in with one of these keys.`
              : t`You’re signed in as ${name}. Use this key to sign in next time.`}
          </p>
        </div>
        <h2 className="sr-only">{t`Sign-in keys`}</h2>
        <KeyCards
          cards={people.map((person) => ({ name: person.name, key: person.key, practice }))}
          addresses={addresses}
          onSaved={() => setSaved(true)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            tone={isSaved ? 'primary' : 'plain'}
            onClick={() => void navigate({ to: '/', search: { new: true } })}
          >
            {t`Book the first appointment`}
          </Button>
          <Button onClick={() => void navigate({ to: '/' })}>{t`Go to the calendar`}</Button>
        </div>
      </div>
      <LeaveGuard isActive={!isSaved} title={t`Leave without saving the keys?`} leave={t`Leave without them`}>
        <p>{t`You haven’t printed or copied the keys, and they won’t be shown again. Without a key, no one can sign in after this session ends.`}</p>
      </LeaveGuard>
    </main>
  );
}
