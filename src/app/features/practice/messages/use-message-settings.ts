import { useQueryClient } from '@tanstack/react-query';
import { messageQueries, putMessageSettings, readCurrentSettings, refreshMessages } from '#app/api/messages.ts';
import { invalidate } from '#app/api/queries.ts';
import { useEditor } from '#app/editor/editor.ts';
import { useSettingsForm } from '#app/features/practice/use-settings-form.ts';
import { messageCalls } from '#contract/message-calls.ts';
import type { ReceivedMessageSettings } from '#contract/received-messages.ts';
import {
  applyDraft,
  type EditedSettings,
  findSettingsProblems,
  toFormInput,
  toSettingsRequest,
} from './settings-values.ts';

const hasProblems = (input: EditedSettings) => {
  const problems = findSettingsProblems(input);
  return Object.keys(problems.settings).length > 0 || problems.texts.size > 0;
};

/** The settings of messages while they are edited. */
export function useMessageSettings(settings: ReceivedMessageSettings) {
  const { api, companyId } = useEditor();
  const queryClient = useQueryClient();
  const form = useSettingsForm({
    draft: 'message settings',
    settings,
    ...{ toFormInput, applyDraft, readCurrent: readCurrentSettings },
    queryKey: messageQueries.settings(api, companyId).queryKey,
    isValid: (input) => !hasProblems(input),
    put: ({ updatedAt }, input) =>
      putMessageSettings(api, { companyId, expectedUpdatedAt: updatedAt, ...toSettingsRequest(input) }),
    refresh() {
      void refreshMessages(queryClient);
      void invalidate(queryClient, messageCalls.previewMessage);
    },
  });
  return { ...form, problems: findSettingsProblems(form.input) };
}

export type MessageSettingsForm = ReturnType<typeof useMessageSettings>;
