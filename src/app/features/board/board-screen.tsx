import './board.css';
import { t } from '@lingui/core/macro';
import {
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useChanges } from '#app/api/appointment-changes.ts';
import type { Plan } from '#app/api/availability.ts';
import type { Directory } from '#app/api/directory.ts';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import type { EnumDisplays } from '#app/appearance/enum-display.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { FootLine } from '#app/components/foot-line.tsx';
import { lazy } from '#app/components/lazy.tsx';
import type { BookingPlace, DraftBooking } from '#app/scheduling/booking-place.ts';
import { addDays, isInDay } from '#app/scheduling/calendar-day.ts';
import type { BoardDensity } from '#app/session/board-search.ts';
import { type BoardChoice, boardScreenViews, isCalendar, type NowFilter } from '#app/session/board-search.ts';
import type { ReceivedAppointment } from '#contract/received.ts';
import { ListSkeleton } from './board-skeleton.tsx';
import type { BoardChange, BoardFocus, DayState } from './board-views.ts';
import { appointmentMove, entryMove } from './calendar/block-moves.ts';
import { BoardCalendar } from './calendar/board-calendar.tsx';
import type { SelectedSlot } from './calendar/event-kinds.tsx';
import { BoardHeader } from './controls/board-header.tsx';
import { FilterBar } from './controls/filter-bar.tsx';
import { dayKeys, useShortcuts } from './controls/use-shortcuts.ts';
import { facetsOf, NO_FILTERS, narrow } from './model/board-filters.ts';
import { isMovable } from './model/board-items.ts';
import type { BoardModel } from './model/board-model.ts';
import { type NowVisits, nowVisits } from './model/now-visits.ts';
import { DayError } from './notices/day-error.tsx';
import { DutyNotPlanned } from './notices/duty-not-planned.tsx';
import { UnreadableRecords } from './notices/unreadable-records.tsx';
import type { BoardPlan } from './plan/board-plan.ts';
import { PrintedDay, usePrintDay } from './print/print-day.tsx';
import { appointmentIdAt, eventIdAt, visitAt, visitIn } from './visit-elements.ts';
import { nextPatient, visitsOf } from './visit-text.tsx';

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
const DayOverview = lazy({
  load: () => import('./overview/day-overview.tsx').then((module) => module.DayOverview),
  Fallback: ({ children }) => <div className="grow">{children}</div>,
});
const DayFlow = lazy({
  load: () => import('./flow/day-flow.tsx').then((module) => module.DayFlow),
  Fallback: ({ children }) => <div className="grow">{children}</div>,
});
const WeekView = lazy({
  load: () => import('./week/week-view.tsx').then((module) => module.WeekView),
  Fallback: ({ children }) => <div className="grow bg-surface">{children}</div>,
});

const NowLine = lazy({
  load: () => import('./controls/now-line.tsx').then((module) => module.NowLine),
  Fallback: () => null,
});

function idsOf(visits: NowVisits[NowFilter]): ReadonlySet<string> {
  return new Set(visits.map(({ visit }) => visit.item.appointment.id));
}

/** What to show, from the address, the preferences and the size of the screen. */
interface ShownChoice
  extends Pick<
    BoardChoice,
    'date' | 'today' | 'view' | 'firstWeekday' | 'calendarUnavailable' | 'stores' | 'filters' | 'hide' | 'length'
  > {
  /** Whether the screen is so small that all of it scrolls as one page. */
  cramped: boolean;
  density: BoardDensity;
  storeIds: readonly string[];
}

/** The names behind ids and enum values. */
interface BoardNames {
  directory: Directory;
  statuses: EnumDisplays;
  /** Whether the statuses are still loading. */
  statusesPending: boolean;
  categories: EnumDisplays;
}

