import { plural, t } from '@lingui/core/macro';
import { Reason } from '#app/api/failures.tsx';
import { uncertainText, unconfirmedText } from '#app/api/sending-text.ts';
import type { Notice } from '#app/components/show-notice.ts';
import { type ChangeNames, nameOf } from '#app/features/change/change-names.ts';
import { changeText } from '#app/features/change/change-text.ts';
import type { ChangeEvent } from '#app/features/change/changes.ts';
import { type ChangeStep, differing, valuesFor } from '#app/features/change/field-changes.ts';
import { durationText } from '#app/scheduling/time-text.ts';
import { listText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import type { LeftBehind } from './move-rest.tsx';

/** A visit that is not moved, and the event that tells why. */
type NotMoved = Extract<ChangeEvent, { kind: 'refused' | 'conflict' | 'given-up' | 'unreadable' }>;

/** What has become so far of a change of several visits, by the ids of these. */
export interface Together {
  number: number;
  of: number;
  undoes: number | null;
  /** What is done; undefined where the visits are moved. */
  text: string | undefined;
  /** By how many minutes the visits are moved. */
  minutes: number;
  saved: ReadonlyMap<string, Extract<ChangeEvent, { kind: 'saved' }>>;
  failed: ReadonlyMap<string, NotMoved>;
  /** Nobody knows yet whether they are saved. */
  uncertain: ReadonlyMap<string, Extract<ChangeEvent, { kind: 'uncertain' }>>;
}

/** The steps of an event. */
function stepsOf(event: ChangeEvent): readonly ChangeStep[] {
  return event.kind === 'saved' || event.kind === 'uncertain' ? [event.step] : event.steps;
}

/** The step of an event that is part of a change of several visits. */
export function stepTogether(event: ChangeEvent): ChangeStep | undefined {
  return stepsOf(event).find((step) => step.of > 1);
}

function minutesOf({ changes }: ChangeStep, event: ChangeEvent): number {
  const { start } = event.kind === 'saved' ? event.before : event.record;
  return (instantOf(changes.start ?? start) - instantOf(start)) / 60_000;
}

/** What has become of the change after an event of one of its visits. */
export function afterEvent(before: Together | undefined, step: ChangeStep, event: ChangeEvent): Together {
  const { number, of, undoes, text } = step;
  const { id } = event.record;
  const nothing = { saved: new Map(), failed: new Map(), uncertain: new Map() };
  const together = before ?? { number, of, undoes, text, minutes: minutesOf(step, event), ...nothing };
  const uncertain = new Map(together.uncertain);
  uncertain.delete(id);
  if (event.kind === 'uncertain') return { ...together, uncertain: uncertain.set(id, event) };
  if (event.kind === 'saved') return { ...together, uncertain, saved: new Map(together.saved).set(id, event) };
  return { ...together, uncertain, failed: new Map(together.failed).set(id, event) };
}

interface TogetherActions {
  onUndo: () => void;
  /** Shows the visits that were not moved, to move them. */
  onTryAgain: (left: LeftBehind, first: ReceivedAppointment) => void;
  onGiveUp: () => void;
  /** The warnings about a saved change. */
  warningsOf: (event: Extract<ChangeEvent, { kind: 'saved' }>) => readonly string[];
}

/** The notice of a change of several visits; null as long as there is nothing to tell. */
export function togetherNotice(
  { number, of, undoes, text, minutes, saved, failed, uncertain }: Together,
  names: ChangeNames,
  actions: TogetherActions,
): Notice | null {
  const { directory } = names;
  const id = `together ${undoes ?? number}`;
  const done = saved.size;
  const told = text
    ? t({ message: `${text}: ${done} of ${of}`, comment: 'what is done with appointments, with how many of them' })
    : undoes
      ? t`${plural(of, { one: `${done} of # visit moved back`, other: `${done} of # visits moved back` })}`
      : t`${plural(of, { one: `${done} of # visit moved`, other: `${done} of # visits moved` })}`;
  if (uncertain.size > 0) {
    const [slow] = uncertain.values();
    const waiting = listText([...uncertain.values()].map(({ record }) => nameOf(record, directory)));
    return {
      id,
      tone: 'warn',
      title: told,
      text: [
        t({ message: `Not saved yet: ${waiting}.`, comment: 'names of patients' }),
        uncertainText(slow?.error),
        t`Keep this page open: it is sent again until it is saved.`,
      ].join(' '),
      action: { label: t`Don’t save`, onClick: actions.onGiveUp },
    };
  }
  if (done + failed.size < of) return null;
  const undo = { label: t`Undo`, onClick: actions.onUndo };
  const [first] = failed.values();
  if (first) {
    return {
      id,
      tone: 'warn',
      title: told,
      text: (
        <>
          {[...failed.values()].map((event) => (
            <span key={event.record.id} className="block">
              <NotMovedText event={event} names={names} />
            </span>
          ))}
        </>
      ),
      ...(undoes || text
        ? {}
        : {
            action: {
              label: words.tryAgain,
              onClick: () => actions.onTryAgain({ ids: new Set(failed.keys()), minutes }, first.record),
            },
          }),
      ...(undoes || done === 0 ? {} : { link: undo }),
    };
  }
  const distance = durationText(minutes);
  const all = text && undoes ? t({ message: `${text}: undone`, comment: 'what was done with appointments' }) : text;
  const warnings = undoes ? [] : [...saved.values()].flatMap((event) => actions.warningsOf(event).slice(0, 1));
  return {
    id,
    tone: warnings.length > 0 ? 'warn' : 'ok',
    title:
      all ??
      (undoes
        ? t`${plural(of, { one: '# visit moved back', other: '# visits moved back' })}`
        : t`${plural(of, { one: `# visit moved by ${distance}`, other: `# visits moved by ${distance}` })}`),
    text: oneLine(warnings),
    ...(undoes ? {} : { action: undo }),
  };
}

/**
 * Warnings in one line, since all of them were shown before it was done: the most serious, whether there are more, and
 * the last, which says what is not known.
 */
export function oneLine(warnings: readonly string[]): string {
  const [first = '', last] = [warnings[0], warnings.slice(1).at(-1)];
  if (last === undefined) return first;
  const most = warnings.length === 2 ? first : t({ message: `${first}, and more`, comment: 'first: a warning' });
  return `${most} · ${last}`;
}

/** Says why a visit was not moved, and where it is now. */
function NotMovedText({ event, names }: { event: NotMoved; names: ChangeNames }) {
  const name = nameOf(event.record, names.directory);
  if (event.kind === 'refused') {
    return (
      <>
        {t({ message: `Not moved: ${name}.`, comment: 'a patient' })} <Reason error={event.error} />
      </>
    );
  }
  if (event.kind === 'unreadable' && event.now === null) {
    return (
      <>
        {t({ message: `Not confirmed: ${name}.`, comment: 'a patient' })} <Reason error={event.error} />{' '}
        {unconfirmedText()}
      </>
    );
  }
  const now = event.kind === 'conflict' ? event.current : event.now;
  const by = event.kind === 'conflict' ? t`A colleague changed it meanwhile.` : '';
  if (now === null) return [t({ message: `Not moved: ${name}.`, comment: 'a patient' }), by].join(' ');
  const changes = differing(valuesFor({ status: '', start: '', end: '', roomId: '' }, now), event.record);
  const there = changeText(changes, now, names) || changeText(valuesFor({ start: '', end: '' }, now), now, names);
  return [t({ message: `Not moved: ${name}.`, comment: 'a patient' }), by, t`It is now: ${there}.`]
    .filter(Boolean)
    .join(' ');
}
