import { plural, t } from '@lingui/core/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useBoardChoice } from '#app/addresses/board-choice.ts';
import { appointmentName } from '#app/api/directory.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { DateNavigation } from '#app/components/date-navigation.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Failure } from '#app/components/failure.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { hasClientConfirmed, isUpcoming, useCallResults } from '#app/days/call-results.ts';
import { useClientAnswers } from '#app/days/client-answers.ts';
import { useUndeliveredMessageKinds } from '#app/days/message-states.tsx';
import { useWholeDay } from '#app/days/whole-day.ts';
import { StoreMenu } from '#app/session/store-menu.tsx';
import { useReference } from '#app/session/use-desk.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { findNextOpenDate } from '#scheduling/opening-hours.ts';
import { compareByStart } from '#scheduling/visit.ts';
import { AnswerList } from './answer-list.tsx';
import { confirmedOutcome, confirmedText, type MessageResult } from './answer-row.tsx';
import { type Answer, CONFIRMED_STATUS, REQUESTED_STATUS, useAnswerRecorder } from './answers.ts';
import { ConfirmedAppointments, type ConfirmedAppointmentsProps } from './confirmed-appointments.tsx';

/** The list of clients to call: the appointments of a day that their clients have not confirmed yet. */
export function Calls() {
  const search = useSearch({ from: '/desk/requests' });
  const navigate = useNavigate({ from: '/requests' });
  const { stores, allStores, today } = useBoardChoice({ store: search.store });
  const date = search.date ?? findNextOpenDate(stores, today);
  const day = useWholeDay(date, { needsFreeTimes: false });
  const { directory, now, state } = day;
  const { statuses } = useReference();
  const results = useCallResults(today);
  const clientAnswers = useClientAnswers(day.span);
  const answerOf = clientAnswers.state === 'none' ? null : clientAnswers.of;
  const answers = useCallAnswers({ results, answerOf }, day);
  const storeIds = new Set(stores.map(({ id }) => id));
  const hasConfirmed = (one: ReceivedAppointment) => hasClientConfirmed(one, { results, answerOf });
  const wantsOtherTime = (one: ReceivedAppointment) => answerOf?.(one)?.answer === 'another_time';
  const compare = (one: ReceivedAppointment, other: ReceivedAppointment) =>
    Number(wantsOtherTime(other)) - Number(wantsOtherTime(one)) || compareByStart(one, other);
  const upcoming = day.appointments
    .filter(
      (one) =>
        isUpcoming(one, now) &&
        (one.storeId === null || storeIds.has(one.storeId)) &&
        dateIn(zoneOfAppointment(one, directory), instantOf(one.start)) === date,
    )
    .toSorted(compare);
  // Until the clients' answers are loaded, no appointment is listed, so that no one is called who has already
  // confirmed.
  const open = clientAnswers.state === 'loading' ? [] : upcoming.filter((one) => !hasConfirmed(one));
  const confirmed = upcoming.filter(hasConfirmed);
  const undelivered = useUndeliveredMessageKinds(open);
  function messageResultOf(record: ReceivedAppointment): MessageResult | null {
    const answer = answerOf?.(record);
    if (answer?.answer === 'another_time') return { mark: 'another-time', at: answer.at, note: answer.note };
    return undelivered[record.id] === undefined ? null : { mark: 'not-delivered', at: null, note: null };
  }
  const isLoading = state === 'loading' || clientAnswers.state === 'loading';
  const isFailed = state === 'failed' || state === 'cut';
  return (
    <AnswerList
      {...{ open, isLoading, answers, messageResultOf, compare, countText, waitingText }}
      isAnswered={() => true}
      outcomeOf={(record) => (hasConfirmed(record) ? confirmedOutcome() : statusOutcome(record))}
      summary={
        <>
          <DateNavigation
            {...{ date, today }}
            week={false}
            onDate={(next) => void navigate({ search: (before) => ({ ...before, date: next }) })}
          />
          <StoreMenu
            stores={allStores}
            storeIds={[...storeIds]}
            onStores={(store) => void navigate({ search: (before) => ({ ...before, store }) })}
          />
          <p aria-live="polite" className="font-medium tabular-nums">
            {isLoading ? texts.loading : isFailed ? '' : countText(open.length)}
          </p>
          {isLoading || confirmed.length === 0 ? null : (
            <p className="text-muted">{confirmedCountText(confirmed.length)}</p>
          )}
          {clientAnswers.state === 'failed' ? (
            <Failure onRetry={clientAnswers.retry}>{t`The clients’ answers couldn’t be loaded.`}</Failure>
          ) : null}
        </>
      }
    >
      {isLoading ? <RowsSkeleton /> : null}
      {isFailed && open.length === 0 ? (
        <Failure className="p-6 text-sm" onRetry={day.retry}>
          {texts.appointmentsNotLoaded}
        </Failure>
      ) : null}
      {!isLoading && !isFailed && open.length === 0 ? (
        <EmptyState
          title={t`No one left to call for this day`}
        >{t`Either every client has confirmed, or nothing is booked on this day. Choose another day above.`}</EmptyState>
      ) : null}
      {isLoading || confirmed.length === 0 ? null : (
        <ConfirmedAppointments records={confirmed} answerOf={answerOf} directory={directory} now={now} />
      )}
    </AnswerList>
  );

  function statusOutcome({ status }: ReceivedAppointment) {
    const { value, label, tint } = statuses.of(status);
    return { label, tint, icon: <StatusIcon status={value} /> };
  }
}

