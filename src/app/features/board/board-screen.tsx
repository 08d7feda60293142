import { t } from '@lingui/core/macro';
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Directory } from '#app/api/directory.ts';
import type { EnumLooks } from '#app/appearance/enum-look.ts';
import { addDays } from '#app/scheduling/calendar-day.ts';
import type { ReceivedAppointment, ReceivedStore } from '#contract/received.ts';
import { BoardCalendar } from './board-calendar.tsx';
import { type BoardChanges, isMovable, nextPatient, targetsOf } from './board-changes.ts';
import { type BoardFilters, isNarrowed } from './board-filters.ts';
import { BoardFooter } from './board-footer.tsx';
import { BoardHeader } from './board-header.tsx';
import { type BoardModel, narrow } from './board-model.ts';
import type { BoardDensity, BoardScreenView } from './board-views.ts';
import { DayError, type DayFault } from './day-error.tsx';
import { statusFacets, typeFacets, vetFacets } from './facets.ts';
import { FilterBar } from './filter-bar.tsx';
import { DayFlow, DayList, DayOverview } from './lazy-views.tsx';
import { PrintedDay, usePrintDay } from './print-day.tsx';
import type { PointedTime } from './store-calendar.tsx';
import { useLongPress } from './use-long-press.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** What the board can change: of the address, and of what this browser remembers. */
export interface BoardChange {
  date?: string;
  view?: BoardScreenView;
  storeIds?: string[];
  filters?: Partial<BoardFilters>;
  hide?: boolean;
  density?: BoardDensity;
}

/** Where and when a booking is to begin; wall-clock of the store, `YYYY-MM-DDTHH:MM`. */
export interface BookingPlace {
  storeId?: string;
  roomId?: string;
  employeeId?: string;
  start?: string;
  end?: string;
}

export interface DayState {
  /** Nothing of the day has come yet, and it is on its way. */
  pending: boolean;
  /** The names of the first day have come, or have been waited for long enough: blocks are drawn once rather than twice. */
  ready: boolean;
  /** Some of it has not come yet, could not be loaded, or is old: what looks free may be taken. */
  incomplete: boolean;
  fetching: boolean;
  /** What others changed a moment ago. */
  freshIds: ReadonlySet<string>;
  /** What is said of appointments whose changes are not saved yet. */
  notes: ReadonlyMap<string, string>;
  /** Null while nothing is wrong. */
  fault: Omit<DayFault, 'missing'> | null;
  onRetry: () => void;
}

/** What is shown, as the address, the memory of the browser and the screen decide. */
export interface BoardChoice {
  /** `YYYY-MM-DD`. */
  date: string;
  today: string;
  view: BoardScreenView;
  /** The ISO weekday that weeks begin with. */
  firstWeekday: number;
  /** Whether the view is the list because the screen has no room for the calendar that was asked for. */
  calendarLeftOut: boolean;
  /** Whether the screen has no room for scrollers of their own, so that all of it scrolls as one. */
  cramped: boolean;
  density: BoardDensity;
  /** All that can be chosen. */
  stores: readonly ReceivedStore[];
  storeIds: readonly string[];
  filters: BoardFilters;
  hide: boolean;
}

/** What ids and values stand for. */
interface BoardNames {
  directory: Directory;
  statuses: EnumLooks;
  /** Whether the statuses are still on their way. */
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
  /** Whether keys of the board work: not while a dialog is open. */
  keysEnabled: boolean;
  onChange: (change: BoardChange) => void;
  onOpen: (appointmentId: string) => void;
  onBook: (place: BookingPlace) => void;
  onHelp: () => void;
  /** Gives an appointment the focus. */
  onFocus: (appointmentId: string) => void;
  /** What others put around the board: a notice above it, details beside it, and what its foot line says and leads to. */
  around: Record<'notice' | 'aside' | 'live' | 'menu', ReactNode>;
}

/** The appointment that is to have the focus, once: a new object asks anew. */
export interface BoardFocus {
  id: string;
  /** Whether it is to be seen although the filters leave it out. */
  shown?: boolean;
}

function blockOf(id: string): Element | null {
  return document.querySelector(`main [data-appointment="${CSS.escape(id)}"]`);
}

const NO_FILTERS: BoardFilters = { statuses: [], vets: [], types: [], text: '' };

/** The board: header, filters, grid, details beside it, foot line. */
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
    // Once for each: it may be hidden again.
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
  const print = usePrintDay(printed);
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

  /** The appointment that has the focus, else the one whose details are open. */
  function aimedAt(target: EventTarget | null): ReceivedAppointment | null {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-appointment]') : null;
    const id = element?.dataset['appointment'] ?? props.selectedId;
    return board.appointments.find((appointment) => appointment.id === id) ?? null;
  }

  // The menu key comes as this, too.
  function onContextMenu(event: MouseEvent) {
    const element = event.target instanceof Element ? event.target.closest('[data-appointment]') : null;
    const aimed = element && aimedAt(element);
    if (!aimed || !changes.can.has('status')) return;
    event.preventDefault();
    // Not every browser sends this for a finger, and one on a block of the calendar may be about to drag it: see `useLongPress`.
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
        // Where there is little room it is in a menu.
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
        const columnsOf = view === 'vets' ? 'vets' : view === 'week' ? 'week' : 'rooms';
        changes.onMove(item.appointment, targetsOf(columnsOf, item.appointment, columns));
      },
      undo: changes.onUndo,
    },
    props.keysEnabled,
  );

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
          onStores={(storeIds) => onChange({ storeIds })}
          onBook={() => onBook({})}
        />
        <FilterBar
          filters={filters}
          hide={hide}
          statuses={names.statusesPending ? null : statusList}
          vets={vetList}
          types={typeList}
          counts={
            !day.pending && day.fault?.known !== 'none'
              ? { shown: shown.size, received: board.appointments.length, searchedOnly }
              : null
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
              pending={day.pending || !day.ready}
              insteadOfCalendar={choice.calendarLeftOut}
            />
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
