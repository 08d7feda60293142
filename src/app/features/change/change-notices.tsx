import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useApi } from '#app/api/api-client.ts';
import type { FieldChanges } from '#app/api/appointments.ts';
import { appointmentName } from '#app/api/directory.ts';
import { noticeIdOf } from '#app/changes/appointment-changes.ts';
import { FreedTimeContext, type SavedChange } from '#app/changes/freed-time.ts';
import { FailureReason, failedTitle, groupNotice, useCommandNotices } from '#app/changes/outbox/command-notices.tsx';
import { isPending } from '#app/changes/outbox/outbox.ts';
import { useOutbox } from '#app/changes/outbox/use-outbox.ts';
import { useRecallsLog } from '#app/changes/recalls.ts';
import { type Notice, showNotice } from '#app/components/show-notice.ts';
import { useCachedReference } from '#app/session/cached-reference.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { factsText, listText } from '#app/text/list-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { dayText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { appointmentNameText, type NameSources } from './change-names.ts';
import { fieldChangesText, savedFieldChangesText } from './change-text.ts';
import { type AppointmentCommand, type Changes, getAppointmentChanges } from './changes.ts';
import { completedAppointment, DueAgainOffer } from './due-again-offer.tsx';
import { changesBetween, effectiveChanges, mergeChanges, valuesFor } from './field-changes.ts';
import { createWarningChecks } from './loaded-warnings.ts';
import { ReasonQuestion, reasonNotice } from './reason-question.tsx';
import { canHaveReason, reasonsLogOf } from './reasons.ts';

interface NoticeContext {
  changes: Pick<Changes, 'undo' | 'giveUp'>;
  names: NameSources;
  /** Returns the warnings about a saved change. */
  warningsOf: (record: ReceivedAppointment, changes: FieldChanges) => string[];
  /** Opens an appointment on the calendar. */
  onShow: (record: ReceivedAppointment) => void;
  /** Returns a question or an offer to show below the notice of saved changes; null for none. */
  extraOf: (saved: readonly SavedChange[]) => ReactNode;
}

const isFailed = ({ state }: AppointmentCommand) => state !== 'saved' && state !== 'uncertain';

/** The notice of changes that were made together, to one appointment or to several. */
export function changeNotice(commands: readonly AppointmentCommand[], context: NoticeContext): Notice | null {
  const [first] = commands;
  // A new booking gets its own notice elsewhere, as soon as it is booked.
  if (first === undefined || first.task.bookingEvent === 'booked') return null;
  const { changes } = context;
  return groupNotice(commands, {
    ...(first.task.together
      ? severalAppointmentsTexts(commands, first, context)
      : oneAppointmentTexts(commands, first, context)),
    onGiveUp: () => changes.giveUp(first.group),
  });
}

/** The content below a notice's text: a question or an offer. The notice of an Undo has none. */
function extraContent(commands: readonly AppointmentCommand[], { extraOf }: NoticeContext): ReactNode {
  const saved = commands.flatMap(({ state, answer, undoes, task }) =>
    state !== 'saved' || answer === null || undoes !== null ? [] : [{ before: task.seen, after: answer }],
  );
  return saved.length > 0 ? extraOf(saved) : null;
}

/** The texts for the change of the first command, including later changes that failed along with it. */
function oneAppointmentTexts(
  commands: readonly AppointmentCommand[],
  first: AppointmentCommand,
  context: NoticeContext,
) {
  const { changes, names, warningsOf, onShow } = context;
  const { group, undoes, task, answer } = first;
  const { seen, bookingEvent } = task;
  const name = appointmentNameText(seen, names.directory);
  const missedChanges = () => {
    const all = effectiveChanges(mergeChanges(commands.filter(isFailed).map((command) => command.task.changes)), seen);
    // If later changes have reverted the first one, nothing differs, so the first one is named.
    return Object.keys(all).length > 0 ? all : task.changes;
  };
  function changeSentence(missed: FieldChanges): string {
    const changeInWords = fieldChangesText(missed, seen, names);
    return t({ message: `${changeInWords}.`, comment: 'what was to be changed of an appointment' });
  }
  return {
    id: noticeIdOf(seen.id),
    uncertain: () => ({ title: t`${name}: not saved yet`, text: changeSentence(task.changes) }),
    failed() {
      const command = commands.find(isFailed) ?? first;
      // A conflict is not reported here, since a dialog asks the person to resolve it.
      if (command.state === 'conflict') return null;
      const missed = missedChanges();
      return {
        title: failedTitle(name, command, t`${name}: not changed`),
        text: (
          <>
            {changeSentence(missed)}{' '}
            <FailureReason
              command={command}
              currentStateText={command.now ? nowReadsText(valuesFor(missed, command.now), command.now, names) : null}
            />
          </>
        ),
      };
    },
    saved() {
      const record = answer ?? seen;
      const changeInWords = (undoes === null ? savedFieldChangesText : fieldChangesText)(task.changes, seen, names);
      const warnings = undoes === null ? warningsOf(record, task.changes) : [];
      const [day, dayBefore] = [record, seen].map(({ start }) =>
        dateIn(zoneOfAppointment(record, names.directory), instantOf(start)),
      );
      return {
        tone: warnings.length > 0 ? ('warn' as const) : ('ok' as const),
        title:
          undoes !== null
            ? t({ message: `${name}: undone`, comment: 'a change of an appointment' })
            : warnings.length > 0
              ? factsText([name, changeInWords])
              : name,
        text:
          warnings.length > 0
            ? warningsLine(warnings)
            : bookingEvent === null
              ? changeInWords
              : undoneBookingText(first),
        ...(undoes === null ? { action: { label: t`Undo`, onClick: () => void changes.undo(group) } } : {}),
        // The calendar does not follow an appointment that moves to another day, so a link leads to that day.
        ...(day === dayBefore ? {} : { link: { label: texts.show, onClick: () => onShow(record) } }),
        extra: extraContent(commands, context),
      };
    },
  };
}

