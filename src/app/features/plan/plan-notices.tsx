import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Directory } from '#app/api/directory.ts';
import { Reason } from '#app/api/failures.tsx';
import { uncertainText, unconfirmedText } from '#app/api/sending-text.ts';
import { closeNotice, showNotice, UNDO_OFFERED_MS } from '#app/components/show-notice.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { PlanChanging, PlanEvent } from './create-plan-changes.ts';
import type { PlanStep } from './plan-steps.ts';
import { entryText, entryTimeText } from './plan-text.ts';

/** What has become so far of a change, which may be of several requests. */
interface Told {
  /** How many requests it has. */
  of: number;
  saved: readonly PlanStep[];
  failed: readonly Exclude<PlanEvent, { kind: 'saved' | 'uncertain' }>[];
  uncertain: ReadonlyMap<PlanStep, unknown>;
}

type Failure = Told['failed'][number];

/** How many failures a notice describes; of the others it gives the number. */
const MOST_DESCRIBED = 5;

/** The notice of a change that is uncertain, or of which something failed. */
const noticeIdOf = (number: number) => `plan ${number}`;

const nothing = (of: number): Told => ({ of, saved: [], failed: [], uncertain: new Map() });

function afterEvent({ of, saved, failed, uncertain }: Told, event: PlanEvent): Told {
  const rest = new Map(uncertain);
  rest.delete(event.step);
  if (event.kind === 'uncertain') return { of, saved, failed, uncertain: rest.set(event.step, event.error) };
  if (event.kind === 'saved') return { of, saved: [...saved, event.step], failed, uncertain: rest };
  return { of, saved, failed: [...failed, event], uncertain: rest };
}

/** Whether it may be tried again: what a colleague has deleted is gone, and what nobody has confirmed may be saved. */
function mayRetry(failure: Failure): boolean {
  if (failure.kind === 'given-up' || failure.kind === 'unreadable') return false;
  return failure.kind !== 'refused' || failure.error.status !== 404 || failure.step.task.kind === 'create';
}

/** How many entries a step is about, as far as that is known. */
const entriesOf = ({ task }: PlanStep) => (task.kind === 'create' ? task.made.length : 1);

/** What was done, by the kind of the steps. */
function doneText(steps: readonly PlanStep[], directory: Directory): { title: string; text: string } {
  const [first] = steps;
  if (!first) return { title: '', text: '' };
  const { task, seen } = first;
  const count = steps.reduce((sum, step) => sum + entriesOf(step), 0);
  const after = task.kind === 'change' ? { ...seen, ...task.changes } : seen;
  const isSeries = task.kind !== 'create' && task.scope === 'following' && seen.seriesId !== null;
  const others = steps.filter((step) => step.task.kind !== task.kind);
  if (others.length > 0) {
    const countOf = (kind: PlanStep['task']['kind']) =>
      steps.filter((step) => step.task.kind === kind).reduce((sum, step) => sum + entriesOf(step), 0);
    const [added, deleted] = [countOf('create'), countOf('remove')];
    return {
      title: t({ message: `${added} added, ${deleted} deleted`, comment: 'entries of the plan of duty' }),
      text: '',
    };
  }
  if (steps.length > 1) return { title: severalText(task.kind, count), text: isSeries ? t`and the following` : '' };
  const what =
    task.kind === 'remove'
      ? t({ message: 'Deleted', comment: 'an entry of the plan' })
      : task.kind === 'create' && count > 1
        ? entriesText(count)
        : null;
  const time = entryTimeText(after, directory);
  return {
    title: entryText(after, directory),
    text: factsText([what, time, isSeries ? t`and the following` : null]),
  };
}

function severalText(kind: PlanStep['task']['kind'], count: number): string {
  if (kind === 'create')
    return t({
      message: plural(count, { one: '# entry added', other: '# entries added' }),
      comment: 'to the plan of duty',
    });
  if (kind === 'remove')
    return t({
      message: plural(count, { one: '# entry deleted', other: '# entries deleted' }),
      comment: 'of the plan of duty',
    });
  return t({
    message: plural(count, { one: '# entry changed', other: '# entries changed' }),
    comment: 'of the plan of duty',
  });
}

interface PlanNoticesProps {
  changes: PlanChanging;
  directory: Directory;
  /** Opens the form of what was not saved, with all that the person wanted. */
  onReopen: (step: PlanStep) => void;
  /** Takes what tells of events, in place of what told before. */
  tellBy: (tell: (event: PlanEvent) => void) => void;
}

