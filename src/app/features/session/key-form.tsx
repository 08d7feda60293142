import { t } from '@lingui/core/macro';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { localStore } from '#app/browser/storage.ts';
import { Button } from '#app/components/button.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { checkFailedText } from '#app/text/error-texts.tsx';
import type { DeskSession } from '#contract/desk.ts';
import { SignInCard, signInText } from './sign-in-card.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The storage key of the name used at the last sign-in. */
const NAME_KEY = 'frontdesk.name';

function errorText(error: unknown): string {
  const status = asApiError(error)?.status;
  if (status === 401 || status === 403) return t`This key isn’t valid, or it has been revoked.`;
  return checkFailedText(error, t`The key couldn’t be checked. Try again.`);
}

interface KeyFormProps {
  session: DeskSession;
  status: string;
  onSignedIn?: ((session: DeskSession) => void) | undefined;
  /** Returns to the list of names; undefined if no one has a PIN. */
  onBack?: (() => void) | undefined;
}

/**
 * The form with which a person signs in with their own key, which is then stored only in the gateway. Password managers store
 * the name as the user name, and the key as the password. If the practice API reports the owner of a key, there is no field for
 * the name.
 */
export function KeyForm({ session, status, onSignedIn, onBack }: KeyFormProps) {
  const [name, setName] = useState(() => localStore.getItem(NAME_KEY) ?? '');
  const [apiKey, setApiKey] = useState('');
  // A card shows the key in groups, and people type the spaces between them.
  const key = apiKey.replace(/\s+/g, '');
  const asksName = session.capabilities.getMe === undefined;
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const signingIn = useSignIn((signedIn) => {
    if (asksName) localStore.setItem(NAME_KEY, name.trim());
    onSignedIn?.(signedIn);
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (key === '') field.current?.focus();
    else if (!signingIn.isPending) signingIn.mutate({ apiKey: key, name: asksName ? name.trim() : '' });
  }

  return (
    <SignInCard title={t`Sign in to Frontdesk`} status={status}>
      <form onSubmit={onSubmit} className="flex flex-col gap-3">
        <p className="mt-1 text-sm text-muted">
          {t`Use your own sign-in key, which you get from a manager. Frontdesk doesn’t store it in this browser.`}
        </p>
        {asksName ? (
          <TextField
            label={t`Your name`}
            optional
            name="username"
            autoComplete="username"
            maxLength={80}
            value={name}
            onChange={setName}
          />
        ) : null}
        <TextField
          ref={field}
          label={t`Sign-in key`}
          name="password"
          type="password"
          autoComplete="current-password"
          value={apiKey}
          onChange={setApiKey}
          errorId={signingIn.isError ? errorId : undefined}
        />
        <p id={errorId} role="alert" className="min-h-5 text-sm text-danger">
          {signingIn.isError ? errorText(signingIn.error) : ''}
        </p>
        <Button type="submit" tone="primary" aria-disabled={signingIn.isPending}>
          {signingIn.isPending ? t`Signing in…` : signInText()}
        </Button>
        {onBack === undefined ? null : (
          <Button onClick={onBack}>{t({ message: 'Back', comment: 'to the list of names' })}</Button>
        )}
        {asksName ? null : (
          <p className="text-sm text-muted">
            {t`Forgotten your key? A manager can give you a new one under Practice.`}
          </p>
        )}
      </form>
    </SignInCard>
  );
}
