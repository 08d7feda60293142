import { t } from '@lingui/core/macro';
import type { Notice } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { shortDateText } from '#app/text/time-text.ts';
import type { ReceivedRecall } from '#contract/received-waiting-list.ts';
import { FailureReason, failedTitle, groupNotice, useCommandNotices } from './outbox/command-notices.tsx';
import { type RecallCommand, type RecallsLog, type RecallTask, useRecallsLog } from './recalls.ts';

/** The notice about a change to a recall; null if there is nothing to report. */
export function recallNotice(
  commands: readonly RecallCommand[],
  { giveUp, undo }: Pick<RecallsLog, 'giveUp' | 'undo'>,
): Notice | null {
  const [command] = commands;
  if (command === undefined) return null;
  const { task, group, undoes, answer } = command;
  const name = isolateText(task.name);
  const what = resultText(task);
  const canUndo = undoes === null && answer?.recall != null;
  return groupNotice(commands, {
    id: `recall ${'id' in task.recall ? task.recall.id : `${task.recall.petId} ${task.recall.visitTypeId}`}`,
    uncertain: () => ({ title: t`${name}: not saved yet`, text: `${what}.` }),
    failed: () => ({
      title: failedTitle(name, command, t`${name}: not changed`),
      text: <FailureReason command={command} currentStateText={command.now ? `${stateText(command.now)}.` : null} />,
    }),
    saved: () => ({
      ...{ tone: 'ok', title: name, text: what },
      ...(canUndo ? { action: { label: t`Undo`, onClick: () => undo(group) } } : {}),
    }),
    onGiveUp: () => giveUp(group),
  });
}

function resultText(task: RecallTask): string {
  if (task.kind === 'attempt') return t({ message: 'Call noted', comment: 'a client was called about a pet' });
  if (task.kind === 'add') return dueText(task.recall);
  const { dueOn, status, snoozedUntil } = task.changes;
  if (status === 'declined') return notWantedText();
  if (status === 'done') return t({ message: 'No longer due', comment: 'a pet, for a visit' });
  if (snoozedUntil) return putOffText(snoozedUntil);
  if (dueOn !== undefined) return dueText({ dueOn });
  return texts.dueAgain;
}

/** Says what state a recall is in after a colleague's change. */
function stateText({ status, dueOn, snoozedUntil }: ReceivedRecall): string {
  if (status === 'declined') return notWantedText();
  if (status === 'done') return t({ message: 'No longer due', comment: 'a pet, for a visit' });
  return snoozedUntil === null ? dueText({ dueOn }) : putOffText(snoozedUntil);
}

const notWantedText = () =>
  t({ message: 'Not wanted', comment: 'the client does not want the visit for which a pet is due' });

const dueText = ({ dueOn }: Pick<ReceivedRecall, 'dueOn'>) => {
  const day = shortDateText(dueOn);
  return t({ message: `Due on ${day}`, comment: 'a pet, for a visit; a day' });
};

const putOffText = (until: string) => {
  const day = shortDateText(until);
  return t({ message: `Put off until ${day}`, comment: 'a client will be called about a pet later; a day' });
};

/** Reports the outcome of changes to recalls, on every page. */
export function RecallNotices() {
  const log = useRecallsLog();
  useCommandNotices(log, (commands) => recallNotice(commands, log));
  return null;
}
