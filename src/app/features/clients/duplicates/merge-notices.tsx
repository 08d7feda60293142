import { plural, t } from '@lingui/core/macro';
import { FailureReason, failedTitle, groupNotice } from '#app/changes/outbox/command-notices.tsx';
import type { Notice } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import type { ReceivedTransfer } from '#contract/received-duplicates.ts';
import type { MergeTask } from './merge-plan.ts';
import type { MergeCommand, MergesLog } from './merges-log.ts';

export const appointmentsText = (appointments: number) =>
  t`${plural(appointments, { one: '# appointment', other: '# appointments' })}`;

/** What a merge moves: `3 pets and 14 appointments`. */
export function movedRecordsText(count: number, appointmentCount: number): string {
  const pets = t`${plural(count, { one: '# pet', other: '# pets' })}`;
  const appointments = appointmentsText(appointmentCount);
  if (count === 0) return appointments;
  if (appointmentCount === 0) return pets;
  return t({ message: `${pets} and ${appointments}`, comment: '3 pets and 14 appointments' });
}

/** The notice about the outcome of a merge, or of undoing one. */
export function mergeNotice(
  [command]: readonly MergeCommand[],
  changes: Pick<MergesLog, 'giveUp' | 'undo'>,
): Notice | null {
  if (command === undefined) return null;
  const { task, undoes, group } = command;
  const isUndo = undoes !== null;
  const kept = isUndo ? task.from : task.to;
  const name = isolateText(kept.name);
  const moved = movedRecordsText(task.petIds.length, task.appointmentIds?.length ?? 0);
  const isNothing = task.petIds.length + (task.appointmentIds?.length ?? 0) === 0;
  const movedHere = isNothing ? '' : isUndo ? t`${moved} moved back.` : t`${moved} moved here.`;
  return groupNotice([command], {
    id: `merge ${kept.id}`,
    uncertain: () => ({
      title: isUndo ? t`${name}: merge not undone yet` : t`${name}: not merged yet`,
      text: '',
    }),
    onGiveUp: () => changes.giveUp(group),
    failed: () => ({
      title: failedTitle(name, command, isUndo ? t`${name}: couldn’t undo the merge` : t`${name}: not merged`),
      text: (
        <FailureReason
          command={command}
          currentStateText={command.now ? conflictText(task, command.now) : t`Nothing was changed.`}
        />
      ),
    }),
    saved: () => ({
      tone: 'ok',
      title: isUndo
        ? t({ message: `${name}: merge undone`, comment: 'two clients who were one person' })
        : t({ message: `${name}: merged`, comment: 'two clients who are one person' }),
      text: movedHere,
      ...(isUndo ? {} : { action: { label: t`Undo`, onClick: () => changes.undo(group) } }),
    }),
  });
}

/** Says why a merge was refused: the two clients have changed in the meantime. */
function conflictText(task: MergeTask, { from, to }: ReceivedTransfer): string {
  const gone = [from, to].find(({ isActive }) => !isActive);
  const name = isolateText(gone?.name ?? '');
  if (gone && task.from.isActive && task.to.isActive)
    return t`These two have already been merged, or ${name} was made inactive. Nothing else was changed.`;
  return t`Nothing was changed. Compare the two clients again.`;
}
