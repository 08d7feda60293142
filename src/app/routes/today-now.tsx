import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useUnsavedChanges } from '#app/api/appointment-changes.ts';
import { withUnsaved } from '#app/api/appointment-records.ts';
import { membershipOf } from '#app/api/appointment-store.ts';
import { useDay } from '#app/api/appointments.ts';
import { usePlan } from '#app/api/availability.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { NowLine } from '#app/features/board/controls/now-line.tsx';
import { dayToLoad, storeDays } from '#app/features/board/model/board-columns.ts';
import { buildBoard } from '#app/features/board/model/board-model.ts';
import { nowVisits } from '#app/features/board/model/now-visits.ts';
import { visitsOf } from '#app/features/board/visit-text.tsx';
import { weeksToKnow } from '#app/scheduling/duty.ts';
import { browserZone } from '#app/scheduling/time-text.ts';
import { type BoardSearch, chooseBoard } from '#app/session/board-search.ts';
import { useLive } from '#app/session/live-state.ts';
import { useTabPreferences } from '#app/session/preferences.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';

/** What needs somebody now in the stores of the calendar, on a page beside it; each leads there. */
export function TodayNow() {
  const { company, fallbackZone, hasPlan, bookingRefusal } = useDesk();
  const navigate = useNavigate();
  const minute = useMinute();
  const { directory, statuses } = useReference();
  const { everyMs } = useLive();
  const { records } = useUnsavedChanges();
  const preferences = useTabPreferences();
  const { stores, today, firstWeekday } = chooseBoard({
    ...{ search: {}, preferences, company, stores: company.stores, fallbackZone, space: 'roomy', now: minute },
  });
  const storeIds = stores.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which stores they are.
  const { days, span, mondays } = useMemo(() => {
    const ofStores = storeDays({ view: 'rooms', date: today, stores, fallbackZone, firstWeekday });
    const weeks = new Set(ofStores.flatMap(({ zone, clock }) => weeksToKnow([zone], clock)));
    return { days: ofStores, span: dayToLoad(company, ofStores), mondays: [...weeks] };
  }, [company, storeIds, today, fallbackZone, firstWeekday]);
  const { content } = useDay(span, { needed: true });
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan, everyMs });
  const board = useMemo(() => {
    if (!content?.complete) return null;
    const shown = { ...content, appointments: withUnsaved(content.appointments, records, membershipOf(span)) };
    return buildBoard({
      ...{ view: 'rooms', vetOfWeek: null, days, directory, statuses, ownZone: browserZone },
      content: shown,
    });
  }, [content, records, span, days, directory, statuses]);
  if (!board) return null;

  const show = (search: BoardSearch) => void navigate({ to: '/', search: { company: company.id, ...search } });
  return (
    <NowLine
      visits={nowVisits(visitsOf(board), minute)}
      chosen={null}
      days={days}
      directory={directory}
      plan={plan}
      appointments={board.unresolvedIds.length > 0 ? null : board.appointments}
      now={minute}
      canBook={bookingRefusal === null}
      onChoose={(now) => show({ now: now ?? undefined })}
      onBook={({ storeId, roomId, start }) => show({ new: true, bookStore: storeId, bookRoom: roomId, start })}
      onOverview={() => show({ view: 'overview' })}
    />
  );
}
