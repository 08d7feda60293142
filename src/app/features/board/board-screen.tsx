import { t } from '@lingui/core/macro';
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Directory } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { addDays } from '#app/scheduling/calendar-day.ts';
import type { ReceivedAppointment, ReceivedStore } from '#contract/received.ts';
import { BoardCalendar } from './board-calendar.tsx';
import { type BoardChanges, isMovable, nextPatient, targetsOf } from './board-changes.ts';
import { type BoardFilters, isNarrowed } from './board-filters.ts';
import { BoardFooter } from './board-footer.tsx';
import { BoardHeader } from './board-header.tsx';
import { type BoardModel, narrow } from './board-model.ts';
import type { BoardDensity, BoardScreenView, StoreChoice } from './board-views.ts';
import { DayError, type DayFault } from './day-error.tsx';
import { statusFacets, typeFacets, vetFacets } from './facets.ts';
import { FilterBar } from './filter-bar.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { PrintedDay, usePrintDay } from './print-day.tsx';
import type { PointedTime } from './store-calendar.tsx';
import { useLongPress } from './use-long-press.ts';
import { useShortcuts } from './use-shortcuts.ts';

// The views other than the calendar are loaded when they are first shown.
const DayList = lazyPart({
  load: () => import('./day-list.tsx').then((module) => module.DayList),
  Frame: ({ children }) => (
    <div className="relative grow overflow-hidden bg-surface">
      <div className="absolute inset-x-0 top-1/3 mx-auto w-fit">{children}</div>
      <ListSkeleton />
    </div>
  ),
});
const DayOverview = lazyPart({
  load: () => import('./day-overview.tsx').then((module) => module.DayOverview),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});
const DayFlow = lazyPart({
  load: () => import('./day-flow.tsx').then((module) => module.DayFlow),
  Frame: ({ children }) => <div className="grow">{children}</div>,
});

/** A change of the address or of this browser's preferences. */
export interface BoardChange {
  date?: string;
  view?: BoardScreenView;
  stores?: StoreChoice;
  filters?: Partial<BoardFilters>;
  hide?: boolean;
  density?: BoardDensity;
}

/** Place and time of a new booking; wall-clock times of the store, `YYYY-MM-DDTHH:MM`. */
export interface BookingPlace {
  storeId?: string;
  roomId?: string;
  employeeId?: string;
  start?: string;
  end?: string;
}

export interface DayState {
  /** The first page of the day is still loading. */
  pending: boolean;
  /**
   * The names of the first day are there, or took too long: until then no blocks are drawn, so that they are drawn
   * only once.
   */
  ready: boolean;
  /** Some of the day is not loaded, could not be loaded, or is out of date: time that looks free may be taken. */
  incomplete: boolean;
  fetching: boolean;
  /** Ids of appointments that others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /** Notes on appointments whose changes are not saved yet, by id. */
  notes: ReadonlyMap<string, string>;
  /** Null while nothing is wrong. */
  fault: Omit<DayFault, 'missing'> | null;
  onRetry: () => void;
}

/** What to show, from the address, the preferences and the size of the screen. */
export interface BoardChoice {
  /** `YYYY-MM-DD`. */
  date: string;
  today: string;
  view: BoardScreenView;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
  /** Whether the list is shown because the screen has no room for the chosen calendar. */
  calendarLeftOut: boolean;
  /** Whether the screen is so small that all of it scrolls as one page. */
  cramped: boolean;
  density: BoardDensity;
  /** All stores to choose from. */
  stores: readonly ReceivedStore[];
  storeIds: readonly string[];
  filters: BoardFilters;
  hide: boolean;
}

/** The names behind ids and enum values. */
interface BoardNames {
  directory: Directory;
  statuses: EnumLooks;
  /** Whether the statuses are still loading. */
  statusesPending: boolean;
  categories: EnumLooks;
}

interface BoardScreenProps {
  board: BoardModel;
  day: DayState;
  choice: BoardChoice;
  names: BoardNames;
  /** FullCalendar's licence key. */
  licenseKey: string;
  bookingRefusal: string | null;
  changes: BoardChanges;
  selectedId: string | null;
  focus: BoardFocus | null;
  /** Whether the board's keyboard shortcuts work; not while a dialog is open. */
  keysEnabled: boolean;
  onChange: (change: BoardChange) => void;
  onOpen: (appointmentId: string) => void;
  onBook: (place: BookingPlace) => void;
  onHelp: () => void;
  /** Focuses an appointment. */
  onFocus: (appointmentId: string) => void;
  /** Content around the board: a notice above it, details beside it, and the contents of its footer. */
  around: Record<'notice' | 'aside' | 'live' | 'menu', ReactNode>;
}

