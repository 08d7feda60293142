import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Directory } from '#app/api/directory.ts';
import { Reason } from '#app/api/failures.tsx';
import { uncertainText, unconfirmedText } from '#app/api/sending-text.ts';
import { closeNotice, showNotice, UNDO_OFFERED_MS } from '#app/components/show-notice.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import type { ReceivedAvailability } from '#contract/received-availability.ts';
import type { PlanChanging, PlanEvent, PlanFailure } from './create-plan-changes.ts';
import { type EntryChange, idOf, type PlanChange } from './plan-change.ts';
import { entryText, entryTimeText } from './plan-text.ts';

/** How many entries a notice names; of the others it gives the number. */
const MOST_NAMED = 5;

/** An entry as a change makes it, or as it was where it goes. */
const shownOf = ({ before, after }: EntryChange): ReceivedAvailability => after ?? before;

/** The entry that names a change: of a single one that, of a series the one that it begins with; none where it is of several. */
export function leadOf({ entries, series, repeat }: PlanChange): EntryChange | null {
  const [first, ...others] = entries;
  const isOne = others.length === 0 || series !== null || repeat !== null || isOneSeries(entries);
  return isOne && first !== undefined ? first : null;
}

/** Whether new entries are of one series. */
function isOneSeries([first, ...others]: readonly EntryChange[]): boolean {
  const seriesId = first?.before === null ? first.after.seriesId : null;
  return seriesId !== null && others.every(({ before, after }) => before === null && after.seriesId === seriesId);
}

/** What was done. */
function doneText(change: PlanChange, directory: Directory): { title: string; text: string } {
  const { entries, series } = change;
  const count = entries.length;
  const lead = leadOf(change);
  if (lead !== null) {
    const shown = shownOf(lead);
    const what =
      lead.after === null
        ? t({ message: 'Deleted', comment: 'an entry of the plan' })
        : lead.before === null && count > 1
          ? t({ message: plural(count, { one: '# entry', other: '# entries' }), comment: 'of the plan of duty' })
          : null;
    const facts = [what, entryTimeText(shown, directory), series ? t`and the following` : null];
    return { title: entryText(shown, directory), text: factsText(facts) };
  }
  const added = entries.filter(({ before }) => before === null).length;
  const deleted = entries.filter(({ after }) => after === null).length;
  const title =
    added === count
      ? t({
          message: plural(count, { one: '# entry added', other: '# entries added' }),
          comment: 'to the plan of duty',
        })
      : deleted === count
        ? t({
            message: plural(count, { one: '# entry deleted', other: '# entries deleted' }),
            comment: 'of the plan of duty',
          })
        : added + deleted === count
          ? t({ message: `${added} added, ${deleted} deleted`, comment: 'entries of the plan of duty' })
          : t({
              message: plural(count, { one: '# entry changed', other: '# entries changed' }),
              comment: 'of the plan of duty',
            });
  return { title, text: '' };
}

interface PlanNoticesProps {
  changes: PlanChanging;
  directory: Directory;
  /** Opens the form of what was not saved, with all that the person wanted; false where there is none. */
  onReopen: (change: PlanChange) => boolean;
  /** Takes what tells of events, in place of what told before. */
  tellBy: (tell: (event: PlanEvent) => void) => void;
}

