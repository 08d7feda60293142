import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { InitialsBadge } from '#app/components/initials-badge.tsx';
import { digitsOf } from '#app/components/pin-field.tsx';
import type { PinHolder } from '#contract/desk.ts';
import { matchesWords } from '#reading/text.ts';
import { SignInCard } from './sign-in-card.tsx';

export const nameOf = ({ name }: PinHolder) => name ?? t`Without a name`;

interface NameListProps {
  holders: readonly PinHolder[];
  /** The person whose name is focused initially; the first one if null. */
  focused: string | null;
  status: string;
  /** Called with a person, and with the digit that was typed while their name was focused. */
  onChoose: (holder: PinHolder, digit: string) => void;
  onUseKey: () => void;
}

/**
 * The names of the people with a PIN in this browser. Arrow keys move, a letter jumps, and the first digit of the PIN
 * selects.
 */
export function NameList({ holders, focused, status, onChoose, onUseKey }: NameListProps) {
  const list = useRef<HTMLUListElement>(null);
  const first = Math.max(
    0,
    holders.findIndex(({ person }) => person === focused),
  );
  const focus = (nth: number) => list.current?.querySelectorAll('button')[nth]?.focus();
  const focusFirst = useEffectEvent(() => focus(first));
  useEffect(() => focusFirst(), []);

  function onKeyDown(event: KeyboardEvent, nth: number) {
    const { key, ctrlKey, metaKey, altKey } = event;
    const holder = holders[nth];
    if (ctrlKey || metaKey || altKey || holder === undefined) return;
    const digit = key.length === 1 ? digitsOf(key) : '';
    const next = digit === '' ? placeAfter(key, nth, holders) : null;
    if (digit === '' && next === null) return;
    event.preventDefault();
    if (next === null) onChoose(holder, digit);
    else focus(next);
  }

  return (
    <SignInCard title={t`Who is here?`} status={status}>
      <p className="mt-1 text-sm text-muted">{t`Choose your name. What you have not finished is kept for you.`}</p>
      <ul ref={list} className="mt-4 flex flex-col gap-2">
        {holders.map((holder, nth) => (
          <li key={holder.person}>
            <button
              type="button"
              onClick={() => onChoose(holder, '')}
              onKeyDown={(event) => onKeyDown(event, nth)}
              className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line-strong bg-surface px-3 text-start text-base font-medium hover:bg-sunken"
            >
              <InitialsBadge name={holder.name} />
              <bdi className="min-w-0 wrap-anywhere">{nameOf(holder)}</bdi>
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

/** The index in the list that a key moves to; null for a key that does not move. */
function placeAfter(key: string, nth: number, holders: readonly PinHolder[]): number | null {
  const count = holders.length;
  if (key === 'ArrowDown') return (nth + 1) % count;
  if (key === 'ArrowUp') return (nth + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (!/^\p{L}$/u.test(key)) return null;
  const inTurn = holders.map((_, step) => (nth + 1 + step) % count);
  return inTurn.find((place) => matchesWords([holders[place]?.name ?? null], key)) ?? null;
}