/** The appointment to focus; each new object focuses once. */
export interface BoardFocus {
  id: string;
  /** Whether to turn "Hide others" off where that hides it. */
  shown?: boolean;
}

function blockOf(id: string): Element | null {
  return document.querySelector(`main [data-appointment="${CSS.escape(id)}"]`);
}

const NO_FILTERS: BoardFilters = { statuses: [], vets: [], types: [], text: '' };

/** The board: header, filters, calendar or another view, details beside it, footer. */
export function BoardScreen(props: BoardScreenProps) {
  const { board, day, choice, names, around, changes, onChange, onBook, onOpen } = props;
  const { directory, statuses, categories } = names;
  const { date, view, filters, hide } = choice;
  const search = useRef<HTMLInputElement>(null);
  const narrowed = isNarrowed(filters);
  const { shown, leftOut } = useMemo(() => narrow(board, filters, directory), [board, filters, directory]);
  const searchedOnly = useMemo(
    () =>
      isNarrowed({ ...filters, text: '' }) && filters.text.trim() !== ''
        ? narrow(board, { ...NO_FILTERS, text: filters.text }, directory).shown.size
        : shown.size,
    [board, filters, directory, shown],
  );
  const statusList = useMemo(() => statusFacets(board.appointments, statuses), [board.appointments, statuses]);
  const vetList = useMemo(() => vetFacets(board.appointments, directory), [board.appointments, directory]);
  const typeList = useMemo(() => typeFacets(board.appointments, categories), [board.appointments, categories]);
  const received = board.appointments.length + board.unresolvedIds.length;

  const { focus } = props;
  const covered = hide && focus?.shown === true && leftOut.has(focus.id);
  const uncovered = useRef<BoardFocus | null>(null);
  useEffect(() => {
    // Only once for each focus: the user may turn it on again.
    if (!covered || uncovered.current === focus) return;
    uncovered.current = focus;
    onChange({ hide: false });
  }, [focus, covered, onChange]);

  const { columns } = board;
  const onPoint = useCallback(
    ({ columnId, start, end }: PointedTime) => {
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

  const onDay = useCallback((shownDate: string) => onChange({ date: shownDate, view: 'rooms' }), [onChange]);
  const onClearFilters = useCallback(() => onChange({ filters: NO_FILTERS }), [onChange]);

  const printed = { board, directory, leftOut };
  const print = usePrintDay({ board, directory, complete: !day.incomplete });
  const shared = {
    ...printed,
    hide,
    selectedId: props.selectedId,
    incomplete: day.incomplete,
    failed: day.fault !== null,
    canBook: props.bookingRefusal === null,
    unsaved: day.notes,
    focus: covered ? null : focus,
    onOpen,
    onBook,
    onClear: onClearFilters,
  };

  /** The appointment that a shortcut applies to: the focused one, else the one whose details are open. */
  function aimedAt(target: EventTarget | null): ReceivedAppointment | null {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-appointment]') : null;
    const id = element?.dataset['appointment'] ?? props.selectedId;
    return board.appointments.find((appointment) => appointment.id === id) ?? null;
  }

  // The menu key sends this event, too.
  function onContextMenu(event: MouseEvent) {
    const element = event.target instanceof Element ? event.target.closest('[data-appointment]') : null;
    const aimed = element && aimedAt(element);
    if (!aimed || !changes.can.has('status')) return;
    event.preventDefault();
    // Some browsers send no `contextmenu` for touch, and a long press on a block may begin a drag: see `useLongPress`.
    const byTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    if (!byTouch) changes.onStatusMenu(aimed, element);
  }
  const holding = useLongPress(changes.can.has('status'), (element) => {
    const aimed = aimedAt(element);
    if (aimed) changes.onStatusMenu(aimed, element);
  });

  const step = view === 'week' ? 7 : 1;
  useShortcuts(
    {
      book: () => onBook({}),
      today: () => onChange({ date: choice.today }),
      previous: () => onChange({ date: addDays(date, -step) }),
      next: () => onChange({ date: addDays(date, step) }),
      view: (next) => onChange({ view: next }),
      search: () => {
        // On narrow screens it is in a menu.
        search.current?.closest<HTMLElement>('[popover]')?.togglePopover(true);
        search.current?.select();
      },
      help: props.onHelp,
      status(target) {
        if (!changes.can.has('status')) return;
        const aimed = aimedAt(target);
        if (aimed) return changes.onNextStatus(aimed);
        const drawn = board.items.filter(({ appointment }) => shown.has(appointment.id));
        const next = nextPatient(drawn, Date.now());
        if (next) props.onFocus(next.id);
      },
      statusMenu(target) {
        const aimed = aimedAt(target);
        const element = target instanceof Element ? target.closest('[data-appointment]') : null;
        if (aimed && changes.can.has('status'))
          changes.onStatusMenu(aimed, element ?? blockOf(aimed.id) ?? document.body);
      },
      move(target) {
        const aimed = aimedAt(target);
        const item = board.items.find(({ appointment }) => appointment === aimed);
        if (!item || !isMovable(item) || !changes.can.has('start') || !changes.can.has('end')) return;
        changes.onMove(item.appointment, targetsOf(view, item.appointment, columns, changes.can));
      },
      undo: changes.onUndo,
    },
    props.keysEnabled,
  );

  /** Whether there will be enough of the day, with names, to draw; until then an outline is shown. */
  const awaited = !day.ready && day.fault === null;

  return (
    <>
      <div
        data-cramped={choice.cramped || undefined}
        className="board-screen group/screen flex h-full flex-col bg-ground data-cramped:overflow-y-auto"
      >
        <BoardHeader
          date={date}
          today={choice.today}
          firstWeekday={choice.firstWeekday}
          view={view}
          stores={choice.stores}
          storeIds={choice.storeIds}
          bookingRefusal={props.bookingRefusal}
          onDate={(next) => onChange({ date: next })}
          onView={(next) => onChange({ view: next })}
          onStores={(stores) => onChange({ stores })}
          onBook={() => onBook({})}
        />
        <FilterBar
          filters={filters}
          hide={hide}
          statuses={names.statusesPending ? null : statusList}
          vets={vetList}
          types={typeList}
          counts={
            day.pending
              ? 'loading'
              : day.fault?.known === 'none'
                ? 'unknown'
                : { shown: shown.size, received: board.appointments.length, searchedOnly }
          }
          narrowed={narrowed}
          searchRef={search}
          onFilters={(change) => onChange({ filters: change })}
          density={choice.density}
          onHide={(on) => onChange({ hide: on })}
          onPrint={print}
          onDensity={(density) => onChange({ density })}
          onClear={onClearFilters}
        />
        {around.notice}
        {day.fault === null ? null : (
          <DayError {...day.fault} missing={board.missing} busy={day.fetching} onRetry={day.onRetry} />
        )}
        <main
          id="board"
          tabIndex={-1}
          aria-label={t({ message: 'Board', comment: 'the calendar of the day, with its columns and blocks' })}
          aria-busy={day.pending || !day.ready}
          onContextMenu={onContextMenu}
          {...holding}
          onFocus={changes.onPrepare}
          onPointerDown={changes.onPrepare}
          className="flex min-h-0 grow group-data-cramped/screen:shrink-0"
        >
          {view === 'list' ? (
            <DayList
              {...shared}
              freshIds={day.freshIds}
              pending={day.pending || awaited}
              insteadOfCalendar={choice.calendarLeftOut}
            />
          ) : (view === 'overview' || view === 'flow') && awaited ? (
            <div className="grow overflow-hidden">
              <ListSkeleton />
            </div>
          ) : view === 'overview' ? (
            <DayOverview {...shared} />
          ) : view === 'flow' ? (
            <DayFlow {...shared} statuses={statuses} changes={changes} />
          ) : (
            <BoardCalendar
              view={view}
              board={board}
              leftOut={leftOut}
              hide={hide}
              density={choice.density}
              selectedId={props.selectedId}
              freshIds={day.freshIds}
              unsaved={day.notes}
              changes={changes}
              focus={covered ? null : focus}
              ready={day.ready}
              awaited={awaited}
              incomplete={day.incomplete}
              canBook={props.bookingRefusal === null}
              licenseKey={props.licenseKey}
              onOpen={onOpen}
              onPoint={onPoint}
              onDay={onDay}
              onClearFilters={onClearFilters}
            />
          )}
          {around.aside}
        </main>
        <BoardFooter
          received={received}
          shown={shown.size}
          filtered={leftOut.size}
          unreadableIds={board.unresolvedIds}
          live={around.live}
        >
          {around.menu}
        </BoardFooter>
      </div>
      <PrintedDay
        {...printed}
        filters={filters}
        statuses={statuses}
        categories={categories}
        incomplete={day.incomplete}
      />
    </>
  );
}
