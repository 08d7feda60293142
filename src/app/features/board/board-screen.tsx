import { includes } from '#contract/interval.ts';
import './board.css';
import { t } from '@lingui/core/macro';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { isCalendar, type NowFilter } from '#app/addresses/board-search.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useChanges } from '#app/changes/appointment-changes.ts';
import { lazy } from '#app/components/lazy.tsx';
import { StatusBar } from '#app/components/status-bar.tsx';
import { listBoardAppointments } from '#app/features/board/model/board-appointments.ts';
import { appointmentElementAt } from './appointment-elements.ts';
import { appointmentAt, BoardContext, type BoardState, useBoard } from './board-context.ts';
import { ListSkeleton } from './board-skeleton.tsx';
import { BoardCalendar } from './calendar/board-calendar.tsx';
import { AttentionCounts } from './controls/attention-counts.tsx';
import { BoardHeader } from './controls/board-header.tsx';
import { useBoardKeys } from './controls/board-keys.ts';
import { BoardFilterBar } from './controls/filter-bar.tsx';
import { UnconfirmedClients } from './controls/unconfirmed-clients.tsx';
import { DeferredView } from './deferred-view.tsx';
import { type AppointmentsNeedingAttention, appointmentsNeedingAttention } from './model/board-appointments.ts';
import { buildFacets, findExcludedIds } from './model/board-filters.ts';
import { DayError } from './notices/day-error.tsx';
import { NoShiftsPlanned } from './notices/no-shifts-planned.tsx';
import { UnreadableRecords } from './notices/unreadable-records.tsx';
import { PrintedDay, usePrintDay } from './print/print-day.tsx';

// The views other than the calendar are loaded when they are first shown.
const DayList = lazy({
  load: () => import('./list/day-list.tsx').then((module) => module.DayList),
  Fallback: ({ children }) => (
    <div className="relative grow overflow-hidden bg-surface">
      <div className="absolute inset-x-0 top-1/3 mx-auto w-fit">{children}</div>
      <ListSkeleton />
    </div>
  ),
});
const DayFlow = lazy({
  load: () => import('./flow/day-flow.tsx').then((module) => module.DayFlow),
  Fallback: ({ children }) => <div className="grow">{children}</div>,
});
const WeekView = lazy({
  load: () => import('./week/week-view.tsx').then((module) => module.WeekView),
  Fallback: ({ children }) => <div className="grow bg-surface">{children}</div>,
});

/** The state of the board before the filters are applied. */
type UnfilteredBoard = Omit<BoardState, 'filteredOut' | 'facets' | 'awaited' | 'allHours'>;

interface BoardScreenProps {
  shown: UnfilteredBoard;
  categories: EnumDisplays;
  /** Whether the statuses are still loading. */
  statusesPending: boolean;
  /** Whether the board's keyboard shortcuts work; false while a dialog is open. */
  hasKeys: boolean;
  /** Moves the focus to an appointment on the board. */
  onFocus: (appointmentId: string) => void;
  /** Content around the board: a notice above it, details beside it, and the connection state. */
  slots: Record<'notice' | 'aside' | 'live', ReactNode>;
}

