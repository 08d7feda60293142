import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asApiError } from '#app/api/api-error.ts';
import { companyName } from '#app/api/directory.ts';
import { newId } from '#app/browser/new-id.ts';
import { Button } from '#app/components/button.tsx';
import { DateField } from '#app/components/date-field.tsx';
import { Failure } from '#app/components/failure.tsx';
import { Select } from '#app/components/select.tsx';
import { useEditor } from '#app/editor/editor.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { useDesk } from '#app/session/use-desk.ts';
import type { ErrorMessageKey } from '#contract/error.ts';
import { practiceEndpoints } from '#contract/practice-endpoints.ts';
import type { ReceivedKey } from '#contract/received-practice.ts';
import { dayInterval, isUsableDate } from '#scheduling/calendar-day.ts';
import { keyTypeText } from './people-text.ts';

const accesses = ['read_write', 'read_only'] as const;
type Access = (typeof accesses)[number];

interface NewKeyProps {
  employeeId: string;
  name: string;
  /** The keys that the person has. */
  keys: readonly ReceivedKey[];
}

const wasIssued = (error: unknown) => asApiError(error)?.messageKey === ('already_issued' satisfies ErrorMessageKey);

/** Issues a key and shows its card once. */
export function NewKey({ employeeId, name, keys }: NewKeyProps) {
  const { onCards, zone } = usePractice();
  const { company } = useDesk();
  const { api, companyId, send, refresh } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [access, setAccess] = useState<Access>('read_write');
  const [lastDay, setLastDay] = useState('');
  const [showProblems, setShowProblems] = useState(false);
  /** The last request that was sent, and the keys that existed before it. */
  const [sent, setSent] = useState<{ key: string; body: string; knownIds: readonly string[] } | null>(null);
  /** Keys issued since then; one of them may belong to a lost response. */
  const lost =
    sent === null ? [] : keys.filter(({ id, revokedAt }) => revokedAt === null && !sent.knownIds.includes(id));
  const expiresAt = isUsableDate(lastDay) ? new Date(dayInterval(zone, lastDay).end).toISOString() : null;
  const problem =
    lastDay === '' || (expiresAt !== null && Date.parse(expiresAt) > Date.now())
      ? null
      : t`Choose a day to come, or leave it empty.`;

  function close() {
    setOpen(false);
    setSent(null);
    setLastDay('');
    setShowProblems(false);
    issuing.reset();
  }

  const issuing = useMutation({
    async mutationFn({ insteadOf }: { insteadOf: string | null }) {
      const body = { access, ...(expiresAt === null ? {} : { expiresAt }) };
      const text = JSON.stringify(body);
      if (insteadOf !== null) await send(() => api.call(practiceEndpoints.revokeKey, { companyId, id: insteadOf }));
      const isAgain = sent?.body === text && insteadOf === null;
      const attempt = isAgain ? sent : { key: newId(), body: text, knownIds: keys.map(({ id }) => id) };
      setSent(attempt);
      const input = { companyId, id: employeeId, ...body };
      return send(() => api.call(practiceEndpoints.issueKey, input, { idempotencyKey: attempt.key }));
    },
    onSuccess({ key }) {
      close();
      void refresh();
      onCards([{ name, key, practice: companyName(company) }]);
    },
    onError: () => void refresh(),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setShowProblems(true);
    if (problem === null && !issuing.isPending) issuing.mutate({ insteadOf: null });
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
    <form
      aria-label={t`New key`}
      noValidate
      onSubmit={onSubmit}
      className="flex flex-col gap-3 rounded-md bg-sunken p-3"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Select
          label={t({ message: 'Key type', comment: 'what a key is good for' })}
          options={accesses.map((value) => ({ value, label: keyTypeText(value) }))}
          value={access}
          onChange={(chosen) => setAccess(accesses.find((one) => one === chosen) ?? access)}
        />
        <DateField
          label={t({ message: 'Last day (optional)', comment: 'of a key: until when it is valid' })}
          value={lastDay}
          zone={zone}
          onChange={setLastDay}
          onBlur={() => setShowProblems(true)}
          error={showProblems && problem !== null ? problem : undefined}
        />
      </div>
      {wasIssued(issuing.error) ? (
        <div role="alert" className="flex flex-col items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <p>{t`The key was made, but its answer was lost on the way, so nobody has it.`}</p>
          {lost.length === 1 ? (
            <Button compact onClick={() => issuing.mutate({ insteadOf: lost[0]?.id ?? null })}>
              {t`Revoke it and make another`}
            </Button>
          ) : (
            <p>{t`Revoke it in the list above, then make another.`}</p>
          )}
        </div>
      ) : issuing.isError ? (
        <Failure look="danger" error={issuing.error} onRetry={() => issuing.mutate({ insteadOf: null })}>
          {t`No key was shown.`}
        </Failure>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" compact tone="primary" aria-disabled={issuing.isPending}>
          {t({ message: 'Make key', comment: 'button: issues a key' })}
        </Button>
        <Button compact onClick={close}>
          {t({ message: 'Cancel', comment: 'button: nothing is done' })}
        </Button>
      </div>
    </form>
  );
}