/** Says what Undo did to a booking and, if the appointment is still shown, why. */
function undoneBookingText({ task }: AppointmentCommand): string {
  switch (task.bookingEvent) {
    case 'late':
      return t`The appointment was cancelled instead of removed, because it was booked more than 10 minutes ago.`;
    case 'changed':
      return t`The appointment was cancelled instead of removed, because a colleague had changed it.`;
    case 'refused':
      return t`The appointment was cancelled instead of removed, because the practice system no longer allows it to be removed.`;
    case 'unsupported':
      return t`The appointment was cancelled instead of removed, because the practice system can’t remove appointments.`;
    default:
      return t`The booking was undone.`;
  }
}

/** Says how many of several bookings are still shown because undoing cancelled them; empty if all were removed. */
function undoneBookingsText(commands: readonly AppointmentCommand[]): string {
  const count = commands.filter(({ task }) => task.bookingEvent !== null && task.bookingEvent !== 'removed').length;
  if (count === 0) return '';
  return plural(count, {
    one: '# booking couldn’t be removed and was cancelled instead.',
    other: '# bookings couldn’t be removed and were cancelled instead.',
  });
}

function severalAppointmentsTexts(
  commands: readonly AppointmentCommand[],
  first: AppointmentCommand,
  context: NoticeContext,
) {
  const { changes, names, warningsOf } = context;
  const { group, undoes, task } = first;
  const { text = '', count = 0 } = task.together ?? {};
  const saved = commands.filter(({ state }) => state === 'saved');
  const done = saved.length;
  const part =
    undoes === null
      ? plural(count, { one: `${done} of # appointment changed`, other: `${done} of # appointments changed` })
      : plural(count, {
          one: `${done} of # appointment changed back`,
          other: `${done} of # appointments changed back`,
        });
  const undo = { label: t`Undo`, onClick: () => void changes.undo(group) };
  const dayTextOf = (one: ReceivedAppointment) =>
    dayText(zoneOfAppointment(one, names.directory), instantOf(one.start));
  const isOneDay = new Set(commands.map(({ task: { seen } }) => dayTextOf(seen))).size === 1;
  const labelOf = (command: AppointmentCommand) =>
    factsText([appointmentNameText(command.task.seen, names.directory), isOneDay ? '' : dayTextOf(command.task.seen)]);
  return {
    id: `changes ${undoes ?? group}`,
    uncertain() {
      const waiting = commands.filter(({ state }) => state === 'uncertain');
      const list = listText(waiting.map(labelOf));
      return { title: part, text: t({ message: `Not saved yet: ${list}.`, comment: 'names of patients' }) };
    },
    failed() {
      const failed = commands.filter(isFailed);
      return {
        title: part,
        text: failed.map((command) => (
          <span key={command.number} className="block">
            {notChangedText(labelOf(command))}{' '}
            <FailureReason
              command={command}
              currentStateText={command.now ? currentText(command, command.now, names) : null}
            />
          </span>
        )),
        ...(done > 0 && undoes === null ? { action: undo } : {}),
        extra: extraContent(commands, context),
      };
    },
    saved() {
      const warnings =
        undoes === null
          ? saved.flatMap(({ answer, task: { seen, changes: applied } }) => {
              const record = answer ?? seen;
              const [warning] = warningsOf(record, applied);
              return warning === undefined ? [] : [isOneDay ? warning : factsText([dayTextOf(record), warning])];
            })
          : [];
      return {
        tone: warnings.length > 0 ? ('warn' as const) : ('ok' as const),
        title:
          done < count
            ? part
            : undoes === null
              ? text
              : t({ message: `${text}: undone`, comment: 'changes of several appointments' }),
        text: undoes === null ? warningsLine(warnings) : undoneBookingsText(saved),
        ...(undoes === null ? { action: undo } : {}),
        extra: extraContent(commands, context),
      };
    },
  };
}

function notChangedText(name: string): string {
  return t({ message: `Not changed: ${name}.`, comment: 'a patient' });
}

