import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { viewLabels } from '#app/addresses/board-search.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useAppointmentFacts } from '#app/features/board/appointment-facts.ts';
import { moveFocus } from '#app/features/board/arrow-keys.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { useAppointmentCard } from '#app/features/board/card/use-appointment-card.tsx';
import { NoMatches } from '#app/features/board/notices/no-matches.tsx';
import { appointmentIdAt, useFocusVisit } from '#app/features/board/visit-elements.ts';
import { timeText } from '#app/text/time-text.ts';
import { WeekCalendar } from './week-calendar.tsx';
import { WeekContext, type WeekState } from './week-context.ts';
import { type WeekDay, weekDays, weekOf } from './week-days.ts';
import { WeekOfSelect } from './week-of-select.tsx';

const ROW = '[data-key]';
/** 10:30 PM: no time of day is longer, since spaces and colons are narrower than digits. */
const LATE_EVENING = 22.5 * 60;

/**
 * The shown days. This is a separate hook so that they are derived only when they change: FullCalendar lays out all
 * rows of a changed array again.
 */
function useWeekDays(): WeekDay[] {
  const { board, boardPlan: plan, choice, awaited } = useBoard();
  const { rooms, vets } = choice.filters;
  return weekDays(awaited ? { ...board, items: [] } : board, { of: weekOf({ rooms, vets }), plan });
}

/** A week as seven lists by time, of all rooms and vets or of a single one. */
export function WeekView() {
  const { board, directory, choice, selectedId, focus, day, awaited } = useBoard();
  const { facets, booking, onChange, onOpen } = useBoard();
  const root = useRef<HTMLElement>(null);
  const factsOf = useAppointmentFacts(useMinute());
  const { handlers: cardHandlers, card } = useAppointmentCard();
  const [lastKey, setLastKey] = useState<string | null>(null);
  const days = useWeekDays();
  const keys = days.flatMap(({ items }) => items.map(({ key }) => key));
  const [firstDay] = days;
  const isLoaded = !day.incomplete && !awaited;
  const state: WeekState = {
    days,
    factsOf,
    loaded: isLoaded ? 'all' : day.fault !== null ? 'failed' : 'not yet',
    tabStop: lastKey !== null && keys.includes(lastKey) ? lastKey : (keys[0] ?? null),
  };

  useFocusVisit(root, focus);
  // A week is wider than a narrow screen.
  useEffect(() => {
    root.current?.querySelector('[data-today]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const id = appointmentIdAt(moveFocus(event, ROW) ?? null);
    // Open details follow the arrow keys.
    if (selectedId !== null && id !== null) onOpen(id);
  }

  return (
    <section
      ref={root}
      aria-label={viewLabels.week}
      className="week-view flex min-h-0 min-w-0 grow flex-col bg-surface"
      style={{ '--longest-time': `${timeText(LATE_EVENING).length - 1}ch` } as CSSProperties}
      {...cardHandlers}
      data-incomplete={!isLoaded || undefined}
      onClick={({ target }) => {
        const id = appointmentIdAt(target);
        if (id !== null) onOpen(id);
      }}
      onFocus={({ target }) => {
        if (target.dataset['key'] !== undefined) setLastKey(target.dataset['key']);
      }}
      onKeyDown={onKeyDown}
    >
      <div className="flex shrink-0 items-center gap-3 border-b border-line bg-surface px-2 py-1">
        <WeekOfSelect
          of={weekOf(choice.filters)}
          vets={facets.vets}
          days={board.days}
          onChange={(change) => onChange({ filters: change })}
        />
        {directory.company.stores.length > 1 ? (
          <bdi className="min-w-0 truncate text-xs text-muted">{firstDay?.column.group}</bdi>
        ) : null}
        {isLoaded && keys.length === 0 && board.appointments.length > 0 ? (
          <p className="text-xs text-muted">
            <NoMatches />
          </p>
        ) : null}
      </div>
      <div className="min-h-0 grow overflow-x-auto overscroll-contain">
        {/* Below this width there is no room for a name beside its time. */}
        <div className="h-full min-w-252">
          {firstDay === undefined ? null : (
            <WeekContext value={state}>
              <WeekCalendar
                days={days}
                draft={booking.draft}
                isLoaded={isLoaded}
                first={firstDay.column.date}
                zone={firstDay.column.zone}
              />
            </WeekContext>
          )}
        </div>
      </div>
      {card}
    </section>
  );
}
