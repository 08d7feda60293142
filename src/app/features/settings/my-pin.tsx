import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { reasonOf } from '#app/api/failures.tsx';
import { hasPin, takeSession } from '#app/api/session.ts';
import { Button } from '#app/components/button.tsx';
import { PinField } from '#app/components/pin-field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { useConfirmedKey } from '#app/session/confirm-key.tsx';
import { type DeskSession, isEasyPin, sessionEndpoints } from '#contract/desk.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

const MIN_DIGITS = 6;

/** The error in a new PIN; undefined if it is acceptable. */
function faultOf(pin: string): string | undefined {
  if (pin.length < MIN_DIGITS) return t`Use 6 to 12 digits.`;
  return isEasyPin(pin) ? t`This PIN is easy to guess. Avoid repeated digits and sequences such as 123456.` : undefined;
}

function errorText(error: unknown): string {
  const isGivenUp = asApiError(error)?.messageKey === ('confirm_key' satisfies ErrorMessageKey);
  return [t`The PIN was not changed.`, isGivenUp ? t`That needs your sign-in key.` : reasonOf(error)].join(' ');
}

/** The signed-in person's PIN for this browser: set, changed, removed. */
export function MyPin({ session }: { session: DeskSession }) {
  if (session.pins === null) {
    return <p>{t`A PIN needs https, or a browser on the computer that runs Frontdesk.`}</p>;
  }
  return <PinFields session={session} isSet={hasPin(session)} />;
}

const NOTHING_TYPED = { pin: '', repeated: '', name: '' };

function PinFields({ session, isSet }: { session: DeskSession; isSet: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { confirmed, dialog } = useConfirmedKey();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  /** Whether it was submitted: before that, incomplete input shows no error. */
  const [wasSent, setSent] = useState(false);
  const fields = { pin: useRef<HTMLInputElement>(null), repeated: useRef<HTMLInputElement>(null) };
  const nameField = useRef<HTMLInputElement>(null);
  const { pin, repeated } = typed;
  const name = typed.name.trim();
  const asksName = session.name === null;
  const type = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change });
    changing.reset();
  };
  const changing = useMutation({
    mutationFn: (to: 'new' | 'none') =>
      to === 'none'
        ? api.call(sessionEndpoints.removePin, {})
        : confirmed(() => api.call(sessionEndpoints.setPin, { pin, ...(asksName ? { name } : {}) })),
    onSuccess(changed) {
      setTyped(NOTHING_TYPED);
      setSent(false);
      return takeSession(api, queryClient, changed);
    },
  });
  const faults = {
    pin: faultOf(pin),
    repeated: repeated === pin ? undefined : t`The two PINs do not match.`,
    name: asksName && name === '' ? t`Enter the name that this browser shows for you.` : undefined,
  };
  const shown: Partial<typeof faults> = wasSent ? faults : {};

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (faults.name !== undefined) nameField.current?.focus();
    else if (faults.pin !== undefined) fields.pin.current?.focus();
    else if (faults.repeated !== undefined) fields.repeated.current?.focus();
    else if (!changing.isPending) changing.mutate('new');
  }

  const outcome = changing.variables === 'none' ? t`Your PIN is removed from this browser.` : t`Your PIN is saved.`;
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
            ref={nameField}
            label={t`Your name`}
            value={typed.name}
            onChange={(value) => type({ name: value })}
            error={shown.name}
          />
        ) : null}
        <PinField
          ref={fields.pin}
          label={t`New PIN`}
          hint={t`6 to 12 digits`}
          value={pin}
          onChange={(value) => type({ pin: value })}
          error={shown.pin}
        />
        <PinField
          ref={fields.repeated}
          label={t`Repeat PIN`}
          value={repeated}
          onChange={(value) => type({ repeated: value })}
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
        {changing.isError ? errorText(changing.error) : ''}
      </p>
      {dialog}
    </>
  );
}
