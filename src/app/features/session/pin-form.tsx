import { t } from '@lingui/core/macro';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/components/button.tsx';
import { InitialsBadge } from '#app/components/initials-badge.tsx';
import { PinField } from '#app/components/pin-field.tsx';
import { hasNoPin, isWrongPin, triesLeftOf, wrongPinText } from '#app/session/wrong-pin.ts';
import { checkFailedText } from '#app/text/error-texts.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import type { DeskSession, PinHolder } from '#contract/desk.ts';
import { holderName } from './name-list.tsx';
import { SignInCard, signInText } from './sign-in-card.tsx';
import { useSignIn } from './use-sign-in.ts';

const errorText = (error: unknown) =>
  wrongPinText(error) ?? checkFailedText(error, t`The PIN couldn’t be checked. Try again.`);

interface PinFormProps {
  holder: PinHolder;
  status: string;
  onSignedIn?: ((session: DeskSession) => void) | undefined;
  /** Returns to the list of names; undefined if there are no other names. */
  onBack?: (() => void) | undefined;
  onUseKey: () => void;
  /** Called with the reason when the person no longer has a PIN in this browser. */
  onEnded: (reason: string) => void;
}

/** The PIN field of the selected person. */
export function PinForm({ holder, status, onSignedIn, onBack, onUseKey, onEnded }: PinFormProps) {
  const [pin, setPin] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const signingIn = useSignIn(onSignedIn);
  const { isPending, error } = signingIn;
  const isInvalid = error !== null && !isPending;
  useEffect(() => field.current?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (pin === '') field.current?.focus();
    if (pin === '' || isPending) return;
    const wasLast = triesLeftOf(error) === 1;
    signingIn.mutate(
      { person: holder.person, pin },
      {
        onError(fault) {
          if (hasNoPin(fault)) onEnded(endedPinText(holder, wasLast));
          if (isWrongPin(fault)) setPin('');
          field.current?.focus();
        },
      },
    );
  }

  return (
    <SignInCard
      title={
        <span className="flex items-center gap-3">
          <InitialsBadge name={holder.name} />
          <bdi className="min-w-0 wrap-anywhere">{holderName(holder)}</bdi>
        </span>
      }
      status={status}
    >
      <form
        onSubmit={onSubmit}
        onKeyDown={(event) => (event.key === 'Escape' ? onBack?.() : undefined)}
        className="mt-4 flex flex-col gap-3"
      >
        <PinField ref={field} label={t`PIN`} value={pin} onChange={setPin} errorId={isInvalid ? errorId : undefined} />
        <p id={errorId} role="alert" className="min-h-5 text-sm text-danger">
          {isInvalid ? errorText(error) : ''}
        </p>
        <Button type="submit" tone="primary" aria-disabled={isPending}>
          {isPending ? t`Signing in…` : signInText()}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          {onBack === undefined ? null : (
            <Button onClick={onBack}>{t({ message: 'Back', comment: 'to the list of names' })}</Button>
          )}
          <Button tone="quiet" onClick={onUseKey}>
            {t`Use a sign-in key`}
          </Button>
        </div>
      </form>
    </SignInCard>
  );
}

function endedPinText(holder: PinHolder, wasLast: boolean): string {
  const name = isolateText(holderName(holder));
  return wasLast
    ? t`Too many wrong PINs: the PIN of ${name} was removed from this browser. Sign in with your key, then set a new PIN in Settings.`
    : t`${name} no longer has a PIN in this browser. A PIN is removed after too many wrong tries, or when its key is revoked. Sign in with your key, then set a new PIN in Settings.`;
}
