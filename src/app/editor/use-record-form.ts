import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CREATE_TIMEOUT_MS } from '#app/api/api-client.ts';
import { asApiError, createConflictReader } from '#app/api/api-error.ts';
import { createOnce } from '#app/api/create-once.ts';
import { newId } from '#app/browser/new-id.ts';
import { sleepUntilOnline } from '#app/browser/sleep.ts';
import { focusFirstProblem } from '#app/components/first-problem.ts';
import { showNotice, UNDO_NOTICE_MS } from '#app/components/show-notice.ts';
import { errorReasonText } from '#app/text/error-texts.tsx';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { noDraft, readDraft, removeSavedInput, useDraft, writeDraft } from './draft.ts';
import { type Editor, useEditor } from './editor.ts';
import { acceptedFields, listFields, type RecordKind } from './record-kind.ts';
import { conflictingFields, currentInput, initialInput, readRecord, withInput } from './record-values.ts';

export interface RecordFormOptions<Item extends { readonly id: string }, Name extends keyof Item & string, Reference> {
  kind: RecordKind<Item, Name, Reference>;
  /** The current record; null for a new one. */
  item: Item | null;
  /** The other records of the same list, from which this one may have to differ. */
  others?: readonly Item[];
  reference: Reference;
  /** The id of the draft: the record's own id or, for a new record, an id of the list to which it is added. */
  id: string;
  /** Sent with a new record in addition to the fields of the form, such as the store of a room. */
  fixedInput?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Called with the id and the values of a new record, even if its form has been closed. Returns the id of the record to edit
   * next; null for none.
   */
  onCreated?: ((id: string, values: Pick<Item, Name>) => Promise<string | null>) | undefined;
}

/** Thrown if the person has to see a colleague's change before their own is sent. */
class ConcurrentChangeError extends Error {}

/** Thrown if it is unknown whether the record was created. */
class UncertainCreateError extends Error {}

const neverAbortedSignal = new AbortController().signal;

/** Whether the practice system can save a record of a kind: changes to an existing record, or a new one. */
export function canSave<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  { offered }: Pick<Editor, 'offered'>,
  kind: RecordKind<Item, Name, Reference>,
  isNew: boolean,
): boolean {
  const endpoint = isNew ? kind.create?.endpoint : kind.change;
  const capability = endpoint && offered(endpoint.operation);
  // Without an idempotency key, a record could be created twice if a response is lost.
  if (!endpoint || !capability || (isNew && !capability.idempotent)) return false;
  return acceptedFields(listFields(kind), endpoint, capability).length > 0;
}

interface UndoOptions<Item extends { readonly id: string }, Name extends keyof Item & string> {
  kind: Pick<RecordKind<Item, Name>, 'title' | 'version'>;
  /** The record as it was saved. */
  after: Item;
  /** Restores the former values; fails if someone has changed the record since. */
  undo: () => Promise<Item>;
}

export const savedText = () => t({ message: 'Saved', comment: 'a change of a client or pet' });

/**
 * The name of the field whose value the practice system has refused. The suggestion in the error begins with that name; null if
 * it begins with anything else.
 */
function refusedField(error: unknown): string | null {
  const { status, suggestion } = asApiError(error) ?? {};
  return status === 400 ? (/^(\w+): /.exec(suggestion ?? '')?.[1] ?? null) : null;
}

/** Says that a record was saved, and offers to undo it. */
function offerUndo<Item extends { readonly id: string }, Name extends keyof Item & string>(
  { refresh }: Editor,
  { kind, after, undo }: UndoOptions<Item, Name>,
): void {
  const id = `record ${after.id}`;
  const name = isolateText(kind.title(after));
  async function onUndo() {
    try {
      await refresh(await undo());
      showNotice({ id, tone: 'ok', title: t({ message: `${name}: undone`, comment: 'a change of a client or pet' }) });
    } catch (error) {
      const isChanged = kind.version && createConflictReader(kind.version.record)(error) !== undefined;
      showNotice({
        ...{ id, tone: 'warn', title: t`${name}: not undone` },
        ...(isChanged
          ? { text: t`A colleague has made changes since then, so nothing was undone.` }
          : { text: errorReasonText(error), action: { label: texts.tryAgain, onClick: onUndo } }),
      });
      void refresh();
    }
  }
  showNotice({
    ...{ id, tone: 'ok', title: name, text: savedText() },
    ...{ readingMs: UNDO_NOTICE_MS, action: { label: t`Undo`, onClick: onUndo } },
  });
}

/**
 * The state of a form that edits or adds one record. Input survives Escape, reloads and errors; only changed fields are
 * sent; a record is never created twice; and for kinds with versions, a colleague's change is shown before it is
 * overwritten.
 */
