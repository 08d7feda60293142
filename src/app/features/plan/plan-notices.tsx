import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Directory } from '#app/api/directory.ts';
import { Reason } from '#app/api/failures.tsx';
import { uncertainText } from '#app/api/sending-text.ts';
import { showNotice, UNDO_OFFERED_MS } from '#app/components/show-notice.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { PlanChanging, PlanEvent } from './create-plan-changes.ts';
import type { PlanStep } from './plan-steps.ts';
import { entryText, entryTimeText } from './plan-text.ts';

/** What has become so far of a change, which may be of several requests. */
interface Told {
  saved: readonly PlanStep[];
  failed: readonly Exclude<PlanEvent, { kind: 'saved' | 'uncertain' }>[];
  uncertain: ReadonlyMap<PlanStep, unknown>;
}

const NOTHING: Told = { saved: [], failed: [], uncertain: new Map() };

function afterEvent({ saved, failed, uncertain }: Told, event: PlanEvent): Told {
  const rest = new Map(uncertain);
  rest.delete(event.step);
  if (event.kind === 'uncertain') return { saved, failed, uncertain: rest.set(event.step, event.error) };
  if (event.kind === 'saved') return { saved: [...saved, event.step], failed, uncertain: rest };
  return { saved, failed: [...failed, event], uncertain: rest };
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
  if (steps.length > 1) return { title: severalText(task.kind, count), text: isSeries ? t`and the following` : '' };
  const what =
    task.kind === 'remove'
      ? t({ message: 'Deleted', comment: 'an entry of the plan' })
      : task.kind === 'create' && count > 1
        ? t({ message: plural(count, { one: '# entry', other: '# entries' }), comment: 'of the plan of duty' })
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
    const { number, of, undoes } = event.step;
    const now = afterEvent(told.get(number) ?? NOTHING, event);
    told.set(number, now);
    const { saved, failed, uncertain } = now;
    const [first] = uncertain;
    if (first) wasUncertain.add(number);
    // A week is planned by many changes: what went well is told by one notice, the last, which leaves the plan to be seen.
    const id = wasUncertain.has(number) || failed.length > 0 ? `plan ${number}` : 'plan';
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
    // One alone is decided in a dialog.
    if (problem.kind === 'conflict' && of === 1) return;
    const { step } = problem;
    const name = entryText(step.seen, directory);
    const when = entryTimeText(step.seen, directory);
    const count = failed.length;
    const title = of > 1 ? t`${count} of ${of} not saved` : failedText(problem, name);
    const { task } = step;
    const again =
      task.kind !== 'remove' && problem.kind !== 'given-up'
        ? { link: { label: words.tryAgain, onClick: () => onReopen(step) } }
        : {};
    showNotice({
      id,
      tone: 'warn',
      title,
      text: (
        <>
          {`${of > 1 ? factsText([name, when]) : when}. `}
          <Why problem={problem} />
        </>
      ),
      ...again,
      ...(saved.length > 0 ? undo : {}),
    });
  }
  useEffect(() => tellBy(tell));
  return null;
}

function failedText({ kind, step }: Told['failed'][number], name: string): string {
  if (kind === 'given-up')
    return t({ message: `${name}: given up`, comment: 'a change that nobody knows to be saved' });
  return step.task.kind === 'remove'
    ? t({ message: `${name}: not deleted`, comment: 'an entry of the plan' })
    : t({ message: `${name}: not saved`, comment: 'an entry of the plan' });
}

/** Why a step came to nothing. */
function Why({ problem }: { problem: Told['failed'][number] }) {
  switch (problem.kind) {
    case 'refused':
      return problem.error.status === 404 ? t`A colleague has deleted it meanwhile.` : <Reason error={problem.error} />;
    case 'not-made':
      return t`The practice system did not answer, and it is not in the plan.`;
    case 'conflict':
      return t`A colleague has changed it meanwhile.`;
    case 'given-up':
      return problem.isRead
        ? t`The plan is shown as the practice system has it.`
        : t`Nobody knows whether it was saved: look again once the practice system answers.`;
  }
}
