import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useApi } from '#app/api/api-context.ts';
import { asApiError } from '#app/api/api-error.ts';
import { signIn, takeSession } from '#app/api/session-queries.ts';
import { Button } from '#app/components/button.tsx';

function errorText(error: unknown): string {
  const api = asApiError(error);
  if (api?.status === 401 || api?.status === 403) return 'This key is not known, or it has been revoked.';
  if (api?.status === 429) return 'Too many tries. Wait a moment and try again.';
  return api?.suggestion ?? 'The key could not be checked. Try again.';
}

/** Signing in once with one's own API key, which then stays with the gateway. */
export function SignInForm() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [apiKey, setApiKey] = useState('');
  const field = useId();
  const signingIn = useMutation({
    mutationFn: () => signIn(api, apiKey.trim()),
    onSuccess: (session) => takeSession(api, queryClient, session),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (apiKey.trim() !== '' && !signingIn.isPending) signingIn.mutate();
  }

  return (
    <main className="grid h-full place-items-center bg-ground p-6">
      <form onSubmit={onSubmit} className="w-full max-w-sm rounded-xl border border-line bg-surface p-6">
        <h1 className="text-lg font-semibold">Sign in to Frontdesk</h1>
        <p className="mt-1 text-sm text-muted">
          With your own API key. A practice administrator issues it; this browser never keeps it.
        </p>
        <label htmlFor={field} className="mt-4 block text-sm font-medium">
          API key
        </label>
        <input
          id={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={apiKey}
          aria-invalid={signingIn.isError}
          aria-describedby={`${field}-fault`}
          onChange={(event) => setApiKey(event.target.value)}
          className="mt-1 h-9 w-full rounded-md border border-line-strong bg-surface px-2.5 font-mono text-sm"
        />
        <p id={`${field}-fault`} role="alert" className="mt-1 min-h-5 text-sm text-danger">
          {signingIn.isError ? errorText(signingIn.error) : ''}
        </p>
        <Button type="submit" tone="primary" className="mt-2 w-full" disabled={signingIn.isPending}>
          {signingIn.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
    </main>
  );
}
