import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { conflictOf } from '#app/api/api-error.ts';
import { sureCreate } from '#app/api/sure-create.ts';
import { newId } from '#app/browser/new-id.ts';
import { sleepUntilOnline } from '#app/browser/sleep.ts';
import { endDraft, noDraft, readDraft, useDraft, writeDraft } from './draft.ts';
import { type Editor, useEditor } from './editor.ts';
import { fieldsOf, type Kind, takenFields } from './kind.ts';
import { conflictsOf, readRecord, shownOf, typedOf, withTyped } from './record-values.ts';

export interface RecordFormOptions<Item extends { readonly id: string }, Name extends keyof Item & string, Reference> {
  kind: Kind<Item, Name, Reference>;
  /** The record as it is now; null for a new one. */
  item: Item | null;
  /** The others of its list, from which it may have to differ. */
  others?: readonly Item[];
  reference: Reference;
  /** Where its draft is: its own id, or what is being added. */
  id: string;
  /** Sent with a new one besides its fields, such as the store of a room. */
  besides?: Readonly<Record<string, unknown>> | undefined;
  /** Called with a new one, also after its form was closed; returns the id of what is edited next, or null. */
  onCreated?: ((id: string, values: Pick<Item, Name>) => Promise<string | null>) | undefined;
}

/** The change of a colleague that the person has to see before theirs is sent. */
class ChangedMeanwhile extends Error {}

/** It is not known whether it was created. */
class Uncertain extends Error {}

const endless = new AbortController().signal;

/** Whether the practice system can save a record of a kind: the changes of one that is there, or a new one. */
export function canSave<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  { offered }: Pick<Editor, 'offered'>,
  kind: Kind<Item, Name, Reference>,
  isNew: boolean,
): boolean {
  const endpoint = isNew ? kind.create : kind.change;
  const capability = endpoint && offered(endpoint.operation);
  // Without a key a create whose answer is lost could be sent twice.
  if (!endpoint || !capability || (isNew && !capability.idempotent)) return false;
  return takenFields(fieldsOf(kind), endpoint, capability).length > 0;
}

/**
 * A form over one record: what is typed survives Escape, a reload and an error; only changed fields are sent; a create happens once;
 * and for kinds with a version what a colleague changed meanwhile is shown before it is overwritten.
 */
export function useRecordForm<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  options: RecordFormOptions<Item, Name, Reference>,
) {
  const { kind, others = [], reference, id, besides, onCreated } = options;
  const editor = useEditor();
  const { api, companyId } = editor;
  const draft = useDraft(editor, id);
  /** The record as a refused save has met it: the list may not have it yet. */
  const [met, setMet] = useState<Item | null>(null);
  const [showFaults, setShowFaults] = useState(false);
  const [isUnsure, setUnsure] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const { version } = kind;
  const isMetNewer = met !== null && options.item !== null && version && version.of(met) > version.of(options.item);
  const item = isMetNewer ? met : options.item;
  const endpoint = item ? kind.change : kind.create;
  const capability = endpoint && editor.offered(endpoint.operation);
  const fields = endpoint && capability ? takenFields(fieldsOf(kind), endpoint, capability) : [];
  const begin: object = item ?? kind.blank(reference);
  const { typed } = draft;
  const { values, faults, changes } = readRecord(kind, { fields, item, others, typed, reference });

  async function create(): Promise<string> {
    if (!kind.create) throw new Error(`Nothing adds a ${kind.name}.`);
    const adding = kind.create;
    const body = draft.sent?.body ?? { companyId, ...besides, ...changes };
    const send = (key: string | null) =>
      editor.send(() =>
        api.call(adding, body, {
          signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
          ...(key === null ? {} : { idempotencyKey: key }),
        }),
      );
    const result = await sureCreate(send, {
      sent: draft.sent?.create ?? null,
      save: (sent) => writeDraft(editor, id, { ...readDraft(editor, id), sent: sent && { create: sent, body } }),
      newKey: newId,
      onFailure: () => setUnsure(true),
      signal: endless,
      clock: Date.now,
      sleep: sleepUntilOnline,
    });
    if (result.kind === 'created') return result.value;
    throw result.kind === 'unknown' ? new Uncertain() : result.error;
  }

  /** Gives what the change was answered. */
  async function change(before: Item): Promise<unknown> {
    if (!kind.change || Object.keys(changes).length === 0) return null;
    const changing = kind.change;
    const expected = version && { expectedUpdatedAt: version.of(before) };
    try {
      return await editor.send(() => api.call(changing, { companyId, id: before.id, ...expected, ...changes }));
    } catch (error) {
      const current = version && conflictOf(version.record)(error);
      if (!current) throw error;
      setMet(current);
      const seen = typedOf(fields, before);
      const since = Object.entries(typed).map(([name, { to }]) => [name, { from: seen[name], to }] as const);
      if (conflictsOf(Object.fromEntries(since), typedOf(fields, current)).length > 0) throw new ChangedMeanwhile();
      // What the colleague changed is something else.
      return change(current);
    }
  }

  const saving = useMutation({
    async mutationFn() {
      setUnsure(false);
      const answer = item ? await change(item) : null;
      const created = item ? null : await create();
      endDraft(editor, id, typed);
      await editor.refresh(answer);
      // What follows a new record does so also for those who have closed the form meanwhile.
      return created === null ? null : ((await onCreated?.(created, values)) ?? null);
    },
    // What a colleague did is shown.
    onError: () => void editor.refresh(),
  });

  return {
    form,
    item,
    fields: fields.filter(([, field]) => field.isShown?.({ isNew: item === null, reference }) ?? true),
    shown: shownOf(fields, begin, typed),
    values,
    faults,
    /** The fields of which a colleague has another value than the person, as it is now. */
    conflicts: version ? conflictsOf(typed, typedOf(fields, begin)) : [],
    showFaults,
    isSaving: saving.isPending,
    /** Whether it is not known if a new record is there: what was sent stays as it is. */
    isUncertain: draft.sent !== null,
    isUnsure,
    /** Why it was not saved; null while nothing went wrong, or where the form says it otherwise. */
    error: saving.error instanceof ChangedMeanwhile || saving.error instanceof Uncertain ? null : saving.error,
    change(name: string, to: unknown) {
      const now = readDraft(editor, id);
      if (now.sent === null) {
        const next = withTyped(now.typed, name, typedOf(fields, begin)[name], to);
        writeDraft(editor, id, { ...now, typed: next });
      }
    },
    submit(event?: FormEvent) {
      event?.preventDefault();
      setShowFaults(true);
      if (Object.keys(faults).length > 0 && draft.sent === null) {
        // Once the faults are drawn.
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
        return;
      }
      // Not called once the form is gone: the person has left it, and is elsewhere by now.
      if (!saving.isPending) saving.mutate(undefined, { onSuccess: (next) => editor.onEdit(next) });
    },
    /** Closes the form; what was typed stays. */
    leave: () => editor.onEdit(null),
    cancel() {
      writeDraft(editor, id, noDraft);
      editor.onEdit(null);
    },
  };
}
