import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { InitialsBadge } from '#app/components/initials-badge.tsx';
import type { PinHolder } from '#contract/desk.ts';
import { SignInCard } from './sign-in-card.tsx';

export const holderName = ({ name }: PinHolder) => name ?? t`Without a name`;

interface NameListProps {
  holders: readonly PinHolder[];
  /** The person whose name is focused initially; null for the first one. */
  focused: string | null;
  status: string;
  onChoose: (holder: PinHolder) => void;
  onUseKey: () => void;
}

/** The names of the people with a PIN in this browser. */
export function NameList({ holders, focused, status, onChoose, onUseKey }: NameListProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const firstPerson = holders.some(({ person }) => person === focused) ? focused : holders[0]?.person;
  return (
    <SignInCard title={t`Who is here?`} status={status}>
      <p className="mt-1 text-sm text-muted">{t`Choose your name. Your unfinished work is kept.`}</p>
      <ul className="mt-4 flex flex-col gap-2">
        {holders.map((holder) => (
          <li key={holder.person}>
            <button
              ref={holder.person === firstPerson ? first : undefined}
              type="button"
              onClick={() => onChoose(holder)}
              className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line-strong bg-surface px-3 text-start text-base font-medium hover:bg-sunken"
            >
              <InitialsBadge name={holder.name} />
              <bdi className="min-w-0 wrap-anywhere">{holderName(holder)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <Button tone="quiet" className="mt-4 w-full" onClick={onUseKey}>
        {t`Use a sign-in key`}
      </Button>
    </SignInCard>
  );
}