/** The board: header, filters, the selected view, details beside it, and the status bar. */
export function BoardScreen({ shown: input, categories, statusesPending, hasKeys, slots, onFocus }: BoardScreenProps) {
  const { shown, now, minute } = useFilteredBoard(input, categories);
  const {
    board,
    plan,
    messageStates,
    directory,
    statuses,
    choice,
    filteredOut,
    day,
    awaited,
    booking,
    selectedId,
    onChange,
  } = shown;
  const { view } = choice;
  useBoardKeys(shown, onFocus, hasKeys);
  const changes = useChanges();
  const print = usePrintDay({ board, directory });

  // Opens the menu of an appointment, after a right click or with the menu key.
  function onContextMenu(event: MouseEvent) {
    const element = appointmentElementAt(event.target);
    const appointment = element && appointmentAt(element, shown);
    if (!appointment) return;
    event.preventDefault();
    // Ignores a long press on a touch screen, which starts a drag. A tap opens the details, which offer the same
    // actions.
    const byTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    if (!byTouch) changes.openMenu(appointment, element);
  }

  return (
    <BoardContext value={shown}>
      <div
        data-cramped={choice.cramped || undefined}
        data-beside={selectedId !== null || booking.isOpen || undefined}
        className="board-screen group/screen flex min-h-0 grow flex-col data-cramped:overflow-y-auto"
      >
        <BoardHeader />
        <BoardFilterBar statusesPending={statusesPending} print={print} />
        {/* An error of the day replaces any other notice. */}
        {day.problem === null ? slots.notice : <DayError fault={day.problem} />}
        <UnreadableRecords />
        <NoShiftsPlanned />
        <main
          id="board"
          tabIndex={-1}
          aria-label={t({ message: 'Calendar', comment: 'the calendar of the day, with its columns and blocks' })}
          aria-busy={day.pending || !day.ready}
          onContextMenu={onContextMenu}
          data-flowing={isCalendar(view) && view !== 'week' ? undefined : true}
          className="group/board relative flex min-h-0 grow group-data-cramped/screen:shrink-0"
        >
          <DeferredView shown={shown}>
            <SelectedView />
          </DeferredView>
          {slots.aside}
        </main>
        <StatusBar
          live={slots.live}
          now={
            awaited ? null : now === null ? (
              <UnconfirmedClients now={minute} />
            ) : (
              <AttentionCounts
                visits={now}
                chosen={choice.filters.now}
                now={minute}
                onChoose={(chosen) => onChange({ filters: { now: chosen } })}
              />
            )
          }
        />
      </div>
      <PrintedDay
        {...{ board, directory, filteredOut, statuses, categories }}
        filters={choice.filters}
        by={print.last}
        only={print.only}
        withCancelled={print.withCancelled}
        {...{ plan, messageStates }}
        isIncomplete={day.isIncomplete}
      />
    </BoardContext>
  );
}

/** The view that the person has selected: calendar, list, flow or week. */
function SelectedView() {
  const { choice, awaited } = useBoard();
  switch (choice.view) {
    case 'list':
      return <DayList />;
    case 'week':
      return <WeekView />;
    case 'flow':
      return awaited ? (
        <div className="grow overflow-hidden">
          <ListSkeleton />
        </div>
      ) : (
        <DayFlow />
      );
    default:
      return <BoardCalendar />;
  }
}

function collectAppointmentIds(visits: AppointmentsNeedingAttention[NowFilter]): ReadonlySet<string> {
  return new Set(visits.map(({ visit }) => visit.item.appointment.id));
}

/**
 * Applies the filters to the board. The returned `now` contains the appointments that need attention; it is null unless
 * today is shown.
 */
function useFilteredBoard(input: UnfilteredBoard, categories: EnumDisplays) {
  const minute = useMinute();
  const [isWholeDay, setWholeDay] = useState(false);
  const { board, choice, directory, statuses, day } = input;
  const { appointments } = board;
  const isToday = choice.view !== 'week' && board.days.some(({ clock }) => includes(clock, minute));
  const now = isToday ? appointmentsNeedingAttention(listBoardAppointments(board), minute) : null;
  const filters = now === null ? { ...choice.filters, now: null } : choice.filters;
  const nowIds = now && filters.now && collectAppointmentIds(now[filters.now]);
  const filteredOut = findExcludedIds(filters, appointments, directory, nowIds);
  const facets = buildFacets({
    appointments,
    filters,
    nowIds,
    directory,
    storeIds: choice.storeIds,
    statuses,
    categories,
  });
  const shown: BoardState = {
    ...input,
    choice: { ...choice, filters },
    filteredOut,
    facets,
    allHours: { isOn: isWholeDay, set: setWholeDay },
    awaited: !day.ready && day.problem === null,
  };
  return { shown, now, minute };
}
