import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { companyName } from '#app/api/directory.ts';
import { newId } from '#app/browser/new-id.ts';
import { Button } from '#app/components/button.tsx';
import { Failure } from '#app/components/failure.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { FieldGrid } from '#app/editor/field-grid.tsx';
import { choiceField, optionalDateField } from '#app/editor/fields.tsx';
import { listFields } from '#app/editor/record-kind.ts';
import { readFields } from '#app/editor/record-values.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import { practiceCalls } from '#contract/practice-calls.ts';
import { dayInterval } from '#scheduling/calendar-day.ts';
import { keyTypeText } from './people-text.ts';

const accesses = ['read_write', 'read_only'] as const;

const endOfDay = (date: string, { zone }: { zone: string }) => dayInterval(zone, date).end;

const fields = {
  access: choiceField({
    label: () => t({ message: 'Key type', comment: 'what a key is good for' }),
    options: () => accesses.map((value) => ({ value, label: keyTypeText(value) })),
  }),
  lastDay: optionalDateField({
    label: () => t({ message: 'Last day', comment: 'of a key: until when it is valid' }),
    problem: (date, reference: { zone: string }) =>
      endOfDay(date, reference) > Date.now() ? null : t`Choose a future date, or leave it empty.`,
  }),
};

const isAlreadyIssued = (error: unknown) =>
  asApiError(error)?.messageKey === ('already_issued' satisfies ErrorMessageKey);

/** Issues a key and shows its card once. */
export function NewKey({ employeeId, name }: { employeeId: string; name: string }) {
  const { onCards, zone } = usePractice();
  const { company } = useDesk();
  const { api, companyId, send, refresh } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [input, setInput] = useState({ access: 'read_write', lastDay: '' });
  const [showProblems, setShowProblems] = useState(false);
  /** The last request that was sent, so that sending it again does not issue a second key. */
  const [sent, setSent] = useState<{ key: string; body: string } | null>(null);
  const { values, problems } = readFields(fields, input, { zone });

  function closeForm() {
    setOpen(false);
    setSent(null);
    setInput({ ...input, lastDay: '' });
    setShowProblems(false);
    issuing.reset();
  }

  const issuing = useMutation({
    mutationFn({ access, lastDay }: NonNullable<typeof values>) {
      const expiresAt = lastDay === null ? undefined : new Date(endOfDay(lastDay, { zone })).toISOString();
      const request = { access: accesses.find((one) => one === access) ?? 'read_only', expiresAt };
      const body = JSON.stringify(request);
      const { key: idempotencyKey } = sent?.body === body ? sent : { key: newId() };
      setSent({ key: idempotencyKey, body });
      return send(() =>
        api.call(practiceCalls.issueKey, { companyId, id: employeeId, ...request }, { idempotencyKey }),
      );
    },
    onSuccess({ key }) {
      closeForm();
      void refresh();
      onCards([{ name, key, practice: companyName(company) }]);
    },
    onError(error) {
      if (isAlreadyIssued(error)) setSent(null);
      void refresh();
    },
  });

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setShowProblems(true);
    if (values !== null && !issuing.isPending) issuing.mutate(values);
  }

  if (!isOpen)
    return (
      <p>
        <Button compact onClick={() => setOpen(true)}>
          {t`New key`}
        </Button>
      </p>
    );
  return (
    <form aria-label={t`New key`} noValidate onSubmit={submit} className="flex flex-col gap-3 rounded-md bg-sunken p-3">
      <FieldGrid
        {...{ input, problems, showProblems, reference: { zone } }}
        fields={listFields({ fields })}
        onChange={(field, value) => setInput({ ...input, [field]: value })}
      />
      {isAlreadyIssued(issuing.error) ? (
        <Failure look="danger">
          {t`The key was created, but it never reached this page, so no one has it. Revoke it in the list above, and create another.`}
        </Failure>
      ) : issuing.isError ? (
        <Failure look="danger" error={issuing.error} onRetry={submit}>
          {t`The key couldn’t be created.`}
        </Failure>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" compact tone="primary" aria-disabled={issuing.isPending}>
          {t({ message: 'Create key', comment: 'button: issues a key' })}
        </Button>
        <Button compact onClick={closeForm}>
          {t({ message: 'Cancel', comment: 'button: nothing is done' })}
        </Button>
      </div>
    </form>
  );
}