function nowReadsText(values: FieldChanges, now: ReceivedAppointment, names: NameSources): string {
  const currentValues = fieldChangesText(values, now, names);
  return t`It now reads: ${currentValues}.`;
}

/** The changes that someone else has made to an appointment, except to its notes; if there are none, its time. */
function currentText({ task }: AppointmentCommand, now: ReceivedAppointment, names: NameSources): string {
  const { notes: _, ...theirChanges } = changesBetween(task.seen, now);
  return nowReadsText(
    Object.keys(theirChanges).length > 0 ? theirChanges : valuesFor({ start: '', end: '' }, now),
    now,
    names,
  );
}

/**
 * Puts warnings in one line, which is enough because all of them were shown before the change: the most serious one,
 * whether there are more, and the last one, which may say what was not checked.
 */
export function warningsLine(warnings: readonly string[]): string {
  const [first = '', last] = [warnings[0], warnings.slice(1).at(-1)];
  if (last === undefined) return first;
  const summary = warnings.length === 2 ? first : t({ message: `${first}, and more`, comment: 'first: a warning' });
  return `${summary} · ${last}`;
}

/**
 * Reports the outcome of changes as notices. A notice may ask for a reason, or offer what follows from the change:
 * freed time, or an appointment when the pet is due again.
 */
export function ChangeNotices() {
  const { session, company, hasPlan, hasOnlineRequests, bookingRefusal } = useDesk();
  const { directory, statuses } = useCachedReference();
  const names = { directory, statuses };
  const api = useApi();
  const queryClient = useQueryClient();
  const outbox = useOutbox();
  const changes = getAppointmentChanges(outbox, { person: session.person, companyId: company.id }, api, queryClient);
  const reasons = reasonsLogOf(outbox, company.id, api, queryClient);
  const recalls = useRecallsLog();
  const addresses = useAddresses();
  const offerFreedTime = use(FreedTimeContext);
  const { warningsOf, loadWarningsOf } = createWarningChecks({
    api,
    queryClient,
    directory,
    hasPlan,
    hasOnlineRequests,
  });
  const canGiveReason = session.capabilities.giveReason !== undefined;
  const onShow = (record: ReceivedAppointment) => addresses.appointment(record).go();
  const context: NoticeContext = { changes, names, warningsOf, onShow, extraOf };

  function extraOf(saved: readonly SavedChange[]): ReactNode {
    const cancelled = canGiveReason ? saved.filter(canHaveReason) : [];
    const offer = dueAgainOffer(saved) ?? offerFreedTime(saved);
    if (cancelled.length === 0) return offer;
    return (
      <div className="flex flex-col gap-2.5">
        {offer}
        <ReasonQuestion reasons={reasons} changes={cancelled} />
      </div>
    );
  }

  /** Says when the pet of a completed appointment is due again, if its visit type has a recall interval. */
  function dueAgainOffer(saved: readonly SavedChange[]): ReactNode {
    const completed = completedAppointment(saved);
    const { listRecalls, changeRecall } = session.capabilities;
    const months = directory.types.get(completed?.visitTypeId ?? '')?.recallMonths ?? null;
    if (completed === null || months === null || listRecalls === undefined) return null;
    const { appointment, petId, visitTypeId } = completed;
    return (
      <DueAgainOffer
        {...{ api, companyId: company.id, petId, visitTypeId, months, log: recalls }}
        petName={appointmentName(appointment, directory.pets)}
        onBook={
          bookingRefusal === null
            ? ({ dueOn }) =>
                addresses.bookRecall({ petId, visitTypeId, date: dueOn, storeId: appointment.storeId }).go()
            : null
        }
        canDecline={changeRecall !== undefined && session.canWrite !== false}
      />
    );
  }

  function buildNotice(commands: readonly AppointmentCommand[]): Notice | null {
    const [first] = commands;
    const isOneSaved = commands.every(({ state }) => state === 'saved') && first?.task.together === null;
    if (isOneSaved && first.undoes === null && first.answer !== null) addLoadedWarnings(first, first.answer);
    return changeNotice(commands, context);
  }

  /** Loads data that was missing for the warnings about a saved change, and updates its notice with the result. */
  function addLoadedWarnings({ number, task }: AppointmentCommand, record: ReceivedAppointment): void {
    const shown = warningsOf(record, task.changes);
    const isForRecord = (command: AppointmentCommand) => command.number > number && command.task.base.id === record.id;
    void loadWarningsOf(record, task.changes).then((found) => {
      const log = changes.commands();
      const isLatest = !log.some(
        (command) => isForRecord(command) && (isPending(command) || command.state === 'saved'),
      );
      if (!isLatest || found.join() === shown.join()) return;
      const saved = log.filter((command) => command.number === number);
      const notice = changeNotice(saved, { ...context, warningsOf: () => found });
      if (notice) showNotice(notice);
    });
  }

  useCommandNotices(changes, buildNotice);
  useCommandNotices(reasons, (commands) => reasonNotice(commands, names, reasons.giveUp));
  return null;
}
