import { plural, t } from '@lingui/core/macro';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNowEvery } from '#app/browser/use-now.ts';
import { lazyPart } from '#app/components/lazy-part.tsx';
import { keyBack, keyOn } from '#app/language/line-direction.ts';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { words } from '#app/text/words.ts';
import { type ArrowMove, blockAfter } from './arrow-navigation.ts';
import { createBlockStates } from './block-states.ts';
import { type BoardChanges, type DroppedTime, dropChanges } from './board-changes.ts';
import { type BoardColumn, type BoardSection, sectionsOf } from './board-columns.ts';
import { type BoardItem, type BoardView, drawnOnce } from './board-items.ts';
import type { BoardModel } from './board-model.ts';
import type { BoardDensity } from './board-views.ts';
import { MAX_STAY_LINES, maxSideBySide } from './calendar-events.ts';
import { CalendarSkeleton, unknownHeadings } from './calendar-skeleton.tsx';
import { type DayWindow, dayWindow, hourPixels, isFolded, takesTimeIn, WHOLE_DAY } from './day-window.ts';
import { FoldedHours } from './folded-hours.tsx';
import { NoMatches } from './no-matches.tsx';
import { nowMinute } from './place-on-day.ts';
import type { PointedTime, StoreCalendarProps } from './store-calendar.tsx';
import { arrivalOf } from './visit-text.tsx';

const StoreCalendar = lazyPart<StoreCalendarProps>({
  load: () => import('./store-calendar.tsx').then((module) => module.StoreCalendar),
  Frame: ({ children }) => <div className="calendar-awaited">{children}</div>,
});
// Loaded as soon as this file runs, in parallel with the session and the day.
void StoreCalendar.load();

interface BoardCalendarProps {
  view: BoardView;
  board: BoardModel;
  /** Ids of the appointments that the filters leave out. */
  leftOut: ReadonlySet<string>;
  hide: boolean;
  density: BoardDensity;
  selectedId: string | null;
  freshIds: ReadonlySet<string>;
  /** Notes on appointments whose changes are not saved yet, by id. */
  unsaved: ReadonlyMap<string, string>;
  /** The appointment to focus; each new object focuses once. */
  focus: { id: string } | null;
  /** Whether there is enough of the day, with names, to draw. */
  ready: boolean;
  /** Whether there will be, so that the outline of the calendars is shown instead of them. */
  awaited: boolean;
  incomplete: boolean;
  canBook: boolean;
  changes: BoardChanges;
  licenseKey: string;
  onOpen: (appointmentId: string) => void;
  onPoint: (time: PointedTime) => void;
  onDay: (date: string) => void;
  onClearFilters: () => void;
}

const MOVES: Readonly<Record<string, ArrowMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  // Columns follow the direction of the text.
  [keyBack]: 'left',
  [keyOn]: 'right',
  Home: 'first',
  End: 'last',
};

const MINUTE = 60_000;
const NONE_FOLDED: ReadonlyMap<string, number> = new Map();
const NO_ITEMS: readonly BoardItem[] = [];
const NOBODY: ReadonlySet<string> = new Set();

/**
 * In pixels: the axis with the hours, the narrowest column, the narrowest of blocks side by side, and the widest
 * column.
 */
const AXIS = 52;
const MIN_COLUMN = 132;
const MIN_BLOCK = 84;
const MAX_COLUMN = 336;
/** In a week the days share the width, and blocks side by side are at least this wide. */
const MIN_BLOCK_OF_WEEK = 56;
const MIN_DAY = 96;
/**
 * In pixels, above the hours: the section's name, the headings, each line of stays, what the last line is higher where
 * it is a button that lists the others, and the line under them.
 */
const NAME_HEIGHT = 20;
const HEADINGS_HEIGHT = 25;
const STAY_HEIGHT = 19;
const MORE_STAYS_HEIGHT = 6;
const STRIP_EDGE = 1;
/** Minutes before now that are in view when the board opens and cannot show the whole day. */
const BEFORE_NOW = 45;

function blockAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-appointment]') : null;
}

function appointmentOf(target: EventTarget): string | null {
  return blockAt(target)?.dataset['appointment'] ?? null;
}

