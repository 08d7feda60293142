import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { usePresence } from '#app/api/presence.ts';
import { useMinute } from '#app/browser/use-now.ts';
import type { FilterOption } from '#app/components/filter-combobox.tsx';
import { moveFocus } from '#app/features/board/arrow-keys.ts';
import type { DayViewProps } from '#app/features/board/board-views.ts';
import { useAppointmentCard } from '#app/features/board/card/use-appointment-card.tsx';
import { NoMatches } from '#app/features/board/notices/no-matches.tsx';
import { appointmentIdAt, useFocusVisit } from '#app/features/board/visit-elements.ts';
import type { DraftBooking } from '#app/scheduling/booking-place.ts';
import { timeText } from '#app/scheduling/time-text.ts';
import { type BoardFilters, viewLabels } from '#app/session/board-search.ts';
import { WeekCalendar } from './week-calendar.tsx';
import { WeekContext, type WeekState } from './week-context.ts';
import { weekDays, weekOf } from './week-days.ts';
import { WeekOfSelect } from './week-of-select.tsx';

interface WeekViewProps extends DayViewProps {
  filters: BoardFilters;
  /** Everybody who can be chosen. */
  vets: readonly FilterOption[];
  /** `YYYY-MM-DD` in the zone of the stores. */
  today: string;
  /** The first appointments, or their names, are still loading. */
  pending: boolean;
  /** The booking in the panel; null while none is open. */
  draft: DraftBooking | null;
  onFilters: (filters: Partial<BoardFilters>) => void;
  /** Shows a day, `YYYY-MM-DD`, by itself. */
  onDay: (date: string) => void;
}

const NONE: ReadonlySet<string> = new Set();
const ROW = '[data-key]';
/** 10:30 PM: no time of day is longer; its spaces and colon are narrower than a figure. */
const LATE_EVENING = 22.5 * 60;

/** A week as seven lists by time, of all rooms and vets or of one. */
export function WeekView(props: WeekViewProps) {
  const { board, directory, filters, filteredOut, hide, selectedId, failed, incomplete, pending, onOpen } = props;
  const plan = props.boardPlan;
  const root = useRef<HTMLElement>(null);
  const now = useMinute();
  const { changing } = usePresence();
  const { handlers: cardHandlers, card } = useAppointmentCard(props);
  const [lastKey, setLastKey] = useState<string | null>(null);
  const { rooms, vets } = filters;
  const days = useMemo(
    () =>
      weekDays(pending ? { ...board, items: [] } : board, {
        of: weekOf({ rooms, vets }),
        plan,
        hiddenIds: hide ? filteredOut : NONE,
      }),
    [board, pending, rooms, vets, plan, hide, filteredOut],
  );
  const keys = days.flatMap(({ items }) => items.map(({ key }) => key));
  const [firstDay] = days;
  const isLoaded = !incomplete && !pending;
  const state: WeekState = {
    board,
    directory,
    filteredOut: hide ? NONE : filteredOut,
    freshIds: props.freshIds,
    unsavedIds: props.unsavedIds,
    selectedId,
    days,
    loaded: isLoaded ? 'all' : failed ? 'failed' : 'not yet',
    today: props.today,
    changing,
    tabStop: lastKey !== null && keys.includes(lastKey) ? lastKey : (keys[0] ?? null),
    now,
    onDay: props.onDay,
  };

  useFocusVisit(root, props.focus);
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
      className="week-view"
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
        <WeekOfSelect of={weekOf(filters)} vets={props.vets} days={board.days} onChange={props.onFilters} />
        {directory.company.stores.length > 1 ? (
          <bdi className="min-w-0 truncate text-xs text-muted">{firstDay?.column.group}</bdi>
        ) : null}
        {isLoaded && keys.length === 0 && board.appointments.length > 0 ? (
          <p className="text-xs text-muted">
            <NoMatches onClear={props.onClearFilters} />
          </p>
        ) : null}
      </div>
      <div className="week-scroller">
        <div className="week-days">
          {firstDay === undefined ? null : (
            <WeekContext value={state}>
              <WeekCalendar
                days={days}
                draft={props.draft}
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