/** Tells by notices what becomes of changes of the plan: each that is uncertain or failed by one, and the last that is saved. */
export function PlanNotices({ changes, directory, onReopen, tellBy }: PlanNoticesProps) {
  const [told] = useState(() => new Map<number, Told>());
  const [wasUncertain] = useState(() => new Set<number>());

  function tell(event: PlanEvent): void {
    const { number, undoes } = event.step;
    const now = afterEvent(told.get(number) ?? nothing(event.step.of), event);
    told.set(number, now);
    const { of, saved, failed, uncertain } = now;
    const [first] = uncertain;
    if (first) wasUncertain.add(number);
    // A week is planned by many changes: what went well is told by one notice, the last, which leaves the plan to be seen.
    const id = wasUncertain.has(number) || failed.length > 0 ? noticeIdOf(number) : 'plan';
    if (first) {
      const [step, error] = first;
      const { seen, task } = step;
      const wanted = task.kind === 'change' ? { ...seen, ...task.changes } : seen;
      const name = entryText(wanted, directory);
      const time = entryTimeText(wanted, directory);
      const open = of - saved.length - failed.length;
      showNotice({
        id,
        tone: 'warn',
        title: of > 1 ? t`${open} of ${of} not saved yet` : t`${name}: not saved yet`,
        text: [
          `${of > 1 ? factsText([name, time]) : time}.`,
          uncertainText(error),
          t`Keep this page open: it is sent again until it is saved.`,
        ].join(' '),
        action: { label: t`Don’t save`, onClick: () => changes.giveUp(number) },
      });
      return;
    }
    if (saved.length + failed.length < of) return;
    // For somebody who has left nothing can be planned any more.
    const isOfLeft = ({ task, seen }: PlanStep) =>
      task.kind === 'remove' && directory.employees.get(seen.employeeId ?? '')?.isActive === false;
    const undo =
      undoes === null && !saved.every(isOfLeft)
        ? { action: { label: t`Undo`, onClick: () => changes.undo(number) }, readingMs: UNDO_OFFERED_MS }
        : {};
    const [problem] = failed;
    if (!problem) {
      const { title: name, text } = doneText(saved, directory);
      showNotice({
        id,
        tone: 'ok',
        title: undoes === null ? name : t({ message: `${name}: undone`, comment: 'a change of an appointment' }),
        text,
        ...undo,
      });
      return;
    }
    const { step } = problem;
    const isSingle = step.of === 1;
    // One alone is decided in a dialog.
    if (isSingle && problem.kind === 'conflict') return;
    const canRetry = failed.some(mayRetry) && !(isSingle && step.task.kind === 'remove');
    const onTryAgain = () => (isSingle ? onReopen(step) : retry(number, now));
    const count = failed.length;
    showNotice({
      id,
      tone: 'warn',
      title: isSingle ? failedText(problem, entryText(step.seen, directory)) : t`${count} of ${of} not saved`,
      text: <Failures failed={failed} isSingle={isSingle} directory={directory} />,
      ...(canRetry ? { link: { label: words.tryAgain, onClick: onTryAgain } } : {}),
      ...(saved.length > 0 ? undo : {}),
    });
  }

  /** Tries again all of a change that may be, unless that was done already. */
  function retry(number: number, ended: Told): void {
    if (told.get(number) !== ended) return;
    const again = ended.failed.filter(mayRetry);
    const isConflict = ({ kind }: Failure) => kind === 'conflict';
    const steps = again.filter((failure) => !isConflict(failure)).map(({ step }) => step);
    // What was undone meanwhile is no longer part of it.
    const isUndone = !changes.state().undoable.some((one) => one.number === number);
    const saved = isUndone && ended.saved.some(({ undoes }) => undoes === null) ? [] : ended.saved;
    told.set(number, { ...nothing(saved.length + steps.length), saved });
    closeNotice(noticeIdOf(number));
    changes.retry(steps);
    for (const { step } of again.filter(isConflict)) changes.decide(step);
  }
  useEffect(() => tellBy(tell));
  return null;
}

interface FailuresProps {
  failed: readonly Failure[];
  /** Whether the change was one request, whose entry is named in the title. */
  isSingle: boolean;
  directory: Directory;
}

/** What was not saved, with the reason of each. */
function Failures({ failed, isSingle, directory }: FailuresProps) {
  const others = failed.length - MOST_DESCRIBED;
  return (
    <>
      {failed.slice(0, MOST_DESCRIBED).map((failure) => {
        const { seen } = failure.step;
        const count = entriesOf(failure.step);
        const facts = [
          isSingle ? null : entryText(seen, directory),
          entryTimeText(seen, directory),
          count > 1 ? entriesText(count) : null,
        ];
        return (
          <span key={`${failure.step.number} ${seen.id}`} className="block">
            {`${factsText(facts)}. `}
            <Why problem={failure} />
          </span>
        );
      })}
      {others > 0 ? (
        <span className="block">
          {t({
            message: plural(others, { one: 'And # more.', other: 'And # more.' }),
            comment: 'entries of the plan of duty that were not saved',
          })}
        </span>
      ) : null}
    </>
  );
}

function entriesText(count: number): string {
  return t({ message: plural(count, { one: '# entry', other: '# entries' }), comment: 'of the plan of duty' });
}

function failedText({ kind, step }: Failure, name: string): string {
  if (kind === 'given-up')
    return t({ message: `${name}: given up`, comment: 'a change that nobody knows to be saved' });
  if (kind === 'unreadable') return t`${name}: not confirmed`;
  return step.task.kind === 'remove'
    ? t({ message: `${name}: not deleted`, comment: 'an entry of the plan' })
    : t({ message: `${name}: not saved`, comment: 'an entry of the plan' });
}

/** Why a step came to nothing. */
function Why({ problem }: { problem: Failure }) {
  switch (problem.kind) {
    case 'refused':
      return problem.error.status === 404 ? t`A colleague has deleted it meanwhile.` : <Reason error={problem.error} />;
    case 'not-made':
      return t`The practice system did not answer, and it is not in the plan.`;
    case 'conflict':
      return t`A colleague has changed it meanwhile.`;
    case 'unreadable':
      return (
        <>
          <Reason error={problem.error} />{' '}
          {problem.isRead ? t`The plan is shown as the practice system has it.` : unconfirmedText()}
        </>
      );
    case 'given-up':
      return problem.isRead
        ? t`The plan is shown as the practice system has it.`
        : t`Nobody knows whether it was saved: look again once the practice system answers.`;
  }
}