/** Moves the focus as browsers do: FullCalendar keeps them from it, so that a field would go on taking the keys. */
function onMouseDown({ target, defaultPrevented }: MouseEvent) {
  if (!defaultPrevented) return;
  const block = blockAt(target);
  if (block) block.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * The items of each section. A section whose items are the same keeps its array, so that its calendar is not redrawn.
 */
function useItemsBySection(sections: readonly BoardSection[], items: readonly BoardItem[]) {
  const last = useRef(new Map<string, readonly BoardItem[]>());
  return useMemo(() => {
    const sectionOfColumn = new Map(sections.flatMap(({ id, columns }) => columns.map((column) => [column.id, id])));
    const lists = new Map<string, BoardItem[]>(sections.map(({ id }) => [id, []]));
    for (const item of items) lists.get(sectionOfColumn.get(item.columnId) ?? '')?.push(item);
    const kept = new Map<string, readonly BoardItem[]>();
    for (const [id, list] of lists) {
      const before = last.current.get(id);
      const same = before?.length === list.length && before.every((item, index) => item === list[index]);
      kept.set(id, same && before ? before : list);
    }
    last.current = kept;
    return kept;
  }, [sections, items]);
}

/** The inner width and height of an element, updated when they change. */
function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => setSize({ width: watched.clientWidth, height: watched.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, size] as const;
}

/** How many frames without a change are taken for the end of FullCalendar's drawing. */
const QUIET_FRAMES = 3;

/**
 * Whether the calendars have been drawn. FullCalendar draws itself several times, since it measures what it has drawn;
 * what moves meanwhile must not be seen.
 */
function useIsDrawn(root: RefObject<HTMLElement | null>, awaited: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (drawn || awaited || !element) return;
    let quiet = 0;
    let frame = 0;
    const observer = new MutationObserver(() => {
      quiet = 0;
    });
    function wait() {
      quiet += element?.querySelector('.calendar-awaited') ? 0 : 1;
      if (quiet > QUIET_FRAMES) setDrawn(true);
      else frame = requestAnimationFrame(wait);
    }
    observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
    wait();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [root, drawn, awaited]);
  return drawn;
}

/** The minute at which the first store opens; the start of the window where no opening hours are known. */
function beginningOf(columns: readonly BoardColumn[], window: DayWindow): number {
  const openings = columns.flatMap((column) => column.openings?.map(({ fromMinute }) => fromMinute) ?? []);
  return openings.length > 0 ? Math.min(...openings) : window.fromMinute;
}