interface BoardScreenProps {
  board: BoardModel;
  /** Who is on duty and what is blocked on the shown days. */
  plan: Plan;
  boardPlan: BoardPlan | null;
  day: DayState;
  choice: ShownChoice;
  names: BoardNames;
  /** FullCalendar's licence key. */
  licenseKey: string;
  bookingRefusal: string | null;
  /** The booking in the panel beside the board; whether that panel is open, and not under the details. */
  booking: { isOpen: boolean; isInFront: boolean; draft: DraftBooking | null };
  selectedId: string | null;
  focus: BoardFocus | null;
  /** Whether the board's keyboard shortcuts work; not while a dialog is open. */
  keysEnabled: boolean;
  /** Whether those of one letter do. */
  letterKeys: boolean;
  onChange: (change: BoardChange) => void;
  onOpen: (appointmentId: string) => void;
  onBook: (place: BookingPlace) => void;
  /** Focuses an appointment. */
  onFocus: (appointmentId: string) => void;
  /** Content around the board: a notice above it, details beside it, and the state of the connection. */
  slots: Record<'notice' | 'aside' | 'live', ReactNode>;
}

/** What was drawn last, for as long as it is left. */
const Kept = memo(
  ({ children }: { left: boolean; children: ReactNode }) => children,
  (_, { left }) => left,
);

/** The keys that move from block to block. The shortcuts of the board go on, such as another press for the next day. */
const MOVING = /^(?:Arrow\w+|Home|End)$/;

/**
 * Draws what is shown of a place, a day of stores in a view, so that a press that leads to another one is answered in the first
 * frame: hundreds of blocks take the browser longer. What is left is veiled and cannot be clicked until they are there.
 */
function DeferredView({ place, children }: { place: string; children: ReactNode }) {
  const left = useDeferredValue(place) !== place;
  return (
    <div
      aria-busy={left}
      className="relative flex min-w-0 grow"
      // No veil is in the way of keys: Enter on a block is a click, and arrows open the next one where details are open.
      onClickCapture={(event) => (left ? event.stopPropagation() : undefined)}
      onKeyDownCapture={(event) =>
        left && !event.altKey && MOVING.test(event.key) ? event.stopPropagation() : undefined
      }
    >
      <Kept left={left}>{children}</Kept>
      {left ? <div className="absolute inset-0 z-30 bg-surface/80" /> : null}
    </div>
  );
}

