import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { useEditor } from './editor.ts';

interface ConfirmQuestionProps {
  /** The accessible name: the subject of the question. */
  label: string;
  /** The label of the button that confirms the action. */
  confirm: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** The message if the action fails. */
  failed: string;
  /** Returns a message that replaces the question after certain errors; null for an error after which `failed` is shown. */
  refusal?: (error: unknown) => ReactNode;
  children: ReactNode;
}

/**
 * After an element has been removed, focuses `preferred` or, if that is gone, the nearest control after or before the
 * place of the element.
 */
function focusNearest(removed: Element, preferred: Element | null): void {
  const others = [...document.querySelectorAll('main :is(button, a[href], input)')].filter(
    (one) => !removed.contains(one),
  );
  const isBefore = (one: Element) =>
    (removed.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) === Node.DOCUMENT_POSITION_PRECEDING;
  const nearest = [...others.filter((one) => !isBefore(one)), ...others.filter(isBefore).toReversed()];
  // Runs after the element has been removed.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    const next = [preferred, ...nearest].find((one) => one !== document.body && one?.isConnected);
    if (next instanceof HTMLElement) next.focus();
  });
}

/** A question below a row, before an action that cannot be undone. */
export function ConfirmQuestion({
  label,
  confirm,
  onConfirm,
  onClose,
  failed,
  refusal,
  children,
}: ConfirmQuestionProps) {
  const { send, refresh } = useEditor();
  const group = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = group.current;
    const opener = document.activeElement;
    first.current?.focus();
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // After the action, its row or the button that opened the question is gone, too.
      if (isDone.current) focusNearest(element.closest('li') ?? element, null);
      else focusNearest(element, opener);
    };
  }, []);
  const confirmation = useMutation({
    async mutationFn() {
      await send(onConfirm);
      await refresh();
    },
    onSuccess() {
      isDone.current = true;
      onClose();
    },
  });
  const refusalMessage = confirmation.error ? refusal?.(confirmation.error) : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there are none here.
    <div ref={group} role="group" aria-label={label} className="mt-2 flex flex-col items-start gap-2 pb-1">
      {refusalMessage ? (
        <p role="alert" className="text-danger">
          {refusalMessage}
        </p>
      ) : (
        <p>{children}</p>
      )}
      {confirmation.error && !refusalMessage ? (
        <Failure look="danger" error={confirmation.error} onRetry={() => confirmation.mutate()}>
          {failed}
        </Failure>
      ) : null}
      <div className="flex gap-2">
        <Button
          ref={first}
          compact
          aria-disabled={confirmation.isPending}
          onClick={() => confirmation.isPending || confirmation.mutate()}
        >
          {confirm}
        </Button>
        <Button compact tone="quiet" onClick={onClose}>
          {t({ message: 'Cancel', comment: 'button: nothing is done' })}
        </Button>
      </div>
    </div>
  );
}
