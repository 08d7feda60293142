import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { asApiError, failureKind, isStorageFull } from '#app/api/api-error.ts';
import { memoizePerObject } from '#app/browser/memoize-per-object.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { closeNotice, type Notice, showNotice, UNDO_NOTICE_MS } from '#app/components/show-notice.ts';
import { ErrorReason, errorReasonText, systemBusyText } from '#app/text/error-texts.tsx';
import { type CommandLog, isPending, type OutboxCommand } from './outbox.ts';
import { isSameList } from './overlay.ts';

/** How long a notice that also asks or offers something stays, in milliseconds. */
const EXTRA_READING_MS = 30_000;

type NoticeContent = Pick<Notice, 'title' | 'text' | 'action' | 'link' | 'extra'>;

/** The texts of a notice about commands that were carried out together. */
interface NoticeTexts {
  /** The id of the notice that reports success; the next one with the same id replaces it. */
  id: string;
  /** Describes an unsaved change: the title names what is changed, and the text the intended change. */
  uncertain: () => { title: string; text: string };
  onGiveUp: () => void;
  failed: () => NoticeContent | null;
  saved: () => NoticeContent & Pick<Notice, 'tone'>;
}

type AnyCommand = Pick<OutboxCommand<unknown, unknown, unknown>, 'group' | 'state' | 'error' | 'now'>;

/** The notice about commands that were carried out together; null if there is nothing to report. */
export function groupNotice(commands: readonly AnyCommand[], texts: NoticeTexts): Notice | null {
  const id = `changes ${commands[0]?.group}`;
  const slow = commands.find(({ state }) => state === 'uncertain');
  if (slow) {
    const { title, text } = texts.uncertain();
    return {
      ...{ id, tone: 'warn', title },
      text: [
        text,
        uncertainText(slow.error),
        t`Keep this page open: Frontdesk keeps trying until the change is saved.`,
      ].join(' '),
      action: { label: t`Don’t save`, onClick: texts.onGiveUp },
    };
  }
  if (commands.some((command) => isPending(command) || command.state === 'giving-up')) return null;
  if (commands.every(({ state }) => state === 'saved')) {
    const saved = texts.saved();
    return { id: texts.id, readingMs: saved.extra ? EXTRA_READING_MS : UNDO_NOTICE_MS, ...saved };
  }
  const failed = texts.failed();
  return failed && { id, tone: 'warn', ...failed };
}

/**
 * Says why a change is not saved yet. The service's advice is left out, because Frontdesk checks and retries by itself.
 */
function uncertainText(error: unknown): string {
  if (failureKind(error) === 'waiting') return systemBusyText(null);
  const isPlain = asApiError(error)?.kind === 'network' || isStorageFull(error);
  return isPlain ? errorReasonText(error) : t`The practice system hasn’t responded yet.`;
}

/** The title of the notice about a failed change. `otherwise` is the title for a change that was certainly not made. */
export function failedTitle(name: string, { state, now }: AnyCommand, otherwise: string): string {
  if (state === 'given-up')
    return t({ message: `${name}: change discarded`, comment: 'it is unknown whether it was saved' });
  return state === 'refused' && now === null ? t`${name}: may not be saved` : otherwise;
}

interface FailureReasonProps {
  command: AnyCommand;
  /** What is stored now, if that is known. */
  currentStateText: string | null;
}

/** Says why a change failed, followed by what is stored now, or that the outcome is unknown. */
export function FailureReason({ command, currentStateText }: FailureReasonProps) {
  const { state, now, error } = command;
  return (
    <>
      {state === 'refused' ? <ErrorReason error={error} /> : null}
      {state === 'conflict' ? t`A colleague has changed this in the meantime.` : null}{' '}
      {now === null && state !== 'conflict'
        ? t`We couldn’t confirm that the change was saved. Check again when the practice system responds.`
        : currentStateText}
    </>
  );
}

/**
 * The state of the notices for a log: the commands of each group as last shown, and a function that stops listening.
 */
const getNoticeState = memoizePerObject((_log: object) => ({
  shown: new Map<number, readonly unknown[]>(),
  end: (): void => undefined,
}));

/**
 * Shows notices about the progress of commands.
 *
 * @param noticeOf returns the notice about commands that were carried out together
 */
export function useCommandNotices<Task, Answer, Now>(
  log: Pick<CommandLog<Task, Answer, Now>, 'commands' | 'subscribe'>,
  noticeOf: (commands: readonly OutboxCommand<Task, Answer, Now>[]) => Notice | null,
): void {
  const latest = useLatest(noticeOf);
  useEffect(() => {
    const reported = getNoticeState(log);
    const { shown } = reported;
    function showGroupNotices() {
      const groups = new Map<number, OutboxCommand<Task, Answer, Now>[]>();
      for (const command of log.commands()) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
      for (const [group, commands] of groups) {
        if (isSameList<unknown>(shown.get(group) ?? [], commands)) continue;
        shown.set(group, commands);
        const notice = latest.current(commands);
        const isSettled = commands.every((one) => !isPending(one) && one.state !== 'giving-up');
        // Closes the notice saying that the change is not saved yet.
        if (isSettled && notice?.id !== `changes ${group}`) closeNotice(`changes ${group}`);
        if (notice !== null) showNotice(notice);
      }
    }
    showGroupNotices();
    // Notices stay when the screen is left: the subscription only ends when the next screen shows this log.
    reported.end();
    reported.end = log.subscribe(showGroupNotices);
  }, [log, latest]);
}