/** The board: header, filters, calendar or another view, details beside it, footer. */
export function BoardScreen(props: BoardScreenProps) {
  const { board, plan, day, choice, names, slots, onChange, onBook, onOpen } = props;
  const changes = useChanges();
  const planChanges = usePlanChanges();
  const { directory, statuses, categories } = names;
  const { columns, appointments } = board;
  const { date, view, hide } = choice;
  const minute = useMinute();
  const isToday = view !== 'week' && board.days.some(({ clock }) => isInDay(clock, minute));
  const now = useMemo(() => (isToday ? nowVisits(visitsOf(board), minute) : null), [isToday, board, minute]);
  const filters = now === null ? { ...choice.filters, now: null } : choice.filters;
  const nowIds = useMemo(() => now && filters.now && idsOf(now[filters.now]), [now, filters.now]);
  const { shown, filteredOut } = useMemo(
    () => narrow(appointments, filters, directory, nowIds),
    [appointments, filters, directory, nowIds],
  );
  const facets = useMemo(
    () => facetsOf({ appointments, filters, nowIds, directory, storeIds: choice.storeIds, statuses, categories }),
    [appointments, filters, nowIds, directory, choice.storeIds, statuses, categories],
  );

  const { focus } = props;
  const covered = hide && focus?.shown === true && filteredOut.has(focus.id);
  const uncovered = useRef<BoardFocus | null>(null);
  useEffect(() => {
    // Only once for each focus: the user may turn it on again.
    if (!covered || uncovered.current === focus) return;
    uncovered.current = focus;
    onChange({ hide: false });
  }, [focus, covered, onChange]);

  const onSelectSlot = useCallback(
    ({ columnId, start, end }: SelectedSlot) => {
      const column = columns.find((candidate) => candidate.id === columnId);
      if (!column) return;
      onBook({
        ...(column.storeId === null ? {} : { storeId: column.storeId }),
        ...(column.roomId === null ? {} : { roomId: column.roomId }),
        ...(column.employeeId === null ? {} : { employeeId: column.employeeId }),
        ...(start === null ? {} : { start }),
        ...(end === null ? {} : { end }),
      });
    },
    [columns, onBook],
  );

  const onClearFilters = () => onChange({ filters: NO_FILTERS });

  const printed = { board, directory, filteredOut };
  const print = usePrintDay({ board, directory });
  const shared = {
    ...printed,
    plan,
    boardPlan: props.boardPlan,
    hide,
    selectedId: props.selectedId,
    freshIds: day.freshIds,
    incomplete: day.incomplete,
    failed: day.fault !== null,
    canBook: props.bookingRefusal === null,
    unsavedIds: day.unsavedIds,
    focus: covered ? null : focus,
    onOpen,
    onBook,
    onClearFilters,
  };

  /** The appointment that a shortcut applies to: the focused one, else the one whose details are open. */
  function appointmentAt(target: EventTarget | null): ReceivedAppointment | null {
    const id = appointmentIdAt(target) ?? props.selectedId;
    return appointments.find((appointment) => appointment.id === id) ?? null;
  }

  // The menu key sends this event, too.
  function onContextMenu(event: MouseEvent) {
    const element = visitAt(event.target);
    const aimed = element && appointmentAt(element);
    if (!aimed || !changes.can.has('status')) return;
    event.preventDefault();
    // A long press begins a drag; a tap opens the details, which have the same choices.
    const byTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    if (!byTouch) changes.openStatusMenu(aimed, element);
  }

  const step = view === 'week' ? 7 : 1;
  useShortcuts(
    {
      n: () => onBook({}),
      w: () => onBook({ walkIn: true }),
      t: () => onChange({ date: choice.today }),
      [dayKeys.previous]: () => onChange({ date: addDays(date, -step) }),
      [dayKeys.next]: () => onChange({ date: addDays(date, step) }),
      ...Object.fromEntries(boardScreenViews.map((next, index) => [index + 1, () => onChange({ view: next })])),
      s(target) {
        if (!changes.can.has('status')) return;
        const aimed = appointmentAt(target);
        if (aimed) return changes.takeNextStep(aimed);
        const drawn = board.items.filter(({ appointment }) => shown.has(appointment.id));
        const next = nextPatient(drawn, Date.now());
        if (next) props.onFocus(next.id);
      },
      'Shift s'(target) {
        const aimed = appointmentAt(target);
        if (aimed && changes.can.has('status'))
          changes.openStatusMenu(
            aimed,
            visitAt(target) ?? visitIn(document.querySelector('main'), aimed.id) ?? document.body,
          );
      },
      m(target) {
        const band = props.boardPlan?.bands.find(({ id }) => id === eventIdAt(target));
        if (band && planChanges?.canChange) {
          const shownBy = view === 'vets' ? view : 'rooms';
          const onEnd = props.onFocus;
          return changes.startMove(entryMove(band, { view: shownBy, columns, changes: planChanges, onEnd }));
        }
        const appointment = appointmentAt(target);
        const item = board.items.find((one) => one.appointment === appointment);
        if (!item || !isMovable(item) || !changes.can.has('start') || !changes.can.has('end')) return;
        const onEnd = () => props.onFocus(item.appointment.id);
        changes.startMove(appointmentMove(item, { view, columns, changes, onEnd }));
      },
      r(target) {
        const aimed = appointmentAt(target);
        if (aimed && changes.canMoveRest(aimed)) changes.openMoveRest(aimed);
      },
      'Ctrl z': () => changes.undo(),
    },
    props.keysEnabled,
    props.letterKeys,
  );

  /** Whether there will be enough of the day, with names, to draw; until then an outline is shown. */
  const awaited = !day.ready && day.fault === null;

  return (
    <>
      <div
        data-cramped={choice.cramped || undefined}
        data-beside={props.selectedId !== null || props.booking.isOpen || undefined}
        className="board-screen group/screen flex min-h-0 grow flex-col data-cramped:overflow-y-auto"
      >
        <BoardHeader
          date={date}
          today={choice.today}
          firstWeekday={choice.firstWeekday}
          view={view}
          stores={choice.stores}
          storeIds={choice.storeIds}
          onDate={(next) => onChange({ date: next })}
          onView={(next) => onChange({ view: next })}
          onStores={(stores) => onChange({ stores })}
        />
        <FilterBar
          filters={filters}
          hide={hide}
          facets={facets}
          statusesPending={names.statusesPending}
          counts={day.pending || day.fault?.known === 'none' ? null : { shown: shown.size, all: appointments.length }}
          onFilters={(change) => onChange({ filters: change })}
          density={choice.density}
          onHide={(on) => onChange({ hide: on })}
          print={print}
          onDensity={(density) => onChange({ density })}
          onClear={onClearFilters}
        />
        {slots.notice}
        {day.fault === null ? null : (
          <DayError {...day.fault} missing={board.missing} busy={day.fetching} onRetry={day.onRetry} />
        )}
        <UnreadableRecords ids={board.unresolvedIds} shown={shown.size} filteredOut={filteredOut.size} />
        {plan.state === 'known' && (view === 'overview' || columns.some(({ employeeId }) => employeeId !== null)) ? (
          <DutyNotPlanned companyId={directory.company.id} days={board.days} entries={plan.entries} />
        ) : null}
        <main
          id="board"
          tabIndex={-1}
          aria-label={t({ message: 'Calendar', comment: 'the calendar of the day, with its columns and blocks' })}
          aria-busy={day.pending || !day.ready}
          onContextMenu={onContextMenu}
          data-flowing={isCalendar(view) && view !== 'week' ? undefined : true}
          className="group/board relative flex min-h-0 grow group-data-cramped/screen:shrink-0"
        >
          <DeferredView place={`${view} ${date} ${choice.storeIds.join()}`}>
            {view === 'list' ? (
              <DayList {...shared} pending={day.pending || awaited} insteadOfCalendar={choice.calendarUnavailable} />
            ) : (view === 'overview' || view === 'flow') && awaited ? (
              <div className="grow overflow-hidden">
                <ListSkeleton />
              </div>
            ) : view === 'overview' ? (
              <DayOverview
                {...shared}
                filters={filters}
                length={choice.length}
                onLength={(length) => onChange({ length })}
              />
            ) : view === 'flow' ? (
              <DayFlow {...shared} statuses={statuses} />
            ) : view === 'week' ? (
              <WeekView
                {...shared}
                filters={filters}
                vets={facets.vets}
                today={choice.today}
                pending={awaited}
                draft={props.booking.draft}
                onFilters={(change) => onChange({ filters: change })}
                onDay={(shownDate) => onChange({ date: shownDate, view: 'rooms' })}
              />
            ) : (
              <BoardCalendar
                {...shared}
                view={view}
                density={choice.density}
                ready={day.ready}
                awaited={awaited}
                licenseKey={props.licenseKey}
                beside={props.booking.isOpen || props.selectedId !== null}
                draft={props.booking.draft}
                detailsFollow={props.selectedId !== null && !props.booking.isInFront}
                onSelectSlot={onSelectSlot}
              />
            )}
          </DeferredView>
          {slots.aside}
        </main>
        <FootLine
          live={slots.live}
          now={
            now &&
            !awaited && (
              <NowLine
                visits={now}
                chosen={filters.now}
                days={board.days}
                directory={directory}
                plan={plan}
                appointments={day.incomplete || board.unresolvedIds.length > 0 ? null : appointments}
                now={minute}
                canBook={props.bookingRefusal === null}
                onChoose={(chosen) => onChange({ filters: { now: chosen } })}
                onBook={onBook}
                onOverview={() => onChange({ view: 'overview' })}
              />
            )
          }
        />
      </div>
      <PrintedDay
        {...printed}
        filters={filters}
        statuses={statuses}
        categories={categories}
        by={print.last}
        plan={plan}
        incomplete={day.incomplete}
      />
    </>
  );
}
