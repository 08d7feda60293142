import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { noticeIdOf } from '#app/api/appointment-changes.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { Reason } from '#app/api/failures.tsx';
import { uncertainText, unconfirmedText } from '#app/api/sending-text.ts';
import { showNotice, UNDO_OFFERED_MS } from '#app/components/show-notice.ts';
import { dateIn, zoneOf } from '#app/scheduling/calendar-day.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { type ChangeNames, nameOf } from './change-names.ts';
import { changeText } from './change-text.ts';
import type { ChangeEvent, Changes } from './changes.ts';
import { type ChangeStep, differing, valuesFor, wantedOf } from './field-changes.ts';
import type { LeftBehind } from './together/move-rest.tsx';
import { afterEvent, oneLine, stepTogether, type Together, togetherNotice } from './together/together-notices.tsx';

/** What is lost with dropped steps, the first of which failed. */
function lostWith(steps: readonly ChangeStep[], record: ReceivedAppointment): FieldChanges {
  const lost = differing(wantedOf(steps), record);
  // The later ones may have taken the first back already.
  return Object.keys(lost).length > 0 ? lost : wantedOf(steps.slice(0, 1));
}

interface ChangeNoticesProps {
  changes: Changes;
  names: ChangeNames;
  /** The warnings about a change, from the appointments that are loaded. */
  warningsOf: (record: ReceivedAppointment, changes: FieldChanges) => string[];
  /** The warnings after also looking where nothing is loaded. */
  loadWarningsOf: (record: ReceivedAppointment, changes: FieldChanges) => Promise<string[]>;
  /** Opens an appointment on the board. */
  onShow: (record: ReceivedAppointment) => void;
  /** Shows visits that were not moved with others, to move them. */
  onTryAgain: (left: LeftBehind, first: ReceivedAppointment) => void;
  /** Takes what tells of events, in place of what told before. */
  tellBy: (tell: (event: ChangeEvent) => void) => void;
}

/** Tells by notices what becomes of the changes. */
export function ChangeNotices(props: ChangeNoticesProps) {
  const { changes, names, warningsOf, loadWarningsOf, onShow, onTryAgain, tellBy } = props;
  /** How many notices tell of changes that were lost, by the id of the appointment. */
  const [losses] = useState(() => new Map<string, number>());
  /** What has become of changes of several visits, by their numbers. */
  const [joined] = useState(() => new Map<number, Together>());

  function tellTogether(step: ChangeStep, event: ChangeEvent): void {
    const together = afterEvent(joined.get(step.number), step, event);
    joined.set(step.number, together);
    const notice = togetherNotice(together, names, {
      onUndo: () => changes.undo(step.number),
      onTryAgain,
      onGiveUp() {
        for (const id of together.uncertain.keys()) changes.giveUp(id);
      },
      warningsOf: (saved) => warningsOf(saved.record, saved.step.changes),
    });
    if (notice) showNotice({ ...notice, readingMs: UNDO_OFFERED_MS });
  }

  function tell(event: ChangeEvent): void {
    const { record } = event;
    const part = stepTogether(event);
    if (part) {
      tellTogether(part, event);
      // What else was dropped with it is told by itself.
      if (!('steps' in event) || event.steps[0] === part) return;
    }
    // It is decided in a dialog.
    if (event.kind === 'conflict') return;
    const lost = losses.get(record.id) ?? 0;
    // What follows does not replace the notice of a loss.
    const id = lost === 0 ? noticeIdOf(record.id) : `${noticeIdOf(record.id)} ${lost}`;
    if (event.kind !== 'saved' && event.kind !== 'uncertain') losses.set(record.id, lost + 1);
    const name = nameOf(record, names.directory);
    if (event.kind === 'saved') {
      const { before } = event;
      const { number, changes: made, undoes } = event.step;
      const [day, dayBefore] = [record, before].map(({ start }) =>
        dateIn(zoneOf(record, names.directory), instantOf(start)),
      );
      const show = (warnings: readonly string[]) =>
        showNotice({
          id,
          tone: warnings.length > 0 ? 'warn' : 'ok',
          title: undoes
            ? t({ message: `${name}: undone`, comment: 'a change of an appointment' })
            : warnings.length > 0
              ? factsText([name, changeText(made, before, names)])
              : name,
          text: warnings.length > 0 ? oneLine(warnings) : changeText(made, before, names),
          readingMs: UNDO_OFFERED_MS,
          ...(undoes ? {} : { action: { label: t`Undo`, onClick: () => changes.undo(number) } }),
          // The board keeps showing its day.
          ...(day === dayBefore ? {} : { link: { label: words.show, onClick: () => onShow(record) } }),
        });
      const warnings = undoes ? [] : warningsOf(record, made);
      show(warnings);
      void (undoes ? null : loadWarningsOf(record, made))?.then((found) => {
        const { made: latest, pending: next } = changes.state();
        const isLatest = latest.get(record.id)?.record === record && !next.has(record.id);
        if (isLatest && found.join() !== warnings.join()) show(found);
      });
      return;
    }
    const missing = event.kind === 'uncertain' ? event.step.changes : lostWith(event.steps, record);
    const wanted = changeText(missing, record, names);
    const change = t({ message: `${wanted}.`, comment: 'what was to be changed of an appointment' });
    if (event.kind === 'uncertain') {
      showNotice({
        id,
        tone: 'warn',
        title: t`${name}: not saved yet`,
        text: [change, uncertainText(event.error), t`Keep this page open: it is sent again until it is saved.`].join(
          ' ',
        ),
        action: { label: t`Don’t save`, onClick: () => changes.giveUp(record.id) },
      });
    } else if (event.kind === 'refused') {
      showNotice({
        id,
        tone: 'warn',
        title: t`${name}: not changed`,
        text: (
          <>
            {change} <Reason error={event.error} />
          </>
        ),
      });
    } else if (event.kind === 'unreadable') {
      const { now, error } = event;
      const there = now && changeText(valuesFor(missing, now), now, names);
      showNotice({
        id,
        tone: 'warn',
        title: now === null ? t`${name}: not confirmed` : t`${name}: not changed`,
        text: (
          <>
            {change} <Reason error={error} /> {there === null ? unconfirmedText() : t`It is now: ${there}.`}
          </>
        ),
      });
    } else {
      const { now } = event;
      const title = t({ message: `${name}: given up`, comment: 'a change that nobody knows to be saved' });
      if (now === null) {
        const text = `${change} ${t`Nobody knows whether it was saved: look again once the practice system answers.`}`;
        showNotice({ id, tone: 'warn', title, text });
      } else {
        const there = changeText(valuesFor(missing, now), now, names);
        showNotice({ id, tone: 'info', title, text: t`It is as the practice system has it: ${there}.` });
      }
    }
  }
  useEffect(() => tellBy(tell));
  return null;
}
