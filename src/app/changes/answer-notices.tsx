import { t } from '@lingui/core/macro';
import type { Notice } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { messageMarkTexts } from '#app/text/message-mark-text.ts';
import { type AnswerCommand, type ClientAnswersLog, useClientAnswersLog } from './client-answers.ts';
import { FailureReason, failedTitle, groupNotice, useCommandNotices } from './outbox/command-notices.tsx';

/** The notice about recording a client's answer; null if there is nothing to report. */
export function answerNotice(
  commands: readonly AnswerCommand[],
  { giveUp, undo }: Pick<ClientAnswersLog, 'giveUp' | 'undo'>,
): Notice | null {
  const [command] = commands;
  if (command === undefined) return null;
  const { task, group, undoes } = command;
  const name = isolateText(task.name);
  const what = messageMarkTexts[task.answer === 'confirmed' ? 'confirmed' : 'another-time'];
  const canUndo = undoes === null && task.before !== null;
  return groupNotice(commands, {
    id: `answer ${task.appointment.id}`,
    uncertain: () => ({ title: t`${name}: not saved yet`, text: `${what}.` }),
    failed: () => ({
      title: failedTitle(name, command, t`${name}: not changed`),
      text: <FailureReason command={command} currentStateText={null} />,
    }),
    saved: () => ({
      ...{ tone: 'ok', title: name, text: what },
      ...(canUndo ? { action: { label: t`Undo`, onClick: () => undo(group) } } : {}),
    }),
    onGiveUp: () => giveUp(group),
  });
}

/** Reports the outcome of recording answers that clients gave by telephone, on every screen where that is possible. */
export function AnswerNotices() {
  const log = useClientAnswersLog();
  useCommandNotices(log, (commands) => answerNotice(commands, log));
  return null;
}
