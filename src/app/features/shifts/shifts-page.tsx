import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useState } from 'react';

import { NotFoundPage } from '#app/addresses/not-found-page.tsx';
import { useIsPrinting } from '#app/browser/use-is-printing.ts';
import { useMedia } from '#app/browser/use-media.ts';
import { useTitle } from '#app/browser/use-title.ts';
import { usePlanActions, useUnsavedPlan } from '#app/changes/plan-actions.ts';
import { useKeys } from '#app/commands/use-keys.ts';
import { weekHeading } from '#app/components/date-heading.ts';
import { DateNavigation } from '#app/components/date-navigation.tsx';
import { Failure } from '#app/components/failure.tsx';
import { IconButton } from '#app/components/icon-button.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { useRetryPlan } from '#app/days/availability.ts';
import { DelayNotice } from '#app/days/delay-notice.tsx';
import { StoreMenu } from '#app/session/store-menu.tsx';
import { useDesk } from '#app/session/use-desk.ts';
import { removeSharedWords } from '#app/text/remove-shared-words.ts';
import { texts } from '#app/text/shared-texts.ts';
import type { StoreChoice } from '#scheduling/board-day.ts';
import { addDays, planZoneOf } from '#scheduling/calendar-day.ts';
import { CopyLastWeek } from './copy-last-week.tsx';
import { DayStrip, WeekSkeleton } from './day-strip.tsx';
import { createShiftActions } from './shift-actions.ts';
import { ShiftsPlan } from './shifts-plan.tsx';
import { ShiftsSheet } from './shifts-sheet.tsx';
import type { ShiftsRow } from './shifts-week.ts';
import { useShiftsWeek } from './use-shifts-week.ts';

const PHONE_MEDIA_QUERY = '(width < 640px)';
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Whether a row is shown. Rooms are shown only if they are blocked or have conflicting appointments. */
const isRowShown = ({ owner, cells }: ShiftsRow) =>
  owner.kind !== 'room' || cells.some(({ bars, visits }) => bars.length + visits.length > 0);

/** The page that shows who works when. If the practice system has no plan, the page does not exist. */
export function ShiftsPage() {
  const { session } = useDesk();
  return session.capabilities.listAvailability ? <ShiftsScreen /> : <NotFoundPage />;
}

function ShiftsScreen() {
  const { company, fallbackZone } = useDesk();
  const week = useShiftsWeek();
  const { first, dates, date, today, firstWeekday, stores, groups, plan, before, people } = week;
  const navigate = useNavigate({ from: '/shifts' });
  const changes = usePlanActions();
  const retryPlan = useRetryPlan();
  const isPhone = useMedia(PHONE_MEDIA_QUERY);
  const isPrinting = useIsPrinting();
  const { pending: unsaved } = useUnsavedPlan();
  const canChange = changes?.canChange ?? false;
  const heading = weekHeading(first, firstWeekday, { length: 'short', today });
  useTitle(`${texts.shifts} · ${heading}`);
  const names = company.stores.map(({ name }) => name);
  function storeName(id: string): string | null {
    const store = company.stores.find((one) => one.id === id);
    return store ? removeSharedWords(store.name, names) : null;
  }
  const onDate = (chosen: string) => void navigate({ search: (was) => ({ ...was, week: chosen }) });
  const [day, setDay] = useState(() => Math.max(dates.indexOf(date), 0));
  const onStores = (store: StoreChoice) => void navigate({ search: (was) => ({ ...was, store }), replace: true });

  const entriesOfBothWeeks = [before, plan].flatMap((loaded) => (loaded.state === 'known' ? loaded.entries : []));
  const entries = [...new Map(entriesOfBothWeeks.map((entry) => [entry.id, entry])).values()];

  useKeys({
    'previous day': () => onDate(addDays(first, -7)),
    'next day': () => onDate(addDays(first, 7)),
  });

  const isUnplanned = groups.length > 0 && groups.every(({ isPlanned }) => !isPlanned);
  // Once shown, the line that says that no shifts are planned stays until another week is shown, so that the rows don't move
  // when the first shift is added.
  const [lineWeek, setLineWeek] = useState<string | null>(null);
  const nextLineWeek = isUnplanned || lineWeek === first ? first : null;
  if (nextLineWeek !== lineWeek) setLineWeek(nextLineWeek);
  return (
    <>
      <PageHeader>
        <DateNavigation {...{ date: first, today, onDate }} week />
        <StoreMenu stores={company.stores} storeIds={stores.map(({ id }) => id)} onStores={onStores} />
        <span className="ms-auto flex shrink-0 items-center gap-1">
          {changes && canChange ? (
            <CopyLastWeek
              week={{
                stores,
                homeZone: planZoneOf(null, { company, fallbackZone }),
                date: first,
                entries,
                employees: people,
              }}
              isLoaded={before.state === 'known' && plan.state === 'known'}
              changes={changes}
            />
          ) : null}
          <IconButton label={texts.print} icon={Printer} onClick={() => window.print()} />
        </span>
      </PageHeader>
      <main className="shifts-screen flex min-h-0 grow flex-col" aria-busy={plan.state === 'loading'}>
        {week.visitsFailed ? (
          <Failure className="mx-3 mb-2 text-sm" onRetry={week.retryVisits}>
            {t`The appointments couldn’t be loaded, so conflicts with time off are not marked.`}
          </Failure>
        ) : null}
        {nextLineWeek === null ? null : (
          <p role="status" className="mx-3 mb-2 rounded-md border border-line bg-surface px-3 py-2 text-sm">
            {isUnplanned ? (
              <>
                <strong className="font-semibold">{t`No shifts planned.`}</strong>{' '}
                {t`In a week without shifts, every vet counts as on duty.`}
                {canChange ? ` ${t`Click a day to plan it, or copy last week.`}` : ''}
              </>
            ) : (
              <>
                <strong className="font-semibold">{t`Shifts planned.`}</strong>{' '}
                {t`In a week with shifts, only vets with a shift count as on duty.`}
              </>
            )}
          </p>
        )}
        {isPhone ? <DayStrip {...{ dates, today, day }} onDay={setDay} /> : null}
        <div className="shifts-scroll">
          {plan.state === 'failed' ? (
            <Failure className="p-6 text-sm" onRetry={retryPlan}>
              {t`The shifts couldn’t be loaded, so we don’t know who is on duty or away.`}
            </Failure>
          ) : plan.state === 'known' ? (
            groups.map((group) => (
              <ShiftsPlan
                key={group.store.id}
                week={{
                  ...{ group, today, unsaved, storeName },
                  rows: group.rows.filter(isRowShown),
                  actions: createShiftActions({ group, entries, changes }),
                  onStore: (id) => onStores([id]),
                  days: isPhone ? [day] : ALL_DAYS,
                  isNamed: stores.length > 1,
                }}
              />
            ))
          ) : (
            <>
              <div className="m-3 text-sm empty:hidden">
                <DelayNotice delays={week.delays} />
              </div>
              <WeekSkeleton />
            </>
          )}
        </div>
      </main>
      {isPrinting ? <ShiftsSheet {...{ groups, heading, storeName }} /> : null}
    </>
  );
}
