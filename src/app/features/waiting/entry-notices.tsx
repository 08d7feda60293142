import { t } from '@lingui/core/macro';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { FailureReason, failedTitle, groupNotice, useCommandNotices } from '#app/changes/outbox/command-notices.tsx';
import type { Notice } from '#app/components/show-notice.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { EntryChangesLog, EntryCommand } from './entry-changes.ts';

interface NoticeContext {
  changes: Pick<EntryChangesLog, 'giveUp' | 'markBooked' | 'undo'>;
  /** Undoes the booking whose group of commands has this number. */
  undoBooking: (group: number) => void;
}

/**
 * The notice of a change to an entry. It is null if the change is a result of booking the entry or of undoing the booking,
 * since the notice of the booking is enough.
 */
export function entryNotice([command]: readonly EntryCommand[], context: NoticeContext): Notice | null {
  if (command === undefined) return null;
  const { task, undoes } = command;
  if (command.state === 'saved' && undoes !== null && task.entry.status !== 'withdrawn') return null;
  const name = isolateText(task.name);
  const what = resultTexts[task.changes.status]();
  return groupNotice([command], {
    id: `waiting ${task.entry.id}`,
    uncertain: () => ({ title: t`${name}: not saved yet`, text: `${what}.` }),
    failed: () =>
      task.changes.status === 'booked' ? notMarkedNotice(command, name, context) : failureNotice(command, name),
    saved: () => ({
      tone: 'ok',
      title: name,
      text: what,
      ...(undoes === null ? { action: { label: t`Undo`, onClick: () => context.changes.undo(command.group) } } : {}),
    }),
    onGiveUp: () => context.changes.giveUp(command.group),
  });
}

const resultTexts = {
  waiting: () => t`On the waiting list again`,
  withdrawn: () => t`No longer on the waiting list`,
  booked: () => t({ message: 'Booked from the waiting list', comment: 'what became of an entry' }),
} as const;

function failureNotice(command: EntryCommand, name: string) {
  const reads = command.now ? resultTexts[command.now.status]() : null;
  return {
    title: failedTitle(name, command, t`${name}: not changed`),
    text: <FailureReason command={command} currentStateText={reads === null ? null : `${reads}.`} />,
  };
}

/** The notice of an entry that is booked but could not be marked as booked. */
function notMarkedNotice(command: EntryCommand, name: string, { changes, undoBooking }: NoticeContext) {
  const { entry, changes: wanted, onSaved = () => undefined } = command.task;
  const { now, undoes } = command;
  if (now?.status === 'booked' && undoes !== null)
    return {
      title: t({ message: `${name}: booked twice`, comment: 'a pet on the waiting list, by two people at once' }),
      text: t`A colleague has booked another appointment for this pet from the waiting list.`,
      action: {
        label: t({ message: 'Undo my booking', comment: 'button: my booking is undone' }),
        onClick: () => undoBooking(undoes),
      },
    };
  return {
    title: t`${name}: booked, but still on the waiting list`,
    text: <FailureReason command={command} currentStateText={null} />,
    action: {
      label: texts.tryAgain,
      onClick: () =>
        void changes.markBooked(now ?? entry, command.task.name, wanted.appointmentId ?? '', undoes ?? 0, onSaved),
    },
  };
}

/** Reports the outcome of changes to entries as notices. */
export function EntryNotices({ changes }: { changes: EntryChangesLog }) {
  const { undo } = useChanges();
  const undoBooking = (number: number) => void undo(number);
  useCommandNotices(changes, (commands) => entryNotice(commands, { changes, undoBooking }));
  return null;
}