/** The calendars of all sections side by side, with selection, fading, marks and focus of the blocks, and the keys. */
export function BoardCalendar(props: BoardCalendarProps) {
  const {
    view,
    board,
    ready,
    leftOut,
    hide,
    density,
    selectedId,
    freshIds,
    unsaved,
    focus,
    incomplete,
    onPoint,
    onOpen,
  } = props;
  const { columns } = board;
  const minute = useNowEvery(MINUTE);
  const [states] = useState(createBlockStates);
  const [tabStop, setTabStop] = useState<string | null>(null);
  const [scroller, size] = useSize();
  const isDrawn = useIsDrawn(scroller, props.awaited);
  const sections = useMemo(() => sectionsOf(columns), [columns]);
  // Columns that come with the visits move the sections beside them, so one outline covers them all until then.
  const isCovered = !isDrawn && sections.length > 1;

  // Hidden items are not drawn; all others are, faded or not.
  const [items, hiddenItems] = useMemo(() => {
    const there = ready ? board.items : NO_ITEMS;
    const drawn = view === 'week' ? drawnOnce(there) : there;
    if (!hide || leftOut.size === 0) return [drawn, NO_ITEMS];
    const shown: BoardItem[] = [];
    const hidden: BoardItem[] = [];
    for (const item of drawn) (leftOut.has(item.appointment.id) ? hidden : shown).push(item);
    return [shown, hidden];
  }, [ready, view, board.items, hide, leftOut]);
  const itemsOfSection = useItemsBySection(sections, items);
  const hiddenOfSection = useItemsBySection(sections, hiddenItems);

  // Changes by others must not move hours or columns under the pointer: both are fixed once the day is complete.
  const complete = !incomplete;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; the columns are others on another day.
  const needed = useMemo(() => {
    const perColumn = new Map<string, number>();
    for (const { stay, columnId } of board.items)
      if (stay !== null) perColumn.set(columnId, (perColumn.get(columnId) ?? 0) + 1);
    const stayLines = Math.max(0, ...perColumn.values());
    return {
      sideBySide: new Map(
        sections.map((section) => {
          const ids = new Set(section.columns.map((column) => column.id));
          return [section.id, maxSideBySide(board.items.filter((item) => ids.has(item.columnId)))];
        }),
      ),
      stripHeight:
        Math.min(MAX_STAY_LINES, stayLines) * STAY_HEIGHT + (stayLines > MAX_STAY_LINES ? MORE_STAYS_HEIGHT : 0),
    };
  }, [columns, complete]);
  const named = sections.some(({ name }) => name !== '');
  const withStays = needed.stripHeight > 0;
  const room =
    (size?.height ?? 0) -
    (named ? NAME_HEIGHT : 0) -
    HEADINGS_HEIGHT -
    (withStays ? needed.stripHeight + STRIP_EDGE : 0);
  // The columns may change on the same day: a visit without a room adds one.
  const day = `${view} ${board.days.map(({ store, clock }) => `${store.id} ${clock.date}`).join()}`;
  const drawnHours = useRef<{ day: string; window: DayWindow } | null>(null);
  const hours = useMemo(() => {
    const drawn = drawnHours.current?.day === day ? drawnHours.current.window : null;
    const next = dayWindow(columns, board.items, { height: room, drawn });
    const same = drawn?.fromMinute === next.fromMinute && drawn.toMinute === next.toMinute;
    drawnHours.current = { day, window: same ? drawn : next };
    return drawnHours.current.window;
  }, [day, columns, board.items, room]);
  const [opened, setOpened] = useState<string | null>(null);
  const window = opened === day ? WHOLE_DAY : hours;

  // A column whose visits are all hidden collapses to a rail, until somebody opens it.
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(() => {
    if (view === 'week' || hiddenItems.length === 0) return NONE_FOLDED;
    const shown = new Set(items.map((item) => item.columnId));
    const counts = new Map<string, number>();
    for (const { columnId } of hiddenItems) {
      if (!shown.has(columnId) && !unfolded.has(columnId)) counts.set(columnId, (counts.get(columnId) ?? 0) + 1);
    }
    return counts;
  }, [view, items, hiddenItems, unfolded]);

  // Keeps the array for the same columns: the calendar redraws for another object.
  const drawnColumns = useMemo(
    () => new Map(sections.map(({ id, columns: own }) => [id, own.filter((column) => !folded.has(column.id))])),
    [sections, folded],
  );

  const notes = useMemo(() => {
    const days = new Map(columns.map(({ id, zone, date }) => [id, dayInterval(zone, date)]));
    const texts = new Map<string, string>();
    for (const { columnId, appointment } of items) {
      const day = days.get(columnId);
      const note = unsaved.get(appointment.id) ?? (day && arrivalOf(appointment, minute, day)?.text);
      if (note) texts.set(appointment.id, note);
    }
    return texts;
  }, [columns, items, minute, unsaved]);
  const labels = useMemo(() => new Map(items.map((item) => [item.appointment.id, item.label])), [items]);

  useLayoutEffect(() => {
    const drawn = items.filter((item) => !isFolded(item, window));
    const reachable = drawn.some((item) => item.appointment.id === tabStop);
    states.update({
      labels,
      notes,
      faded: hide ? NOBODY : leftOut,
      selected: selectedId === null ? NOBODY : new Set([selectedId]),
      fresh: focus ? new Set([...freshIds, focus.id]) : freshIds,
      tabStop: reachable
        ? tabStop
        : (blockAfter({ columnIds: [], items: drawn }, null, 'first')?.appointment.id ?? null),
    });
  }, [states, items, window, labels, notes, hide, leftOut, selectedId, freshIds, focus, tabStop]);

  const focused = useRef<{ id: string } | null>(null);
  useEffect(() => {
    if (!focus || focused.current === focus) return;
    const item = items.find((candidate) => candidate.appointment.id === focus.id);
    if (!item) return;
    focused.current = focus;
    states.focus(focus.id);
  }, [focus, items, states]);

  // The hours of an appointment that a link names or that gets the focus are unfolded.
  useEffect(() => {
    const ids = [selectedId, focus?.id];
    if (items.some((item) => ids.includes(item.appointment.id) && isFolded(item, window))) setOpened(day);
  }, [selectedId, focus, items, window, day]);

  const hourHeight = hourPixels(density, window, room);

  // A day that does not fit opens a little before now during opening hours, else at its beginning; after that the
  // user's scroll position is kept. Scrolling forces a layout, so it is done only where needed.
  const opening = `${view} ${density}`;
  const openedAt = useRef<string | null>(null);
  function open() {
    const element = scroller.current;
    if (!complete || openedAt.current === opening || !element?.querySelector('[data-time]')) return;
    openedAt.current = opening;
    const now = columns.flatMap((column) => nowMinute(column, minute) ?? []).at(0);
    const left = now !== undefined && board.items.some((item) => item.stay === null && item.toMinute > now);
    const beginning = beginningOf(columns, window);
    // No scrolling where the beginning of the day and now are both in view.
    const nowInView = left && ((now + BEFORE_NOW - beginning) / 60) * hourHeight < room;
    const from = left && !nowInView ? now - BEFORE_NOW : beginning;
    const hours = (window.toMinute - window.fromMinute) / 60;
    if (hours * hourHeight > room) element.scrollTop = Math.max(0, ((from - window.fromMinute) / 60) * hourHeight);
    // A week that is wider than the screen opens at today.
    if (view === 'week')
      element.querySelector('[aria-current="date"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  // The calendars may be drawn later than this, since their file may still be loading.
  const openLater = useRef(open);
  openLater.current = open;
  const onDrawn = useCallback(() => openLater.current(), []);
  useEffect(onDrawn);

  // Tooltips are set on hover: setting hundreds of them would slow the change of day.
  function onPointerOver({ target }: PointerEvent) {
    const block = blockAt(target);
    if (block) block.title = block.ariaLabel ?? '';
  }

  // Callbacks read the latest props through a ref: another function would redraw the calendars.
  const { can } = props.changes;
  const canMove = can.has('start') && can.has('end');
  const canReassign = view !== 'week' && can.has(view === 'rooms' ? 'roomId' : 'employeeId');
  const latest = useRef({ view, columns, changes: props.changes });
  latest.current = { view, columns, changes: props.changes };
  const [{ onDrop, warningsAt }] = useState(() => {
    const changesOf = (item: BoardItem, to: DroppedTime) =>
      dropChanges(latest.current.view, item, to, latest.current.columns);
    return {
      onDrop(item: BoardItem, to: DroppedTime): boolean {
        const changed = changesOf(item, to);
        if (Object.keys(changed).length === 0) return false;
        latest.current.changes.onChange(item.appointment, changed);
        return true;
      },
      warningsAt: (item: BoardItem, to: DroppedTime) =>
        latest.current.changes.warningsOf(item.appointment, changesOf(item, to)),
    };
  });

  function onFocus(event: FocusEvent) {
    const id = appointmentOf(event.target);
    if (id !== null) setTabStop(id);
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = MOVES[event.key];
    const id = appointmentOf(event.target);
    if (!move || id === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const drawn = items.filter((item) => states.has(item.appointment.id));
    const next = blockAfter({ columnIds: columns.map((column) => column.id), items: drawn }, id, move);
    if (!next) return;
    states.focus(next.appointment.id);
    if (selectedId !== null) onOpen(next.appointment.id);
  }

  const bandOf = (side: 'before' | 'after') => {
    const range =
      side === 'before'
        ? { fromMinute: 0, toMinute: window.fromMinute }
        : { fromMinute: window.toMinute, toMinute: WHOLE_DAY.toMinute };
    if (range.fromMinute === range.toMinute) return null;
    function unfold() {
      setOpened(day);
      // The button that had the focus is gone; the focus moves to what was folded.
      const folded = items.filter((item) => takesTimeIn(item, range));
      const first = blockAfter({ columnIds: [], items: folded }, null, 'first');
      if (first) states.focus(first.appointment.id);
      else scroller.current?.focus();
    }
    return (
      <FoldedHours
        range={range}
        side={side}
        visits={board.items.filter((item) => takesTimeIn(item, range))}
        freshIds={freshIds}
        known={complete}
        onOpen={unfold}
      />
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside are taken in one place.
    <div
      className="board-calendar"
      data-incomplete={incomplete || undefined}
      data-unnamed={!named || undefined}
      onPointerOver={onPointerOver}
      onMouseDown={onMouseDown}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {bandOf('before')}
      <div
        ref={scroller}
        className="calendar-scroller"
        data-drawn={isDrawn || undefined}
        style={{ '--hour': `${hourHeight}px`, '--strip': `${needed.stripHeight}px` } as CSSProperties}
        // Focusable, so that a board without a focused block can be scrolled by keys.
        tabIndex={items.length === 0 ? 0 : -1}
      >
        {isCovered ? <CalendarSkeleton key={needed.stripHeight} headings={unknownHeadings(view)} /> : null}
        {size === null
          ? null
          : sections.map((section) => {
              const drawn = drawnColumns.get(section.id) ?? section.columns;
              const sideBySide = needed.sideBySide.get(section.id) ?? 1;
              const width =
                view === 'week' ? MIN_DAY : Math.min(Math.max(MIN_COLUMN, sideBySide * MIN_BLOCK), MAX_COLUMN);
              const dayWidth = ((size?.width ?? 0) - AXIS) / Math.max(1, drawn.length);
              return (
                <section
                  key={section.id}
                  aria-label={section.name || t`Appointments`}
                  className="calendar-section"
                  data-view={view}
                  style={{ flex: `${drawn.length} 0 ${drawn.length * width + AXIS}px` }}
                >
                  <div className="calendar-store">
                    {section.name === '' ? null : (
                      <h2 className="calendar-name">
                        <bdi>{section.name}</bdi>
                      </h2>
                    )}
                    {drawn.length === 0 ? null : (
                      <StoreCalendar
                        view={view}
                        section={section}
                        columns={drawn}
                        items={itemsOfSection.get(section.id) ?? NO_ITEMS}
                        hiddenItems={hiddenOfSection.get(section.id) ?? NO_ITEMS}
                        states={states}
                        window={window}
                        hourHeight={hourHeight}
                        maxSideBySide={Math.max(
                          2,
                          Math.floor(view === 'week' ? dayWidth / MIN_BLOCK_OF_WEEK : MAX_COLUMN / MIN_BLOCK),
                        )}
                        withStays={withStays}
                        canBook={props.canBook}
                        licenseKey={props.licenseKey}
                        canMove={canMove}
                        canReassign={canReassign}
                        onDrop={onDrop}
                        warningsAt={warningsAt}
                        onOpen={onOpen}
                        onPoint={onPoint}
                        onDay={props.onDay}
                        onDrawn={onDrawn}
                      />
                    )}
                  </div>
                  {isDrawn || isCovered ? null : (
                    <CalendarSkeleton
                      key={`${needed.stripHeight} ${drawn.length}`}
                      headings={drawn.map(({ title }) => title)}
                    />
                  )}
                  <FoldedColumns
                    columns={section.columns}
                    counts={folded}
                    onOpen={(id) => setUnfolded((before) => new Set([...before, id]))}
                  />
                </section>
              );
            })}
      </div>
      {bandOf('after')}
      {items.length > 0 || incomplete || !ready ? null : board.items.length > 0 ? (
        <p className="board-empty">
          <NoMatches onClear={props.onClearFilters} />
        </p>
      ) : (
        <p className="board-empty board-empty-free">
          {props.canBook
            ? t({ message: 'Nothing is booked. Click on a time, or press n, to book.', comment: 'n: the key' })
            : words.nothingBooked}
        </p>
      )}
    </div>
  );
}

interface FoldedColumnsProps {
  columns: readonly BoardColumn[];
  counts: ReadonlyMap<string, number>;
  onOpen: (columnId: string) => void;
}

function hiddenText(count: number): string {
  return t({ message: plural(count, { one: '# hidden', other: '# hidden' }), comment: 'visits of a column' });
}

/** The columns whose visits are all hidden, each as a rail with a button that opens it. */
function FoldedColumns({ columns, counts, onOpen }: FoldedColumnsProps) {
  return columns.map((column) => {
    const count = counts.get(column.id);
    return count === undefined ? null : (
      <button key={column.id} type="button" className="calendar-rail" onClick={() => onOpen(column.id)}>
        <span>
          <bdi>{column.title}</bdi> · {hiddenText(count)}
        </span>
      </button>
    );
  });
}
