import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useRef } from 'react';
import { overviewLengths, viewLabels } from '#app/addresses/board-search.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { Button } from '#app/components/button.tsx';
import { RadioChoice } from '#app/components/radio-choice.tsx';
import { entriesOf, unreadableOf, useRetryPlan } from '#app/days/availability.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { ListSkeleton } from '#app/features/board/board-skeleton.tsx';
import { type FreeDay, freeTime } from '#app/features/board/model/free-time.ts';
import { useFocusVisit } from '#app/features/board/visit-elements.ts';
import { words } from '#app/text/shared-texts.ts';
import { durationText } from '#app/text/time-text.ts';
import { dutyUnknownText } from '#app/text/time-warnings.ts';
import { isInDay } from '#scheduling/calendar-day.ts';
import { QUARTER } from '#scheduling/opening-hours.ts';
import { FreeTable } from './free-table.tsx';
import { Waiting } from './waiting.tsx';

const MINUTE = 60_000;

/**
 * The free time of the shown days. This is a separate hook so that it is computed only when the day, the filters or the
 * minute change.
 */
function useFreeTime(now: number, from: number): FreeDay[] {
  const { board, plan, directory, choice } = useBoard();
  const { days, columns, appointments } = board;
  const { vets, types } = choice.filters;
  const entries = entriesOf(plan);
  if (entries === null) return [];
  return freeTime({
    ...{ days, columns, appointments, plan: entries, directory, now, from },
    length: choice.length * MINUTE,
    filters: { vets, types },
  });
}

/** An overview of the day: free time by room and by vet, and who is late or waiting. */
export function DayOverview() {
  const { board, plan, directory, choice, day, focus, canBook, onBook } = useBoard();
  const { length } = choice;
  const { vets, types } = choice.filters;
  const root = useRef<HTMLElement>(null);
  useFocusVisit(root, focus);
  const now = useMinute();
  // Appointments begin on quarters of an hour, which are the same in UTC and in every zone's wall clock.
  const from = Math.ceil(now / QUARTER) * QUARTER;
  const { days } = board;
  const free = useFreeTime(now, from);
  const unread = board.unresolvedIds.length + unreadableOf(plan);
  const table = { free, from, length, directory, canBook, onBook };

  function freeTimes(): ReactNode {
    if (days.every(({ clock }) => clock.end <= now))
      return <p className="text-sm text-muted">{t`This day is over: there is no time left to book.`}</p>;
    if (day.fault !== null) return <p className="text-sm text-muted">{t`Unknown while appointments are missing.`}</p>;
    if (!day.incomplete && plan.state === 'failed') return <DutyUnknown />;
    if (day.incomplete || entriesOf(plan) === null) return <ListSkeleton />;
    return (
      <>
        <LengthChoice />
        {unread > 0 ? (
          <p className="text-sm font-medium text-warn">
            {t`${plural(unread, {
              one: '# record of this day could not be read: some of this time may be taken.',
              other: '# records of this day could not be read: some of this time may be taken.',
            })}`}
          </p>
        ) : null}
        <FreeTable
          {...table}
          heading={t`Free time by room`}
          rowsOf={(store) => store.rooms}
          none={types.length > 0 ? t`No room here suits these visit types.` : t`This store has no rooms.`}
          noneLeft={t`No vet free`}
        />
        <FreeTable
          {...table}
          heading={t`Free time by vet`}
          note={[
            plan.state === 'none' ? t`It’s not known who is on duty.` : '',
            free.some(({ vetsElsewhere }) => vetsElsewhere)
              ? t`Appointments at stores that are not shown are not counted.`
              : '',
          ].join(' ')}
          rowsOf={(store) => store.vets}
          none={vets.length > 0 ? t`None of these vets works at this store.` : t`This store has no vets.`}
          noneLeft={t`No room free`}
        />
      </>
    );
  }

  return (
    <section
      ref={root}
      aria-label={viewLabels.overview}
      className="min-h-0 min-w-0 grow overflow-auto p-4 group-data-cramped/screen:overflow-visible"
    >
      <div className="flex flex-col gap-x-8 gap-y-6 lg:flex-row lg:items-start">
        <div className="@container flex min-w-0 grow flex-col gap-5">{freeTimes()}</div>
        {days.some(({ clock }) => isInDay(clock, now)) ? (
          <div className="flex w-full shrink-0 flex-col gap-6 lg:w-64">
            <Waiting now={now} />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** Selects the length of the appointment for which free time is shown. */
function LengthChoice() {
  const { choice, onChange } = useBoard();
  return (
    <RadioChoice
      look="chips"
      label={t({ message: 'Length', comment: 'how long an appointment takes' })}
      className="flex flex-wrap items-center gap-x-2 gap-y-1"
      value={choice.length}
      options={overviewLengths.map((minutes) => ({ value: minutes, label: durationText(minutes) }))}
      onChange={(length) => onChange({ length })}
    />
  );
}

/** Shown instead of free time if the plan could not be loaded. */
function DutyUnknown() {
  const retry = useRetryPlan();
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      {dutyUnknownText()}
      <Button compact onClick={retry}>
        {words.tryAgain}
      </Button>
    </p>
  );
}