export function useRecordForm<Item extends { readonly id: string }, Name extends keyof Item & string, Reference>(
  options: RecordFormOptions<Item, Name, Reference>,
) {
  const { kind, others = [], reference, id, fixedInput, onCreated } = options;
  const editor = useEditor();
  const { api, companyId } = editor;
  const draft = useDraft(editor, id);
  /** The current record from a conflict error, which the list may not have loaded yet. */
  const [conflictingRecord, setConflictingRecord] = useState<Item | null>(null);
  const [showProblems, setShowProblems] = useState(false);
  const [isUnsure, setUnsure] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const { version } = kind;
  const isConflictingNewer =
    conflictingRecord !== null &&
    options.item !== null &&
    version &&
    version.of(conflictingRecord) > version.of(options.item);
  const item = isConflictingNewer ? conflictingRecord : options.item;
  const endpoint = item ? kind.change : kind.create?.endpoint;
  const capability = endpoint && editor.offered(endpoint.operation);
  const fields = endpoint && capability ? acceptedFields(listFields(kind), endpoint, capability) : [];
  const initialItem: object = item ?? kind.create?.blank(reference) ?? {};
  const { typed } = draft;
  const { values, problems, changes } = readRecord(kind, { fields, item, others, typed, reference });

  async function createRecord(): Promise<string> {
    if (!kind.create) throw new Error(`No endpoint adds a ${kind.name}.`);
    const { endpoint: createEndpoint } = kind.create;
    const body = draft.sent?.body ?? { companyId, ...fixedInput, ...changes };
    const send = (key: string | null) =>
      editor.send(() =>
        api.call(createEndpoint, body, {
          signal: AbortSignal.timeout(CREATE_TIMEOUT_MS),
          ...(key === null ? {} : { idempotencyKey: key }),
        }),
      );
    const result = await createOnce(send, {
      sent: draft.sent?.create ?? null,
      save: (sent) => writeDraft(editor, id, { ...readDraft(editor, id), sent: sent && { create: sent, body } }),
      newKey: newId,
      onFailure: () => setUnsure(true),
      signal: neverAbortedSignal,
      clock: Date.now,
      sleep: sleepUntilOnline,
    });
    if (result.kind === 'created') return result.value;
    throw result.kind === 'unknown' ? new UncertainCreateError() : result.error;
  }

  /** Sends the changed fields and returns the response; null if no field has changed. */
  async function changeRecord(before: Item): Promise<unknown> {
    if (!kind.change || Object.keys(changes).length === 0) return null;
    const changeEndpoint = kind.change;
    const input = { companyId, id: before.id, ...changes };
    if (!version) return editor.send(() => api.call(changeEndpoint, input));
    const versionedEndpoint = { ...changeEndpoint, received: version.record };
    const send = (body: object, of: Item) =>
      editor.send(() => api.call(versionedEndpoint, { ...body, expectedUpdatedAt: version.of(of) }));
    try {
      const after = await send(input, before);
      const back = Object.keys(changes).map((name) => [name, Reflect.get(before, name)] as const);
      offerUndo(editor, { kind, after, undo: () => send({ ...input, ...Object.fromEntries(back) }, after) });
      return after;
    } catch (error) {
      const current = version && createConflictReader(version.record)(error);
      if (!current) throw error;
      setConflictingRecord(current);
      const seen = initialInput(fields, before);
      const since = Object.entries(typed).map(([name, { to }]) => [name, { from: seen[name], to }] as const);
      if (conflictingFields(Object.fromEntries(since), initialInput(fields, current)).length > 0)
        throw new ConcurrentChangeError();
      // The colleague has changed other fields only, so the change is sent again for the current version.
      return changeRecord(current);
    }
  }

  const saving = useMutation({
    async mutationFn() {
      setUnsure(false);
      const answer = item ? await changeRecord(item) : null;
      const created = item ? null : await createRecord();
      removeSavedInput(editor, id, typed);
      await editor.refresh(answer);
      // `onCreated` is called even if the form was closed in the meantime.
      return created === null ? null : ((await onCreated?.(created, values)) ?? null);
    },
    onError() {
      // If a colleague's change was the cause, the refreshed record shows it.
      void editor.refresh();
    },
  });
  const refused = fields.find(
    ([name, { refused: problem }]) => problem !== undefined && name === refusedField(saving.error),
  );
  useEffect(() => {
    if (saving.error !== null) focusFirstProblem(form);
  }, [saving.error]);

  return {
    form,
    item,
    fields: fields.filter(([, field]) => field.isShown?.({ isNew: item === null, reference }) ?? true),
    shown: currentInput(fields, initialItem, typed),
    values,
    problems: refused ? { ...problems, [refused[0]]: refused[1].refused?.() } : problems,
    /** The names of the fields that the person and a colleague have changed to different values. */
    conflicts: version ? conflictingFields(typed, initialInput(fields, initialItem)) : [],
    showProblems,
    isSaving: saving.isPending,
    /** Whether it is unknown if a new record was created: then the sent values cannot be edited. */
    isUncertain: draft.sent !== null,
    isUnsure,
    /** Why saving failed; null if it has not failed, or if the form explains it in another way. */
    error:
      refused || saving.error instanceof ConcurrentChangeError || saving.error instanceof UncertainCreateError
        ? null
        : saving.error,
    change(name: string, to: unknown) {
      if (refused) saving.reset();
      const now = readDraft(editor, id);
      if (now.sent !== null) return;
      const initial = initialInput(fields, initialItem);
      const from = currentInput(fields, initialItem, now.typed)[name];
      const followed = kind.follow?.({ name: name as Name, from, to, initial: initial as Record<Name, unknown> });
      const inputs = Object.entries({ ...followed, [name]: to }).filter(([field]) => field in initial);
      const next = inputs.reduce((typed, [field, input]) => withInput(typed, field, initial[field], input), now.typed);
      writeDraft(editor, id, { ...now, typed: next });
    },
    submit(event?: FormEvent) {
      event?.preventDefault();
      setShowProblems(true);
      if (Object.keys(problems).length > 0 && draft.sent === null) {
        focusFirstProblem(form);
        return;
      }
      // `onSuccess` is not called once the form is closed, since the person has moved on by then.
      if (!saving.isPending) saving.mutate(undefined, { onSuccess: (next) => editor.onEdit(next) });
    },
    /** Closes the form; the input stays in the draft. */
    leave: () => editor.onEdit(null),
    cancel() {
      writeDraft(editor, id, noDraft);
      editor.onEdit(null);
    },
  };
}
