import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { currentSettingsInConflict, messageQueries, putMessageSettings, refreshMessages } from '#app/api/messages.ts';
import { invalidate } from '#app/api/queries.ts';
import { type DraftInput, noDraft, readDraft, removeSavedInput, useDraft, writeDraft } from '#app/editor/draft.ts';
import { useEditor } from '#app/editor/editor.ts';
import { conflictingFields, withInput } from '#app/editor/record-values.ts';
import { messageCalls } from '#contract/message-calls.ts';
import type { ReceivedMessageSettings } from '#contract/received-messages.ts';
import {
  editedInput,
  inputProblems,
  type OwnText,
  type SettingInputs,
  type SettingName,
  savedInput,
  settingsBody,
  type TextName,
} from './settings-values.ts';

/** The id of the draft. */
const DRAFT = 'message settings';

/** A colleague's change that the person has to see before their own is sent. */
class ConcurrentChange extends Error {}

interface Save {
  typed: DraftInput;
  isOn: boolean;
}

/**
 * The settings of messages while they are edited. What was typed survives navigation, reloads and errors, as in every form of
 * the practice. What a colleague has changed meanwhile is shown before it is overwritten; other changes of theirs are kept.
 */
export function useMessageSettings(settings: ReceivedMessageSettings) {
  const editor = useEditor();
  const { api, companyId } = editor;
  const queryClient = useQueryClient();
  const { typed } = useDraft(editor, DRAFT);
  const form = useRef<HTMLFormElement>(null);
  const [showProblems, setShowProblems] = useState(false);
  const saved = savedInput(settings);
  const input = editedInput(saved, typed);
  const problems = inputProblems(input);
  const { queryKey } = messageQueries.settings(api, companyId);

  async function put(
    current: ReceivedMessageSettings,
    { typed: changes, isOn }: Save,
  ): Promise<ReceivedMessageSettings> {
    const before = savedInput(current);
    const body = settingsBody(editedInput(before, changes));
    try {
      return await editor.send(() =>
        putMessageSettings(api, { companyId, expectedUpdatedAt: current.updatedAt, ...body, isOn }),
      );
    } catch (error) {
      const now = currentSettingsInConflict(error);
      if (!now) throw error;
      queryClient.setQueryData(queryKey, now);
      const seen = Object.entries(changes).map(([name, { to }]) => [name, { from: Reflect.get(before, name), to }]);
      if (conflictingFields(Object.fromEntries(seen), savedInput(now)).length > 0) throw new ConcurrentChange();
      // The colleague changed other settings.
      return put(now, { typed: changes, isOn: isOn === current.isOn ? now.isOn : isOn });
    }
  }

  const saving = useMutation({
    mutationFn: (save: Save) => put(settings, save),
    onSuccess(answer, { typed: sent }) {
      queryClient.setQueryData(queryKey, answer);
      removeSavedInput(editor, DRAFT, sent);
      setShowProblems(false);
      void refreshMessages(queryClient);
      void invalidate(queryClient, messageCalls.previewMessage);
    },
  });
  function write(name: SettingName | TextName, to: unknown) {
    const now = readDraft(editor, DRAFT);
    writeDraft(editor, DRAFT, { ...now, typed: withInput(now.typed, name, saved[name], to) });
  }
  const hasProblems = Object.keys(problems.settings).length > 0 || problems.texts.size > 0;
  return {
    form,
    input,
    problems,
    showProblems,
    hasProblems,
    isChanged: Object.keys(typed).length > 0,
    /** The names of what a colleague has changed to something else since it was typed, with their value. */
    conflicts: new Set(conflictingFields(typed, { ...saved })),
    theirs: saved,
    isSaving: saving.isPending,
    error: saving.error instanceof ConcurrentChange ? null : saving.error,
    change: <Name extends SettingName>(name: Name, to: SettingInputs[Name]) => write(name, to),
    changeText: (name: TextName, to: OwnText | null) => write(name, to),
    discard() {
      writeDraft(editor, DRAFT, noDraft);
      setShowProblems(false);
      saving.reset();
    },
    /** Saves what was typed, and switches messages on if `isOn`. */
    save({ isOn = settings.isOn, onSaved }: { isOn?: boolean; onSaved?: () => void } = {}, event?: FormEvent) {
      event?.preventDefault();
      setShowProblems(true);
      if (hasProblems) {
        // The problems are rendered first.
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
        return;
      }
      if (!saving.isPending) saving.mutate({ typed, isOn }, onSaved && { onSuccess: onSaved });
    },
    /** Switches messages off at once; what was typed stays unsaved. */
    switchOff() {
      if (!saving.isPending) saving.mutate({ typed: {}, isOn: false });
    },
  };
}

export type MessageSettingsForm = ReturnType<typeof useMessageSettings>;
