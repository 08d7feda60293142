import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePlan } from '#app/api/availability.ts';
import { NowLine } from '#app/features/board/controls/now-line.tsx';
import { buildBoard } from '#app/features/board/model/board-model.ts';
import { nowVisits } from '#app/features/board/model/now-visits.ts';
import { visitsOf } from '#app/features/board/visit-text.tsx';
import { weeksToKnow } from '#app/scheduling/duty.ts';
import { browserZone } from '#app/scheduling/time-text.ts';
import { useBoardChoice } from '#app/session/board-choice.ts';
import type { BoardSearch } from '#app/session/board-search.ts';
import { useLive } from '#app/session/live-state.ts';
import { dayToLoad, storeDays, useShownDay } from '#app/session/shown-days.ts';
import { useDesk, useReference } from '#app/session/use-desk.ts';

const NO_SEARCH: BoardSearch = {};

/** What needs somebody now in the stores of the calendar, on a page beside it; each leads there. */
export function TodayNow() {
  const { company, fallbackZone, hasPlan, bookingRefusal } = useDesk();
  const navigate = useNavigate();
  const { directory, statuses } = useReference();
  const { everyMs } = useLive();
  const { stores, today, firstWeekday, now } = useBoardChoice(NO_SEARCH);
  const storeIds = stores.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which stores they are.
  const { days, span, mondays } = useMemo(() => {
    const ofStores = storeDays({ view: 'rooms', date: today, stores, fallbackZone, firstWeekday });
    const weeks = new Set(ofStores.flatMap(({ zone, clock }) => weeksToKnow([zone], clock)));
    return { days: ofStores, span: dayToLoad(company, ofStores), mondays: [...weeks] };
  }, [company, storeIds, today, fallbackZone, firstWeekday]);
  const { content } = useShownDay(span);
  const plan = usePlan({ companyId: company.id, mondays, isThere: hasPlan, everyMs });
  const board = useMemo(() => {
    const isComplete = content?.complete === true;
    const view = { view: 'rooms', vetOfWeek: null, ownZone: browserZone } as const;
    return isComplete ? buildBoard({ ...view, days, directory, statuses, content }) : null;
  }, [content, days, directory, statuses]);
  if (!board) return null;

  const show = (search: BoardSearch) => void navigate({ to: '/', search: { company: company.id, ...search } });
  return (
    <NowLine
      visits={nowVisits(visitsOf(board), now)}
      chosen={null}
      days={days}
      directory={directory}
      plan={plan}
      appointments={board.unresolvedIds.length > 0 ? null : board.appointments}
      now={now}
      canBook={bookingRefusal === null}
      onChoose={(chosen) => show({ now: chosen ?? undefined })}
      onBook={({ storeId, roomId, start }) => show({ new: true, bookStore: storeId, bookRoom: roomId, start })}
      onOverview={() => show({ view: 'overview' })}
    />
  );
}
