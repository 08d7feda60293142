import { plural, t } from '@lingui/core/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useBoardChoice } from '#app/addresses/board-choice.ts';
import { appointmentName } from '#app/api/directory.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { DateNavigation } from '#app/components/date-navigation.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Failure } from '#app/components/failure.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { showNotice } from '#app/components/show-notice.ts';
import { hasClientConfirmed, needsCall, useCallResults } from '#app/days/call-results.ts';
import { useWholeDay } from '#app/days/whole-day.ts';
import { StoreMenu } from '#app/session/store-menu.tsx';
import { useReference } from '#app/session/use-desk.ts';
import { isolated } from '#app/text/isolated.ts';
import { texts } from '#app/text/shared-texts.ts';
import { clockText } from '#app/text/time-text.ts';
import { instantOf } from '#contract/date-time.ts';
import type { AppointmentStatus } from '#contract/enums.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOf } from '#scheduling/calendar-day.ts';
import { nextOpenDate } from '#scheduling/opening-hours.ts';
import { byTime } from '#scheduling/visit.ts';
import { AnswerList } from './answer-list.tsx';
import { type Answer, CONFIRMED } from './answers.ts';

const REQUESTED: AppointmentStatus = 'requested';

/** The appointments of a day whose clients have not confirmed them yet, with the results of the calls. */
export function Calls() {
  const search = useSearch({ from: '/desk/requests' });
  const navigate = useNavigate({ from: '/requests' });
  const { stores, allStores, today } = useBoardChoice({ store: search.store });
  const date = search.date ?? nextOpenDate(stores, today);
  const day = useWholeDay(date);
  const { directory, now, state } = day;
  const { statuses } = useReference();
  const results = useCallResults(today);
  const answers = useCallAnswers(results, day);
  const storeIds = new Set(stores.map(({ id }) => id));
  const hasConfirmed = (one: ReceivedAppointment) => hasClientConfirmed(one, results);
  const open = day.appointments
    .filter(
      (one) =>
        needsCall(one, results, now) &&
        (one.storeId === null || storeIds.has(one.storeId)) &&
        dateIn(zoneOf(one, directory), instantOf(one.start)) === date,
    )
    .toSorted(byTime);
  const isLoading = state === 'loading';
  const isFailed = state === 'failed' || state === 'cut';
  return (
    <AnswerList
      {...{ open, isLoading, answers, countText, waitingText }}
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
        >{t`Every client with an appointment has confirmed it, or nothing is booked. Choose another day above.`}</EmptyState>
      ) : null}
    </AnswerList>
  );

  function statusOutcome({ status }: ReceivedAppointment) {
    const { value, label, tint } = statuses.of(status);
    return { label, tint, icon: <StatusIcon status={value} /> };
  }
}

const confirmedText = () => t({ message: 'Client confirmed', comment: 'the result of a call: the client will come' });

const confirmedOutcome = () => ({
  label: confirmedText(),
  tint: 'bg-ok-soft text-ok',
  icon: <CircleCheck aria-hidden="true" size={14} />,
});

/** The possible results of a call. */
function useCallAnswers(
  results: ReturnType<typeof useCallResults>,
  { directory }: Pick<ReturnType<typeof useWholeDay>, 'directory'>,
): readonly Answer[] {
  const { can, change, reschedule } = useChanges();
  const dayOf = (record: ReceivedAppointment) => dateIn(zoneOf(record, directory), instantOf(record.start));
  const isRequested = ({ status }: ReceivedAppointment) => status === REQUESTED;
  const asConfirmed = (record: ReceivedAppointment) =>
    isRequested(record) ? { ...record, status: CONFIRMED } : record;
  const offered: readonly (Answer & { isOffered: boolean })[] = [
    {
      ...{ id: 'confirm', tone: 'primary', label: confirmedText, expectsPet: true },
      onAnswer(record) {
        const { id } = record;
        const before = results.of(id);
        results.set(id, { result: 'confirmed', day: dayOf(record) });
        // Its own notice offers Undo.
        if (isRequested(record)) return change(record, { status: CONFIRMED });
        const name = isolated(appointmentName(record, directory.pets));
        showNotice({
          ...{ id: `call ${id}`, tone: 'ok' },
          title: t({ message: `${name}: the client confirmed`, comment: 'a pet; notice after a call' }),
          action: { label: t`Undo`, onClick: () => results.set(id, before) },
        });
      },
      answered: asConfirmed,
      isOffered: true,
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
        const clock = clockText(zoneOf(record, directory), result.calledAt);
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

const waitingText = (count: number) =>
  t({
    message: plural(count, { one: '# more to call', other: '# more to call' }),
    comment: 'clients; booked while the pointer rests in the list',
  });
