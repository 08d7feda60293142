import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { invalidate } from '#app/api/queries.ts';
import { hasPin, setSession } from '#app/api/session.ts';
import { Button } from '#app/components/button.tsx';
import { PinField } from '#app/components/pin-field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { hasNoPin, wrongPinText } from '#app/session/wrong-pin.ts';
import { errorReasonText } from '#app/text/error-texts.tsx';
import { type DeskSession, sessionCalls } from '#contract/desk.ts';
import { findPinWeakness } from '#contract/weak-pin.ts';

const MIN_DIGITS = 6;

/** The error in a new PIN; undefined if it is acceptable. */
function pinError(pin: string): string | undefined {
  if (pin.length < MIN_DIGITS) return t`Use 6 to 12 digits.`;
  switch (findPinWeakness(pin)) {
    case 'repeated':
      return t`This PIN is easy to guess: it repeats digits. Mix at least four different ones.`;
    case 'sequence':
      return t`This PIN is easy to guess: it is a sequence, or a line on the keypad. Mix the digits.`;
    case 'date':
      return t`This PIN is easy to guess: it is a date. Choose digits that don’t form a date.`;
    case null:
      return undefined;
  }
}

/** The error in the current PIN or key; undefined if it is neither missing nor wrong. */
function proofError(proof: string, isSet: boolean, error: unknown): string | undefined {
  if (proof === '') return isSet ? t`Enter your current PIN, or your sign-in key.` : t`Enter your sign-in key.`;
  if (asApiError(error)?.status === 401) return t`That isn’t your key, or it has been revoked.`;
  if (hasNoPin(error)) return t`You no longer have a PIN in this browser. Enter your sign-in key.`;
  return wrongPinText(error) ?? undefined;
}

/** Reads the typed text as the current PIN or as a key. Spaces are ignored, since a card shows the key in groups. */
function readCredential(typed: string) {
  const proof = typed.replace(/\s+/g, '');
  return /^[0-9]{6,12}$/.test(proof) ? { pin: proof } : { apiKey: proof };
}

/** Sets, changes or removes the signed-in person's PIN for this browser. */
export function MyPin({ session }: { session: DeskSession }) {
  if (session.pins === null) {
    return <p>{t`A PIN needs https, or a browser on the computer that runs Frontdesk.`}</p>;
  }
  return <PinFields session={session} isSet={hasPin(session)} />;
}

const EMPTY_INPUT = { proof: '', pin: '', repeated: '', name: '' };

function PinFields({ session, isSet }: { session: DeskSession; isSet: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(EMPTY_INPUT);
  /** Whether the form was submitted. Before that, incomplete input shows no error. */
  const [wasSent, setSent] = useState(false);
  const fields = {
    name: useRef<HTMLInputElement>(null),
    proof: useRef<HTMLInputElement>(null),
    pin: useRef<HTMLInputElement>(null),
    repeated: useRef<HTMLInputElement>(null),
  };
  const { proof, pin, repeated } = typed;
  const name = typed.name.trim();
  const asksName = session.name === null;
  const update = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change });
    changing.reset();
  };
  const changing = useMutation({
    mutationFn: (to: 'new' | 'none') =>
      to === 'none'
        ? api.call(sessionCalls.removePin, {})
        : api.call(sessionCalls.setPin, { pin, by: readCredential(proof), ...(asksName ? { name } : {}) }),
    onSuccess(changed) {
      setTyped(EMPTY_INPUT);
      setSent(false);
      return setSession(api, queryClient, changed);
    },
    onError() {
      fields.proof.current?.select();
      // The PIN or the session may have ended, so the session is loaded again.
      void invalidate(queryClient, sessionCalls.getSession);
    },
  });
  const errors = {
    name: asksName && name === '' ? t`Enter the name that this browser shows for you.` : undefined,
    proof: proofError(proof.trim(), isSet, changing.error),
    pin: pinError(pin),
    repeated: repeated === pin ? undefined : t`The two PINs don’t match.`,
  };
  const shown: Partial<typeof errors> = wasSent ? errors : {};

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    const invalid = (['name', 'proof', 'pin', 'repeated'] as const).find((name) => errors[name] !== undefined);
    if (invalid !== undefined) fields[invalid].current?.focus();
    else if (!changing.isPending) changing.mutate('new');
  }

  const outcome = changing.variables === 'none' ? t`Your PIN was removed from this browser.` : t`Your PIN was saved.`;
  return (
    <>
      <p>
        {isSet
          ? t`You have a PIN in this browser. A new one replaces it.`
          : t`With a PIN you can sign in in this browser without your sign-in key.`}
      </p>
      <form onSubmit={onSubmit} className="mt-2 flex max-w-64 flex-col gap-3">
        {asksName ? (
          <TextField
            ref={fields.name}
            label={t`Your name`}
            value={typed.name}
            onChange={(value) => update({ name: value })}
            error={shown.name}
          />
        ) : null}
        <TextField
          ref={fields.proof}
          label={isSet ? t`Current PIN, or your sign-in key` : t`Your sign-in key`}
          type="password"
          value={proof}
          onChange={(value) => update({ proof: value })}
          error={shown.proof}
        />
        <PinField
          ref={fields.pin}
          label={t`New PIN`}
          hint={t`6 to 12 digits`}
          value={pin}
          onChange={(value) => update({ pin: value })}
          error={shown.pin}
        />
        <PinField
          ref={fields.repeated}
          label={t`Repeat PIN`}
          value={repeated}
          onChange={(value) => update({ repeated: value })}
          error={shown.repeated}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" aria-disabled={changing.isPending}>
            {t`Save PIN`}
          </Button>
          {isSet ? (
            <Button
              aria-disabled={changing.isPending}
              onClick={() => (changing.isPending ? undefined : changing.mutate('none'))}
            >
              {t`Remove PIN`}
            </Button>
          ) : null}
        </div>
      </form>
      <p role="status" className="mt-2 text-ok empty:hidden">
        {changing.isSuccess ? outcome : ''}
      </p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {changing.isError
          ? [t`The PIN was not changed.`, shown.proof ? '' : errorReasonText(changing.error)].join(' ')
          : ''}
      </p>
    </>
  );
}