/** Tells by notices what becomes of changes of the plan: each that is uncertain or failed by one, and the last that is saved. */
export function PlanNotices({ changes, directory, onReopen, tellBy }: PlanNoticesProps) {
  const [wasUncertain] = useState(() => new Set<number>());

  function tell(event: PlanEvent): void {
    const { change } = event;
    const { number, undoes, entries } = change;
    if (event.kind === 'uncertain') wasUncertain.add(number);
    // A week is planned by many changes: what went well is told by one notice, the last, which leaves the plan to be seen.
    const id = event.kind === 'saved' && !wasUncertain.has(number) ? 'plan' : `plan ${number}`;
    const lead = leadOf(change);
    if (event.kind === 'uncertain') {
      const name = lead === null ? severalText(entries.length) : entryText(shownOf(lead), directory);
      showNotice({
        id,
        tone: 'warn',
        title: t`${name}: not saved yet`,
        text: [
          ...(lead === null ? [] : [`${entryTimeText(shownOf(lead), directory)}.`]),
          uncertainText(event.error),
          t`Keep this page open: it is sent again until it is saved.`,
        ].join(' '),
        action: { label: t`Don’t save`, onClick: () => changes.giveUp(number) },
      });
    } else if (event.kind === 'saved') {
      const { title: name, text } = doneText(change, directory);
      // For somebody who has left nothing can be planned any more.
      const isOfLeft = ({ before, after }: EntryChange) =>
        after === null && directory.employees.get(before.employeeId ?? '')?.isActive === false;
      const mayUndo = undoes === null && !entries.every(isOfLeft);
      showNotice({
        id,
        tone: 'ok',
        title: undoes === null ? name : t({ message: `${name}: undone`, comment: 'a change of an appointment' }),
        text,
        ...(mayUndo
          ? { action: { label: t`Undo`, onClick: () => changes.undo(number) }, readingMs: UNDO_OFFERED_MS }
          : {}),
      });
    } else {
      const again = () => {
        closeNotice(id);
        if (event.kind === 'conflict' || !onReopen(change)) changes.retry(event);
      };
      showNotice({
        id,
        tone: 'warn',
        title: failedText(event, lead === null ? severalText(entries.length) : entryText(nameOf(lead), directory)),
        text: <Why failure={event} lead={lead} directory={directory} />,
        ...(mayRetry(event) ? { link: { label: words.tryAgain, onClick: again } } : {}),
      });
    }
  }
  useEffect(() => tellBy(tell));
  return null;
}

/** An entry as the person saw it before the change that failed. */
const nameOf = ({ before, after }: EntryChange): ReceivedAvailability => before ?? after;

/** Whether it may be tried again: what a colleague has deleted is gone, and what nobody has confirmed may be saved. */
function mayRetry(failure: PlanFailure): boolean {
  const { entries } = failure.change;
  if (failure.kind === 'conflict') return failure.current.some(({ entry }) => entry !== null) || entries.length > 1;
  return failure.kind === 'refused' && !(entries.length === 1 && entries[0]?.after === null);
}

const severalText = (count: number) =>
  t({ message: plural(count, { one: '# entry', other: '# entries' }), comment: 'of the plan of duty' });

function failedText({ kind, change }: PlanFailure, name: string): string {
  if (kind === 'given-up')
    return t({ message: `${name}: given up`, comment: 'a change that nobody knows to be saved' });
  if (kind === 'unreadable') return t`${name}: not confirmed`;
  return change.entries.every(({ after }) => after === null)
    ? t({ message: `${name}: not deleted`, comment: 'an entry of the plan' })
    : t({ message: `${name}: not saved`, comment: 'an entry of the plan' });
}

interface WhyProps {
  failure: PlanFailure;
  lead: EntryChange | null;
  directory: Directory;
}

/** Why a change came to nothing, with the entries that are to blame where it is of several. */
function Why({ failure, lead, directory }: WhyProps) {
  const { change } = failure;
  const timeOfLead = lead === null ? '' : `${entryTimeText(nameOf(lead), directory)}. `;
  switch (failure.kind) {
    case 'refused':
      return (
        <>
          {timeOfLead}
          <Reason error={failure.error} />
        </>
      );
    case 'conflict': {
      const { current } = failure;
      const deleted = current.every(({ entry }) => entry === null);
      const named = change.entries.filter((one) => current.some(({ id }) => id === idOf(one)));
      const others = named.length - MOST_NAMED;
      return (
        <>
          {deleted ? t`A colleague has deleted it meanwhile.` : t`A colleague has changed it meanwhile.`}
          {named.slice(0, MOST_NAMED).map((one) => (
            <span key={idOf(one)} className="block">
              {factsText([entryText(nameOf(one), directory), entryTimeText(nameOf(one), directory)])}
            </span>
          ))}
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
    case 'unreadable':
      return (
        <>
          {timeOfLead}
          <Reason error={failure.error} />{' '}
          {failure.isRead ? t`The plan is shown as the practice system has it.` : unconfirmedText()}
        </>
      );
    case 'given-up':
      return `${timeOfLead}${
        failure.isRead
          ? t`The plan is shown as the practice system has it.`
          : t`Nobody knows whether it was saved: look again once the practice system answers.`
      }`;
  }
}
