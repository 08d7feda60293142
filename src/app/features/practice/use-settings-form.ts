import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { focusFirstProblem } from '#app/components/first-problem.ts';
import { type DraftInput, noDraft, readDraft, removeSavedInput, useDraft, writeDraft } from '#app/editor/draft.ts';
import { useEditor } from '#app/editor/editor.ts';
import { conflictingFields, withInput } from '#app/editor/record-values.ts';

/** Thrown when a colleague has changed the same settings, so that the person sees that before their change is sent. */
class ConcurrentChangeError extends Error {}

const toValues = (input: object): Record<string, unknown> => Object.fromEntries(Object.entries(input));

interface SettingsFormOptions<Settings, Input> {
  /** The id under which the input is stored. */
  draft: string;
  settings: Settings;
  /** The key of the query with the settings. */
  queryKey: QueryKey;
  /**
   * The saved settings as flat form fields. Each is saved under its own name, so that two people can change different
   * settings at the same time.
   */
  toFormInput: (settings: Settings) => Input;
  /** The saved settings, overwritten by what was typed. Invalid parts of the draft are left out. */
  applyDraft: (saved: Input, typed: DraftInput) => Input;
  /** Whether the input can be sent without corrections. */
  isValid: (input: Input) => boolean;
  /** Replaces the current settings with the input, and returns the stored settings. */
  put: (current: Settings, input: Input) => Promise<Settings>;
  /** Returns the settings that a colleague has saved if the change was refused because of them; otherwise null or undefined. */
  readCurrent: (error: unknown) => Settings | null | undefined;
  /** Reloads other data that depends on the settings. */
  refresh?: () => void;
}

/**
 * The form for the settings of a part of the practice. As in every form of the practice, what was typed is kept when the person
 * leaves or reloads the page, and after errors. What a colleague has changed in the meantime is shown before it is overwritten;
 * the colleague's changes to other settings are kept.
 */
export function useSettingsForm<Settings extends object, Input extends object>({
  draft,
  settings,
  queryKey,
  toFormInput,
  applyDraft,
  isValid,
  put,
  readCurrent,
  refresh,
}: SettingsFormOptions<Settings, Input>) {
  const editor = useEditor();
  const queryClient = useQueryClient();
  const { typed } = useDraft(editor, draft);
  const form = useRef<HTMLFormElement>(null);
  const [showProblems, setShowProblems] = useState(false);
  const saved = toFormInput(settings);
  const input = applyDraft(saved, typed);

  async function send(current: Settings, changes: DraftInput): Promise<Settings> {
    const before = toFormInput(current);
    try {
      return await editor.send(() => put(current, applyDraft(before, changes)));
    } catch (error) {
      const now = readCurrent(error);
      if (!now) throw error;
      queryClient.setQueryData(queryKey, now);
      const seen = Object.entries(changes).map(([name, { to }]) => [name, { from: Reflect.get(before, name), to }]);
      if (conflictingFields(Object.fromEntries(seen), toValues(toFormInput(now))).length > 0)
        throw new ConcurrentChangeError();
      // The colleague changed only other settings, so the change is sent again, applied to the current ones.
      return send(now, changes);
    }
  }

  const saving = useMutation({
    mutationFn: (changes: DraftInput) => send(settings, changes),
    onSuccess(answer, sent) {
      queryClient.setQueryData(queryKey, answer);
      removeSavedInput(editor, draft, sent);
      setShowProblems(false);
      refresh?.();
    },
  });
  useEffect(() => {
    if (saving.error !== null) focusFirstProblem(form);
  }, [saving.error]);
  return {
    form,
    /** The settings as last saved. */
    saved,
    input,
    showProblems,
    isChanged: Object.keys(typed).length > 0,
    /** The names of the edited fields that a colleague has changed in the meantime to a value other than the input. */
    conflicts: new Set(conflictingFields(typed, toValues(saved))),
    isSaving: saving.isPending,
    error: saving.error instanceof ConcurrentChangeError ? null : saving.error,
    change<Name extends keyof Input & string>(name: Name, to: Input[Name]) {
      const now = readDraft(editor, draft);
      writeDraft(editor, draft, { ...now, typed: withInput(now.typed, name, saved[name], to) });
    },
    discard() {
      writeDraft(editor, draft, noDraft);
      setShowProblems(false);
      saving.reset();
    },
    /** Saves what was typed, together with `besides`: further changes that are not part of the draft. */
    save({ besides = {}, onSaved }: { besides?: Partial<Input>; onSaved?: () => void } = {}) {
      setShowProblems(true);
      if (!isValid(input)) return focusFirstProblem(form);
      const changes = Object.entries(besides).reduce<DraftInput>(
        (before, [name, to]) => withInput(before, name, Reflect.get(saved, name), to),
        typed,
      );
      if (!saving.isPending) saving.mutate(changes, onSaved && { onSuccess: onSaved });
    },
    /** Saves a change at once; what was typed stays unsaved. */
    saveAlone<Name extends keyof Input & string>(name: Name, to: Input[Name]) {
      if (!saving.isPending) saving.mutate({ [name]: { from: saved[name], to } });
    },
  };
}