/** The answers that the row of an appointment offers after a call. */
function useCallAnswers(
  { results, answerOf }: Pick<ConfirmedAppointmentsProps, 'answerOf'> & { results: ReturnType<typeof useCallResults> },
  { directory }: Pick<ReturnType<typeof useWholeDay>, 'directory'>,
): readonly Answer[] {
  const { can, change, reschedule } = useChanges();
  const answerRecorder = useAnswerRecorder(directory.pets);
  const dayOf = (record: ReceivedAppointment) => dateIn(zoneOfAppointment(record, directory), instantOf(record.start));
  const isRequested = ({ status }: ReceivedAppointment) => status === REQUESTED_STATUS;
  const withConfirmedStatus = (record: ReceivedAppointment) =>
    isRequested(record) ? { ...record, status: CONFIRMED_STATUS } : record;
  const offered: readonly (Answer & { isOffered: boolean })[] = [
    {
      ...{ id: 'confirm', tone: 'primary', label: confirmedText, expectsPet: true },
      onAnswer(record) {
        if (answerOf !== null && answerRecorder.isOffered) {
          answerRecorder.confirm(record, answerOf(record));
          if (isRequested(record)) change(record, { status: CONFIRMED_STATUS });
          return;
        }
        const { id } = record;
        const before = results.of(id);
        results.set(id, { result: 'confirmed', day: dayOf(record) });
        // The change of status has a notice of its own, which offers Undo.
        if (isRequested(record)) return change(record, { status: CONFIRMED_STATUS });
        const name = isolateText(appointmentName(record, directory.pets));
        showNotice({
          ...{ id: `call ${id}`, tone: 'ok' },
          title: t({ message: `${name}: the client confirmed`, comment: 'a pet; notice after a call' }),
          action: { label: t`Undo`, onClick: () => results.set(id, before) },
        });
      },
      answered: withConfirmedStatus,
      isOffered: answerOf === null || answerRecorder.isOffered,
    },
    {
      ...{ id: 'reschedule', tone: 'plain' },
      label: () => t({ message: 'Another time', comment: 'button: the client wants to reschedule the appointment' }),
      ...{ onAnswer: reschedule, answered: null },
      isOffered: can.has('start') && can.has('end'),
    },
    {
      ...{ id: 'not reached', tone: 'plain' },
      label(record) {
        const result = results.of(record.id);
        if (result?.result !== 'not_reached') return t({ message: 'Not reached', comment: 'a client who was called' });
        const clock = clockText(zoneOfAppointment(record, directory), result.calledAt);
        return t({ message: `Not reached ${clock}`, comment: 'a client who was called, and at what time' });
      },
      isGiven: ({ id }) => results.of(id)?.result === 'not_reached',
      onAnswer(record) {
        const isGiven = results.of(record.id)?.result === 'not_reached';
        results.set(record.id, isGiven ? null : { result: 'not_reached', day: dayOf(record) });
      },
      answered: null,
      isOffered: true,
    },
  ];
  return offered.filter(({ isOffered }) => isOffered);
}

const countText = (count: number) =>
  t({ message: plural(count, { one: '# to call', other: '# to call' }), comment: 'clients of appointments' });

const confirmedCountText = (count: number) =>
  t({ message: plural(count, { one: '# confirmed', other: '# confirmed' }), comment: 'clients who need no call' });

const waitingText = (count: number) =>
  t({
    message: plural(count, { one: '# more to call', other: '# more to call' }),
    comment: 'clients; booked while the pointer rests in the list',
  });
