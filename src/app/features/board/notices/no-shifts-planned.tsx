import { t } from '@lingui/core/macro';
import { useRouter } from '@tanstack/react-router';
import { CalendarOff } from 'lucide-react';
import { usePlanActions } from '#app/changes/plan-actions.ts';
import { AppLink } from '#app/components/app-link.tsx';

import { useBoard } from '#app/features/board/board-context.ts';
import { isolateText } from '#app/text/isolate-text.ts';
import { listText } from '#app/text/list-text.ts';
import { stringifySearchParams } from '#app/text/search-params.ts';
import { texts } from '#app/text/shared-texts.ts';
import { hasShifts, type PlanEntries } from '#scheduling/plan.ts';
import type { StoreDay } from '#scheduling/shown-days.ts';
import { BoardNotice } from './board-notice.tsx';

/** Returns, for each store without planned shifts in the shown week, its first shown day. */
export function daysWithoutShifts(days: readonly StoreDay[], entries: PlanEntries): StoreDay[] {
  return days.filter(
    (day, index) =>
      days.findIndex(({ store }) => store.id === day.store.id) === index &&
      !hasShifts(entries, { id: day.store.id, timeZone: day.zone }, day.clock),
  );
}

/** Says that no shifts are planned in the shown week, so every vet counts as on duty. Links to Shifts. */
export function NoShiftsPlanned() {
  const { board, plan, directory } = useBoard();
  const { days } = board;
  const showsVets = board.columns.some(({ employeeId }) => employeeId !== null);
  const changes = usePlanActions();
  const { history } = useRouter();
  const unplanned = plan.state === 'known' && showsVets ? daysWithoutShifts(days, plan.entries) : [];
  const [first] = unplanned;
  if (first === undefined) return null;
  const stores = listText(unplanned.map(({ store }) => isolateText(store.name)));
  const isOnlyStore = days.every(({ store }) => store.id === first.store.id);
  const href = `/shifts${stringifySearchParams({ company: directory.company.id, store: [first.store.id], week: first.clock.date })}`;
  return (
    <BoardNotice
      role="status"
      tone="info"
      icon={CalendarOff}
      action={
        changes?.canChange ? (
          <AppLink
            to={{ href, go: () => history.push(href) }}
            className="inline-flex min-h-7 items-center text-xs font-medium text-accent underline"
          >
            {texts.planShifts}
          </AppLink>
        ) : null
      }
    >
      {isOnlyStore
        ? t`No shifts planned this week, so every vet counts as on duty.`
        : t`No shifts planned this week at ${stores}, so every vet counts as on duty there.`}
    </BoardNotice>
  );
}
