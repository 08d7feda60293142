import { plural, t } from '@lingui/core/macro';
import type { Directory } from '#app/api/directory.ts';
import { FailureReason, failedTitle, groupNotice, useCommandNotices } from '#app/changes/outbox/command-notices.tsx';
import { useOutbox } from '#app/changes/outbox/use-outbox.ts';
import { closeNotice, type Notice } from '#app/components/show-notice.ts';
import { factsText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import type { PlanCommand, TabPlanActions } from './create-plan-actions.ts';
import {
  combineTasks,
  type EntryChange,
  entryIdOf,
  leadingChange,
  type PlanTask,
  rebaseChanges,
} from './plan-change.ts';
import { describeEntry, entryTimeText } from './plan-text.ts';

/** The maximum number of entries that a notice names; for the rest, it only says how many there are. */
const MAX_NAMED_ENTRIES = 5;

/** An entry after a change, or before it if it was deleted. */
const versionAfter = ({ before, after }: EntryChange): ReceivedAvailability => after ?? before;
/** An entry before a change, or after it if the entry is new. */
const versionBefore = ({ before, after }: EntryChange): ReceivedAvailability => before ?? after;

interface NoticeContext {
  changes: Pick<TabPlanActions, 'retry' | 'giveUp'>;
  undo: (group: number) => void;
  directory: Directory;
  /** Opens the form of an unsaved change, with the person's input. Returns false if the change has no form. */
  onReopen: (task: PlanTask) => boolean;
}

/** The notice of plan changes that were made together. */
export function planNotice(commands: readonly PlanCommand[], context: NoticeContext): Notice | null {
  const { changes, undo, directory } = context;
  const [first] = commands;
  if (first === undefined) return null;
  const { group, undoes } = first;
  return groupNotice(commands, {
    // Planning a week takes many changes, so the notice of a change replaces that of the previous one.
    id: 'plan',
    onGiveUp: () => changes.giveUp(group),
    uncertain() {
      const task = combineTasks(commands.map((one) => one.task));
      const lead = leadingChange(task);
      const name = lead === null ? entryCountText(task.entries) : describeEntry(versionAfter(lead), directory);
      return {
        title: t`${name}: not saved yet`,
        text: lead === null ? '' : `${entryTimeText(versionAfter(lead), directory)}.`,
      };
    },
    saved() {
      const combined = combineTasks(commands.map(({ task, answer }) => ({ ...task, entries: answer ?? task.entries })));
      const { title: name, text } = describeSuccess(combined, directory);
      // Deleting the entries of someone who no longer works here cannot be undone, because nothing can be planned for them.
      const isOfFormerEmployee = ({ before, after }: EntryChange) =>
        after === null && directory.employees.get(before.employeeId ?? '')?.isActive === false;
      const mayUndo = undoes === null && !combined.entries.every(isOfFormerEmployee);
      return {
        tone: 'ok',
        title: undoes === null ? name : t({ message: `${name}: undone`, comment: 'a change of an appointment' }),
        text,
        ...(mayUndo ? { action: { label: t`Undo`, onClick: () => undo(group) } } : {}),
      };
    },
    failed: () => describeFailure(commands, context),
  });
}

function describeSuccess(task: PlanTask, directory: Directory): { title: string; text: string } {
  const { entries, series } = task;
  const count = entries.length;
  const lead = leadingChange(task);
  if (lead !== null) {
    const shown = versionAfter(lead);
    const action =
      lead.after === null
        ? t({ message: 'Deleted', comment: 'an entry of the plan' })
        : lead.before === null && count > 1
          ? entryCountText(entries)
          : null;
    const facts = [action, entryTimeText(shown, directory), series ? t`and the following` : null];
    return { title: describeEntry(shown, directory), text: factsText(facts) };
  }
  const added = entries.filter(({ before }) => before === null);
  const deleted = entries.filter(({ after }) => after === null);
  const all = entryCountText(entries);
  const title =
    added.length === count
      ? t({ message: `${all} added`, comment: 'all: such as “3 shifts”' })
      : deleted.length === count
        ? t({ message: `${all} deleted`, comment: 'all: such as “3 shifts”' })
        : added.length + deleted.length === count
          ? addedAndDeletedText(entryCountText(added), entryCountText(deleted))
          : t({ message: `${all} changed`, comment: 'all: such as “3 shifts”' });
  return { title, text: '' };
}

const addedAndDeletedText = (added: string, deleted: string) =>
  t({ message: `${added} added, ${deleted} deleted`, comment: 'such as “2 shifts added, 1 shift deleted”' });

/** Counts entries in words: `3 shifts`, not counting their breaks, or `3 blocked times` if there is no shift among them. */
function entryCountText(entries: readonly EntryChange[]): string {
  const shifts = entries.filter((one) => versionAfter(one).kind === 'on_duty').length;
  return shifts > 0
    ? plural(shifts, { one: '# shift', other: '# shifts' })
    : plural(entries.length, { one: '# blocked time', other: '# blocked times' });
}

/** Says what was not saved and why, with a link that tries again or applies the change to the version of a colleague. */
function describeFailure(commands: readonly PlanCommand[], { changes, directory, onReopen }: NoticeContext) {
  const failed = commands.filter(({ state }) => state !== 'saved');
  const [first] = failed;
  if (first === undefined) return null;
  const { group, state } = first;
  const task = combineTasks(failed.map((one) => one.task));
  const lead = leadingChange(task);
  const name = lead === null ? entryCountText(task.entries) : describeEntry(versionBefore(lead), directory);
  const isDeletion = task.entries.every(({ after }) => after === null);
  const title = failedTitle(
    name,
    first,
    isDeletion
      ? t({ message: `${name}: not deleted`, comment: 'an entry of the plan' })
      : t({ message: `${name}: not saved`, comment: 'an entry of the plan' }),
  );
  const retry = () => {
    closeNotice(`changes ${group}`);
    if (state === 'conflict' || !onReopen(task)) changes.retry(group);
  };
  const canRetry =
    state === 'conflict'
      ? rebaseChanges(task.entries, first.now ?? []).length > 0
      : state === 'refused' && first.now !== null;
  const label = state === 'conflict' ? t({ message: 'Apply mine', comment: 'my change' }) : texts.tryAgain;
  return {
    title,
    text: (
      <>
        {lead === null ? '' : `${entryTimeText(versionBefore(lead), directory)}. `}
        <FailureReason
          command={first}
          currentStateText={state === 'given-up' ? t`You now see what the practice system has saved.` : null}
        />
        {state === 'conflict' ? <ColleagueVersions command={first} lead={lead} directory={directory} /> : null}
      </>
    ),
    ...(canRetry && !(state === 'refused' && isDeletion && lead !== null) ? { link: { label, onClick: retry } } : {}),
  };
}

interface ColleagueVersionsProps {
  command: PlanCommand;
  lead: EntryChange | null;
  directory: Directory;
}

/** How the entries of a refused change read now that a colleague has changed them. */
function ColleagueVersions({ command: { task, now }, lead, directory }: ColleagueVersionsProps) {
  const current = new Map((now ?? []).map(({ id, entry }) => [id, entry]));
  const conflicting = task.entries.filter((one) => current.has(entryIdOf(one)));
  const others = conflicting.length - MAX_NAMED_ENTRIES;
  const summaryOf = (entry: ReceivedAvailability) =>
    factsText([describeEntry(entry, directory), entryTimeText(entry, directory)]);
  const currentText = (entry: ReceivedAvailability | null | undefined) =>
    entry ? currentVersionText(summaryOf(entry)) : t`It has been deleted.`;
  return (
    <>
      {conflicting.slice(0, MAX_NAMED_ENTRIES).map((one) => (
        <span key={entryIdOf(one)} className="block">
          {lead === null ? `${summaryOf(versionBefore(one))}. ` : null}
          {currentText(current.get(entryIdOf(one)))}
        </span>
      ))}
      {others > 0 ? (
        <span className="block">
          {t({
            message: plural(others, { one: 'And # more.', other: 'And # more.' }),
            comment: 'shifts that were not saved',
          })}
        </span>
      ) : null}
    </>
  );
}

function currentVersionText(there: string): string {
  return t`It now reads: ${there}.`;
}

interface PlanNoticesProps extends Omit<NoticeContext, 'changes' | 'undo'> {
  changes: TabPlanActions;
}

/** Reports the outcome of plan changes as notices. */
export function PlanNotices({ changes, directory, onReopen }: PlanNoticesProps) {
  const outbox = useOutbox();
  const undo = (group: number) => void outbox.undo(group);
  useCommandNotices(changes, (commands) => planNotice(commands, { changes, undo, directory, onReopen }));
  return null;
}
