import { useNavigate } from '@tanstack/react-router';
import { useBoardChoice } from '#app/addresses/board-choice.ts';
import type { BoardSearch } from '#app/addresses/board-search.ts';
import { dayToLoad, storeDays, useShownDay } from '#app/days/shown-days.ts';
import { NowLine } from '#app/features/board/controls/now-line.tsx';
import { useBoardModel } from '#app/features/board/model/board-model.ts';
import { nowVisits } from '#app/features/board/model/now-visits.ts';
import { visitsOf } from '#app/features/board/visit-text.tsx';
import { useDesk, useReference } from '#app/session/use-desk.ts';

/**
 * The appointments that need attention now in the stores of the calendar, on other pages; each links to the calendar.
 */
export function TodayNow() {
  const { company, fallbackZone } = useDesk();
  const navigate = useNavigate();
  const { directory, statuses } = useReference();
  const { stores, today, firstWeekday, now } = useBoardChoice({});
  const days = storeDays({ view: 'rooms', date: today, stores, fallbackZone, firstWeekday });
  const span = dayToLoad(company, days);
  const { content } = useShownDay(span);
  const board = useBoardModel({ view: 'rooms', vetOfWeek: null, days, content, directory, statuses });
  if (!content?.complete) return null;

  const show = (search: BoardSearch) => void navigate({ to: '/', search: { company: company.id, ...search } });
  return (
    <NowLine
      visits={nowVisits(visitsOf(board), now)}
      chosen={null}
      now={now}
      onChoose={(chosen) => show({ now: chosen ?? undefined })}
    />
  );
}
