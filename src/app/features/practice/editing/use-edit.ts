import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { CallOptions } from '#app/api/api-client.ts';
import { newId } from '#app/browser/new-id.ts';
import { usePractice } from '#app/features/practice/practice-context.ts';
import { type KeptDraft, keepEditDraft, readEditDraft } from './edit-drafts.ts';
import { changedFields, type Draft, mergeDraft } from './merge-draft.ts';

/** The idempotency key of a create. */
type CreateOptions = Pick<CallOptions, 'idempotencyKey'>;

interface EditOptions<Values extends object, Saved> {
  /** What is edited; its draft is kept under it. */
  id: string;
  /** The record as it is now; the values that a form begins with, where something is added. */
  current: Values;
  /** Reads the record from the practice system, before it is changed; null where something is added. */
  latest: (() => Promise<Values | null>) | null;
  /** Whether a value is wrong: then nothing is sent, and the fields say what. */
  isWrong: (values: Values) => boolean;
  /** Sends the changes. `options` has the idempotency key of a create, the same for the same values. */
  save: (changes: Partial<Values>, values: Values, options: CreateOptions) => Promise<Saved>;
  /** Called with what `save` answered; returns the id of what is edited next, in place of the form, or null. */
  onSaved?: (saved: Saved) => string | null;
}

/** What is wrong once the values were looked at: a colleague has changed the same, which the person has not seen. */
class ChangedMeanwhile extends Error {}

/**
 * A form over one record: its values survive Back, a reload and an error; only changed fields are sent; and what a colleague
 * changed meanwhile is merged or shown, but never overwritten unseen.
 */
export function useEdit<Values extends object, Saved = unknown>(options: EditOptions<Values, Saved>) {
  const { id, current, latest, isWrong, save, onSaved } = options;
  const { draftKey, refresh, onEdit } = usePractice();
  const key = draftKey(id);
  const [kept, setKept] = useState<KeptDraft<Values>>(
    () => readEditDraft(key, current) ?? { base: current, values: current, attempt: null },
  );
  const [showFaults, setShowFaults] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { draft, conflicts } = mergeDraft(kept, current);
  const { base, values } = draft;

  /**
   * Whether these values were sent before, and perhaps saved: they were right then, and may only seem wrong now since what was made
   * of them is on the list.
   */
  const wasSent = kept.attempt?.sent === JSON.stringify(values);

  function keep(next: KeptDraft<Values>): void {
    setKept(next);
    keepEditDraft(key, changedFields(next.base, next.values).length > 0 ? next : null);
  }

  /** The idempotency key of these values: the one that they were sent with before, if any. */
  function createOptions(sending: Draft<Values>): CreateOptions {
    const sent = JSON.stringify(sending.values);
    const attempt = kept.attempt?.sent === sent ? kept.attempt : { key: newId(), sent };
    if (attempt !== kept.attempt) keep({ ...sending, attempt });
    return { idempotencyKey: attempt.key };
  }

  const saving = useMutation({
    mutationFn: async () => {
      const seen = new Set(conflicts.map((field) => JSON.stringify([field, current[field]])));
      const now = latest === null ? current : ((await latest()) ?? current);
      const against = mergeDraft(draft, now);
      if (against.conflicts.some((field) => !seen.has(JSON.stringify([field, now[field]]))))
        throw new ChangedMeanwhile();
      const fields = changedFields(against.draft.base, against.draft.values);
      const changes: Partial<Values> = {};
      for (const field of fields) changes[field] = against.draft.values[field];
      const isNeeded = latest === null || fields.length > 0;
      const saved = isNeeded ? await save(changes, against.draft.values, createOptions(against.draft)) : null;
      keepEditDraft(key, null);
      await refresh();
      // A key is shown also to those who have closed the form meanwhile.
      return saved === null ? null : (onSaved?.(saved) ?? null);
    },
    // What a colleague did is shown.
    onError: () => void refresh(),
  });

  return {
    form,
    values,
    conflicts,
    current,
    wasSent,
    showFaults,
    isSaving: saving.isPending,
    /** Why it was not saved; null while nothing went wrong. */
    error: saving.error instanceof ChangedMeanwhile ? null : saving.error,
    change: (changes: Partial<Values>) => keep({ ...kept, ...draft, values: { ...values, ...changes } }),
    /** Gives up the own value of a field for that of the colleague. */
    takeTheirs: (field: keyof Values & string) =>
      keep({
        ...kept,
        base: { ...base, [field]: current[field] },
        values: { ...values, [field]: current[field] },
      }),
    submit(event?: FormEvent) {
      event?.preventDefault();
      setShowFaults(true);
      if (!wasSent && isWrong(values)) {
        // Once the faults are drawn.
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
        return;
      }
      // Not called once the form is gone: the person has left it, and is elsewhere by now.
      if (!saving.isPending) saving.mutate(undefined, { onSuccess: onEdit });
    },
    /** Closes the form; what was typed stays. */
    leave: () => onEdit(null),
    cancel() {
      keepEditDraft(key, null);
      onEdit(null);
    },
  };
}
export type Edit<Values extends object> = ReturnType<typeof useEdit<Values, unknown>>;
