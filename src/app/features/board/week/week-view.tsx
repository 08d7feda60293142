import { type CSSProperties, useEffect, useRef } from 'react';
import { viewLabels } from '#app/addresses/board-search.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useAppointmentViews } from '#app/features/board/appointment-view.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { useAppointmentCard } from '#app/features/board/card/use-appointment-card.tsx';
import { findBoardAppointment } from '#app/features/board/model/board-appointments.ts';
import { NoMatches } from '#app/features/board/notices/no-matches.tsx';
import { useStops } from '#app/features/board/use-stops.ts';
import { timeText } from '#app/text/time-text.ts';
import { WeekDayList } from './week-day.tsx';
import { buildWeekDays, weekSubject } from './week-days.ts';
import { WeekRow } from './week-row.tsx';
import { WeekSubjectMenu } from './week-subject-menu.tsx';

/** 10:30 PM in minutes after midnight. It is the widest time of day, and sets the width of the column of times. */
const WIDEST_MINUTE = 22.5 * 60;

/**
 * A week as seven lists of appointments sorted by time, for all rooms and vets or for a single one. The lists are side by side,
 * or stacked on a screen that is too narrow to show a name beside its time in each list.
 */
export function WeekView() {
  const { board, boardPlan: plan, directory, choice, day, awaited, selectedId, focus } = useBoard();
  const root = useRef<HTMLElement>(null);
  const factsOf = useAppointmentViews(useMinute());
  const { handlers: cardHandlers, card } = useAppointmentCard();
  const days = buildWeekDays(awaited ? { ...board, items: [] } : board, { of: weekSubject(choice.filters), plan });
  const keys = days.flatMap(({ items }) => items.map(({ key }) => key));
  const isLoaded = !day.isIncomplete && !awaited;
  const loaded = isLoaded ? 'all' : day.problem !== null ? 'failed' : 'not yet';
  const stops = useStops(root, keys);
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isLoaded || isOpened.current) return;
    isOpened.current = true;
    if (selectedId === null && focus === null)
      root.current?.querySelector('[data-today]')?.scrollIntoView({ block: 'start', inline: 'center' });
  }, [isLoaded, selectedId, focus]);
  const rowsOf = (items: (typeof days)[number]['items']) =>
    items.flatMap((item) => {
      const visit = findBoardAppointment(board, item);
      return visit ? <WeekRow key={item.key} facts={factsOf(visit)} isTabStop={stops.tabStop === item.key} /> : [];
    });

  return (
    <section
      ref={root}
      aria-label={viewLabels.week}
      className="week-view flex min-h-0 min-w-0 grow flex-col bg-surface"
      style={{ '--longest-time': `${timeText(WIDEST_MINUTE).length}ch` } as CSSProperties}
      {...cardHandlers}
      {...stops.handlers}
      data-incomplete={!isLoaded || undefined}
    >
      <div className="flex shrink-0 items-center gap-3 border-b border-line bg-surface px-2 py-1">
        <WeekSubjectMenu />
        {directory.company.stores.length > 1 ? (
          <bdi className="min-w-0 truncate text-xs text-muted">{days[0]?.column.group}</bdi>
        ) : null}
        {isLoaded && keys.length === 0 && board.appointments.length > 0 ? (
          <p className="text-xs text-muted">
            <NoMatches />
          </p>
        ) : null}
      </div>
      <div className="min-h-0 grow overflow-auto overscroll-contain">
        <div className="grid lg:min-h-full lg:min-w-236 lg:grid-cols-7">
          {days.map((one) => (
            <WeekDayList key={one.column.id} day={one} loaded={loaded} rows={rowsOf(one.items)} />
          ))}
        </div>
      </div>
      {card}
    </section>
  );
}
