import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { errorIdOf, Reason } from '#app/api/failures.tsx';
import { Button } from '#app/components/button.tsx';
import { ErrorMessage } from '#app/components/error-message.tsx';
import { useEditor } from './editor.ts';

interface QuestionProps {
  /** What is asked about, as its accessible name. */
  label: string;
  /** The button that does it. */
  confirm: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** What did not happen, where it fails. */
  failed: string;
  /** What is said in place of the question where an error means something of its own; null for others. */
  refusal?: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** A question below a row, before what cannot be undone. */
export function Question({ label, confirm, onConfirm, onClose, failed, refusal, children }: QuestionProps) {
  const { send, refresh, explain } = useEditor();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const doing = useMutation({
    async mutationFn() {
      await send(onConfirm);
      await refresh();
    },
    onSuccess: onClose,
  });
  const refused = doing.error ? refusal?.(doing.error) : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and here are none.
    <div role="group" aria-label={label} className="mt-2 flex flex-col items-start gap-2 pb-1">
      {refused ? (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      ) : (
        <p>{children}</p>
      )}
      {doing.error && !refused ? (
        <ErrorMessage look="danger" errorId={errorIdOf(doing.error)} onRetry={() => doing.mutate()}>
          <p>
            {failed} {explain(doing.error) ?? <Reason error={doing.error} />}
          </p>
        </ErrorMessage>
      ) : null}
      <div className="flex gap-2">
        <Button ref={first} compact aria-disabled={doing.isPending} onClick={() => doing.isPending || doing.mutate()}>
          {confirm}
        </Button>
        <Button compact tone="quiet" onClick={onClose}>
          {t({ message: 'Cancel', comment: 'button: nothing is done' })}
        </Button>
      </div>
    </div>
  );
}
