import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '#app/api/api-client.ts';
import { asApiError } from '#app/api/api-error.ts';
import { invalidate } from '#app/api/queries.ts';
import { confirmationMutationKey, setSession } from '#app/api/session.ts';
import { Button } from '#app/components/button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { checkFailedText } from '#app/text/error-texts.tsx';
import { sessionCalls } from '#contract/desk.ts';
import type { ErrorMessageKey } from '#contract/error.ts';

const asksForKey = (error: unknown) => asApiError(error)?.messageKey === ('confirm_key' satisfies ErrorMessageKey);

/**
 * Sends requests that require the person to have typed their key recently. If that was too long ago, a dialog asks for
 * the key and the request is sent again; if the person cancels, it fails with its original error.
 */
export function useConfirmedKey() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const isGone = useRef(false);
  // When the screen closes, the open dialog counts as cancelled.
  useEffect(() => () => answer?.(false), [answer]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  async function withConfirmedKey<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    try {
      return await request();
    } catch (error) {
      if (!asksForKey(error) || isGone.current) throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      if (!isConfirmed) throw error;
      return request();
    }
  }
  return {
    confirmed: withConfirmedKey,
    dialog: answer === null ? null : <ConfirmKeyDialog onAnswer={answer} />,
  };
}

function problemText(error: unknown): string {
  const status = asApiError(error)?.status;
  if (status === 401 || status === 403) return t`That isn’t your key, or it has been revoked.`;
  return checkFailedText(error, t`The key couldn’t be checked. Try again.`);
}

function ConfirmKeyDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  const typed = key.replace(/\s+/g, '');
  const confirming = useMutation({
    mutationKey: confirmationMutationKey,
    mutationFn: () => api.call(sessionCalls.confirmKey, { apiKey: typed }),
    onSuccess: async (session) => {
      await setSession(api, queryClient, session);
      onAnswer(true);
    },
    onError() {
      field.current?.select();
      // The key may have been refused because the session has ended, so the session is loaded again.
      void invalidate(queryClient, sessionCalls.getSession);
    },
  });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (typed === '') field.current?.focus();
    else if (!confirming.isPending) confirming.mutate();
  }
  return (
    <Dialog
      title={t`Confirm it’s you`}
      description={t`Enter your own sign-in key. It’s needed to export data, and to change keys, PINs or what people can access.`}
      initialFocus={field}
      onClose={() => onAnswer(false)}
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-3 p-4 text-sm">
        <TextField
          ref={field}
          label={t`Your key`}
          type="password"
          value={key}
          onChange={setKey}
          error={confirming.isError ? problemText(confirming.error) : undefined}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" aria-disabled={confirming.isPending}>
            {t({ message: 'Confirm', comment: 'button: that it is you' })}
          </Button>
          <Button onClick={() => onAnswer(false)}>
            {t({ message: 'Cancel', comment: 'button: nothing is done' })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
