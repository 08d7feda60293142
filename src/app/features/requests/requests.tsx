import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useAddresses } from '#app/addresses/addresses.ts';
import { useRecordsById } from '#app/api/long-list.ts';
import { petQueries } from '#app/api/pets.ts';
import { StatusIcon } from '#app/appearance/status-icon.tsx';
import { AppLink } from '#app/components/app-link.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Failure } from '#app/components/failure.tsx';
import { RowsSkeleton } from '#app/components/rows-skeleton.tsx';
import { PAST_DAYS, useRequestedAppointments } from '#app/days/requested-appointments.ts';
import { useTimeWishes } from '#app/days/time-wishes.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';
import { unreadableRecordsText } from '#app/text/pet-text.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { dateIn, zoneOfAppointment } from '#scheduling/calendar-day.ts';
import { compareByStart } from '#scheduling/visit.ts';
import { AnswerList } from './answer-list.tsx';
import { confirmedOutcome } from './answer-row.tsx';
import { REQUESTED_STATUS, useRequestAnswers } from './answers.ts';
import { useOnlineRows } from './use-online-rows.tsx';

/** Lists all upcoming requests and the clients who want another time, soonest first. Each can be answered with a single key. */
export function Requests() {
  const { query, now, coming, passed, isLoaded, isCut, unreadable, firstDay } = useRequestedAppointments();
  const { statuses, directory } = useReference();
  const addresses = useAddresses();
  const { company } = useDesk();
  const { wishes, answers: clientAnswers, isLoading: areWishesLoading } = useTimeWishes();
  // Both lists appear at once, so that no row is pushed down.
  const [areWishesShown, setWishesShown] = useState(false);
  if (!areWishesShown && !areWishesLoading) setWishesShown(true);
  const online = useOnlineRows(now);
  const isShown = isLoaded && areWishesShown && (online.areShown || online.error !== null);
  const wishById = new Map(wishes.map(({ record, answer }) => [record.id, answer]));
  const wishOf = ({ id }: ReceivedAppointment) => wishById.get(id) ?? null;
  const { found: pets } = useRecordsById(
    petQueries,
    company.id,
    new Set(wishes.flatMap(({ record }) => record.petId ?? [])),
  );
  const appointmentAnswers = useRequestAnswers(statuses, { wishOf, pets });
  const answers = [
    ...online.answers,
    ...appointmentAnswers.map((answer) => ({
      ...answer,
      isFor: (record: ReceivedAppointment) => !online.isOnline(record) && (answer.isFor?.(record) ?? true),
    })),
  ];
  const appointments = [...coming.filter(({ id }) => !wishById.has(id)), ...wishes.map(({ record }) => record)];
  const open = isShown ? [...appointments, ...online.rows].toSorted(compareByStart) : [];
  const unread = unreadable + online.unreadable;
  const lastPassed = passed
    .map((one) => dateIn(zoneOfAppointment(one, directory), Date.parse(one.start)))
    .sort()
    .at(-1);
  const outcomeOf = (record: ReceivedAppointment) => {
    if (online.isOnline(record)) return online.outcomeOf(record);
    if (clientAnswers.of(record)?.answer === 'confirmed') return confirmedOutcome();
    const { value, label, tint } = statuses.of(record.status);
    return { label, tint, icon: <StatusIcon status={value} /> };
  };
  return (
    <AnswerList
      open={open}
      isLoading={!isShown && !query.isError}
      {...{ answers, outcomeOf, countText, waitingText, closed: online.closed, onlineOf: online.rowOf }}
      isAnswered={({ status }) => status !== REQUESTED_STATUS}
      // An appointment that was already booked takes up its own time, so there is nothing to check.
      checksTime={({ id }) => !wishById.has(id) && !online.closed.some((record) => record.id === id)}
      messageResultOf={(record) => {
        const wish = wishOf(record);
        return wish && { mark: 'another-time', at: wish.at, note: wish.note };
      }}
      summary={
        <>
          <p aria-live="polite" className="font-medium tabular-nums">
            {isShown ? countText(open.length) : query.isError ? '' : texts.loading}
          </p>
          {lastPassed !== undefined ? (
            <AppLink
              to={addresses.appointments({ from: firstDay, to: lastPassed, status: [REQUESTED_STATUS] })}
              className="text-muted underline"
            >
              {unansweredText(passed.length)}
            </AppLink>
          ) : null}
          {isCut ? (
            <p className="text-warn">{t`Only the newest requests are shown because there are too many to load.`}</p>
          ) : null}
          {clientAnswers.state === 'failed' ? (
            <Failure onRetry={clientAnswers.retry}>{t`The clients who want another time couldn’t be loaded.`}</Failure>
          ) : null}
          {online.error === null ? null : (
            <Failure onRetry={online.retry}>{t`The requests from the web site couldn’t be loaded.`}</Failure>
          )}
          {unread > 0 ? <p className="text-warn">{unreadableRecordsText(unread)}</p> : null}
        </>
      }
    >
      {query.isError && !isLoaded ? (
        <Failure className="p-6 text-sm" error={query.error} onRetry={() => void query.refetch()}>
          {t`The requests couldn’t be loaded.`}
        </Failure>
      ) : null}
      {isShown || query.isError ? null : <RowsSkeleton />}
      {isShown && open.length === 0 ? (
        <EmptyState title={t`All requests answered`}>{t`New requests appear here as soon as they come in.`}</EmptyState>
      ) : null}
    </AnswerList>
  );
}

const countText = (count: number) => plural(count, { one: '# request', other: '# requests' });

const waitingText = (count: number) =>
  t({
    message: plural(count, { one: '# new request', other: '# new requests' }),
    comment: 'came in while the pointer rests in the list',
  });

const unansweredText = (count: number) =>
  t({
    message: `${plural(count, { one: '# request', other: '# requests' })} of the last ${PAST_DAYS} days passed without an answer`,
    comment: 'leads to these appointments',
  });
