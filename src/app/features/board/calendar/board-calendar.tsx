import type { EventInput } from '@fullcalendar/react';
import { t } from '@lingui/core/macro';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import { usePresence } from '#app/api/presence.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { lazy } from '#app/components/lazy.tsx';
import { CalendarSkeleton, unknownHeadings } from '#app/features/board/board-skeleton.tsx';
import type { DayViewProps, DrawnDraft } from '#app/features/board/board-views.ts';
import { useAppointmentCard } from '#app/features/board/card/use-appointment-card.tsx';
import { type BoardColumn, sectionsOf } from '#app/features/board/model/board-columns.ts';
import { type BoardItem, drawnOnce } from '#app/features/board/model/board-items.ts';
import { type Load, loadsOf } from '#app/features/board/model/column-load.ts';
import { NoMatches } from '#app/features/board/notices/no-matches.tsx';
import type { ChosenBand } from '#app/features/board/plan/band-events.ts';
import { visitIn } from '#app/features/board/visit-elements.ts';
import { arrivalOf, clashNote } from '#app/features/board/visit-text.tsx';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import type { BoardDensity, BoardView } from '#app/session/board-search.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { type BlockMark, blockMarkOf } from './block-mark.ts';
import { useDrops } from './block-moves.ts';
import { createBlockStates } from './block-states.ts';
import {
  heightForHours,
  hourPixels,
  hoursBeside,
  isCollapsed,
  type Side,
  takesTimeIn,
  useDayWindow,
  useNeededSpace,
  useSize,
  widthsOf,
} from './calendar-layout.ts';
import { CollapsedColumns, CollapsedHours, useCollapsedColumns } from './collapsed.tsx';
import { ColumnLoads, HeadingWithLoad } from './column-heading.tsx';
import { useOpeningScroll } from './opening-scroll.ts';
import { firstInTime, useRovingFocus } from './roving-focus.ts';
import type { SelectedSlot, StoreCalendarProps } from './store-calendar.tsx';

const StoreCalendar = lazy<StoreCalendarProps>({
  load: () => import('./store-calendar.tsx').then((module) => module.StoreCalendar),
  onFirstPage: true,
  Fallback: ({ children }) => <div className="calendar-awaited">{children}</div>,
});
// Loaded as soon as this file runs, in parallel with the session and the day.
void StoreCalendar.load();

/** The list of before as long as its entries are the same: a calendar is redrawn for another one. */
function useStableList<Entry>(list: readonly Entry[], isSame: (one: Entry, other?: Entry) => boolean = Object.is) {
  const [kept, setKept] = useState(list);
  if (kept.length === list.length && kept.every((entry, index) => isSame(entry, list[index]))) return kept;
  setKept(list);
  return list;
}

// FullCalendar keeps its headings and lanes where the columns are the same.
function isSameColumn(one: BoardColumn, other?: BoardColumn): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Whether the calendars have been drawn. FullCalendar measures what it has rendered and then renders it again, which must not be
 * seen. It does so when the browser tells it of sizes, before anything is painted; who begins to listen later is told after it.
 *
 * @returns with it the function to call when a calendar has been rendered, before it is measured
 */
function useIsDrawn(
  root: RefObject<HTMLElement | null>,
  { awaited, onDrawn }: { awaited: boolean; onDrawn: () => void },
): [isDrawn: boolean, onRendered: () => void] {
  const [isDrawn, setDrawn] = useState(false);
  const latest = useLatest({ awaited, onDrawn });
  const [onRendered] = useState(() => () => {
    const element = root.current;
    if (latest.current.awaited || !element || element.querySelector('.calendar-awaited')) return;
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      latest.current.onDrawn();
      flushSync(() => setDrawn(true));
    });
    observer.observe(element);
  });
  // A day without visits renders no calendar anew once it is known.
  useLayoutEffect(() => (awaited ? undefined : onRendered()), [awaited, onRendered]);
  return [isDrawn, onRendered];
}

/** What draws how full the days of a week are, loaded with the first week; null until then, and for other views. */
function useFullness(wanted: boolean): typeof import('./fullness.ts') | null {
  const [drawing, setDrawing] = useState<typeof import('./fullness.ts') | null>(null);
  useEffect(() => {
    if (wanted) void import('./fullness.ts').then(setDrawing, () => undefined);
  }, [wanted]);
  return wanted ? drawing : null;
}

interface BoardCalendarProps extends DayViewProps {
  view: BoardView;
  density: BoardDensity;
  /** Whether there is enough of the day, with names, to draw. */
  ready: boolean;
  /** Whether there will be, so that the outline of the calendars is shown instead of them. */
  awaited: boolean;
  licenseKey: string;
  /** Whether a panel lies over the end of the board. */
  beside: boolean;
  /** Whether details are open, which follow the arrow keys. */
  detailsFollow: boolean;
  /** The booking in the panel; null while none is open. */
  draft: DrawnDraft | null;
  onSelectSlot: (time: SelectedSlot) => void;
  onDay: (date: string) => void;
}

const NO_ITEMS: readonly BoardItem[] = [];
const NO_EVENTS: readonly EventInput[] = [];
const NOBODY: ReadonlySet<string> = new Set();
const NO_LOADS: ReadonlyMap<string, Load> = new Map();

/** The calendars of all sections side by side, with selection, fading, marks and focus of the blocks, and the keys. */
export function BoardCalendar(props: BoardCalendarProps) {
  const { view, board, ready, filteredOut, hide, density, selectedId, freshIds, unsavedIds, focus, incomplete } = props;
  const { columns } = board;
  const { directory } = props;
  const complete = !incomplete;
  const minute = useMinute();
  const [states] = useState(createBlockStates);
  const [scroller, size] = useSize();
  const sections = useMemo(() => sectionsOf(columns), [columns]);

  // Hidden items are not drawn; all others are, faded or not.
  const [items, hiddenItems] = useMemo(() => {
    const there = ready ? board.items : NO_ITEMS;
    const drawn = view === 'week' ? drawnOnce(there) : there;
    if (!hide || filteredOut.size === 0) return [drawn, NO_ITEMS];
    const shown: BoardItem[] = [];
    const hidden: BoardItem[] = [];
    for (const item of drawn) (filteredOut.has(item.appointment.id) ? hidden : shown).push(item);
    return [shown, hidden];
  }, [ready, view, board.items, hide, filteredOut]);

  const { sideBySide, stripHeight } = useNeededSpace(sections, board.items, complete);
  const height = heightForHours(sections, size?.height ?? 0, stripHeight);
  const { hours, window, unfolded, toggle } = useDayWindow({
    // The columns may change on the same day: a visit without a room adds one.
    day: `${view} ${board.days.map(({ store, clock }) => `${store.id} ${clock.date}`).join()}`,
    columns,
    items: board.items,
    // An appointment that a link names, or that gets the focus.
    needed: items.filter(({ appointment: { id } }) => id === selectedId || id === focus?.id),
    focus,
    height,
  });
  // Of the hours that are always drawn: unfolding others moves none of them.
  const hourHeight = hourPixels(density, hours, height);
  const { draft } = props;
  const planChanges = usePlanChanges();
  const [chosenBand, chooseBand] = useState<ChosenBand | null>(null);
  const { drawing, shown: plan } = props.drawnPlan ?? {};
  const onBands = useMemo(() => drawing?.createBands(states), [drawing, states]);
  const draftEvents = useMemo(() => draft?.eventsOf(draft, view, columns) ?? NO_EVENTS, [draft, view, columns]);
  const otherEvents = useMemo(
    () => [
      ...draftEvents,
      ...(plan && drawing
        ? drawing.bandEvents(plan, {
            view,
            columns,
            chosen: chosenBand,
            canChange: planChanges?.canChange === true,
          })
        : NO_EVENTS),
    ],
    [draftEvents, view, columns, drawing, plan, chosenBand, planChanges],
  );
  const { collapsed, expandColumn } = useCollapsedColumns(view, { items, hiddenItems, draftEvents, off: plan?.off });
  const openDay = useOpeningScroll(scroller, {
    ...{ view, density, complete, columns, window, hourHeight, height },
    items: board.items,
    now: minute,
  });
  const [isDrawn, onRendered] = useIsDrawn(scroller, { awaited: props.awaited, onDrawn: openDay });
  // Columns that come with the visits move the sections beside them, so one outline covers them all until then.
  const isCovered = !isDrawn && sections.length > 1;
  const drops = useDrops(view, columns);
  // Without a visit the keys begin at a band.
  const firstBand = plan?.bands.find(({ entry }) => entry)?.id ?? null;
  const { tabStop, handlers } = useRovingFocus({
    columns,
    items: items.filter((item) => !isCollapsed(item, window)),
    states,
    // Open details follow the arrow keys.
    onMove: (id) => (props.detailsFollow ? props.onOpen(id) : undefined),
  });

  // Of a day that is not all there nothing is said: what it holds would look like less.
  const loads = useMemo(
    () => new Map(complete ? sections.map(({ id, columns: own }) => [id, loadsOf(own, board.items, plan)]) : []),
    [complete, sections, board.items, plan],
  );
  const columnLoads = useMemo(
    () => (loads.size === 0 ? NO_LOADS : new Map([...loads.values()].flatMap(({ byColumn }) => [...byColumn]))),
    [loads],
  );
  const fullness = useFullness(view === 'week');
  const bands = useMemo(
    () => (fullness && complete ? fullness.bandsOf(columns, { ...board, window, plan }) : []),
    [fullness, complete, columns, board, window, plan],
  );
  const { handlers: cardHandlers, card } = useAppointmentCard(props);

  const { changing } = usePresence();
  const [notes, marks] = useMemo(() => {
    const days = new Map(columns.map(({ id, zone, date }) => [id, { zone, day: dayInterval(zone, date) }]));
    const texts = new Map<string, string>();
    const short = new Map<string, BlockMark>();
    for (const { columnId, appointment } of items) {
      const { id } = appointment;
      const at = days.get(columnId);
      const others = board.clashes.get(id);
      const note = factsText([
        changing.get(id),
        at && arrivalOf(appointment, minute, at.day)?.text,
        at && others && clashNote(others, directory, at.zone),
      ]);
      if (note) texts.set(id, note);
      const mark = at && blockMarkOf(appointment, { now: minute, day: at.day, clashes: others !== undefined });
      if (mark) short.set(id, mark);
    }
    return [texts, short];
  }, [columns, items, minute, changing, board.clashes, directory]);
  const labels = useMemo(() => {
    const visits = items.map((item): [string, string] => [item.appointment.id, item.label]);
    const others = otherEvents.flatMap(({ id, ['label']: label }): [string, string][] =>
      label ? [[id ?? '', label]] : [],
    );
    return new Map([...visits, ...others]);
  }, [items, otherEvents]);
  useLayoutEffect(() => {
    states.update({
      labels,
      notes,
      marks,
      changing,
      unsaved: unsavedIds,
      faded: hide ? NOBODY : filteredOut,
      selected: selectedId === null ? NOBODY : new Set([selectedId]),
      fresh: focus ? new Set([...freshIds, focus.id]) : freshIds,
      tabStop: tabStop ?? firstBand,
    });
  }, [
    states,
    labels,
    notes,
    marks,
    changing,
    unsavedIds,
    hide,
    filteredOut,
    selectedId,
    freshIds,
    focus,
    tabStop,
    firstBand,
  ]);

  const { beside } = props;
  useEffect(() => {
    if (beside && selectedId !== null && isDrawn)
      visitIn(scroller.current, selectedId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [beside, selectedId, isDrawn, scroller]);

  const focused = useRef<{ id: string } | null>(null);
  useEffect(() => {
    if (!focus || focused.current === focus || !items.some((item) => item.appointment.id === focus.id)) return;
    focused.current = focus;
    states.focus(focus.id);
  }, [focus, items, states]);

  /** Shows the hours on a side and what is in them, or folds them; the others stay where they are. */
  function onToggle(side: Side) {
    const element = scroller.current;
    if (!element) return;
    const range = hoursBeside(hours, side);
    const pixels = ((range.toMinute - range.fromMinute) / 60) * hourHeight;
    const shownTop = element.scrollTop;
    flushSync(() => toggle(side));
    if (unfolded[side]) {
      if (side === 'before') element.scrollTo({ top: shownTop - pixels });
      return;
    }
    const top = side === 'before' ? pixels - height : ((range.fromMinute - window.fromMinute) / 60) * hourHeight;
    element.scrollTo({ top });
    // A visit that only reaches into these hours was there before: bringing it into view would scroll away from them.
    const first = firstInTime(items.filter((item) => isCollapsed(item, hours) && takesTimeIn(item, range)));
    if (first) states.focus(first.appointment.id);
  }
  const bandOf = (side: Side) => {
    const range = hoursBeside(hours, side);
    return range.fromMinute === range.toMinute ? null : (
      <CollapsedHours
        range={range}
        side={side}
        unfolded={unfolded[side]}
        visits={board.items.filter((item) => takesTimeIn(item, range))}
        freshIds={freshIds}
        known={complete}
        onToggle={() => onToggle(side)}
      />
    );
  };

  return (
    <div
      className="board-calendar"
      data-incomplete={incomplete || props.plan.state === 'failed' || undefined}
      data-booking={draft?.freeStarts.size ? true : undefined}
      data-unnamed={sections.every(({ name }) => name === '') || undefined}
      {...handlers}
      {...cardHandlers}
    >
      {bandOf('before')}
      <div
        ref={scroller}
        className="calendar-scroller"
        data-drawn={isDrawn || undefined}
        data-beside={beside || undefined}
        style={{ '--hour': `${hourHeight}px`, '--strip': `${stripHeight}px` } as CSSProperties}
        // Focusable, so that a board without a focused block can be scrolled by keys.
        tabIndex={items.length === 0 ? 0 : -1}
      >
        {isCovered ? <CalendarSkeleton key={stripHeight} headings={unknownHeadings(view)} /> : null}
        {size === null ? null : (
          <ColumnLoads value={columnLoads}>
            {sections.map((section) => (
              <CalendarSection
                key={section.id}
                load={loads.get(section.id)?.whole}
                bands={bands}
                {...{
                  view,
                  section,
                  items,
                  hiddenItems,
                  otherEvents,
                  states,
                  window,
                  hourHeight,
                  collapsed,
                  onRendered,
                  onBands,
                }}
                {...drops}
                boardWidth={size.width}
                sideBySide={sideBySide.get(section.id) ?? 1}
                skeletonKey={isDrawn || isCovered ? null : String(stripHeight)}
                withStays={stripHeight > 0}
                canBook={props.canBook}
                licenseKey={props.licenseKey}
                onExpand={expandColumn}
                onOpen={props.onOpen}
                onSelectSlot={props.onSelectSlot}
                onDay={props.onDay}
              />
            ))}
          </ColumnLoads>
        )}
      </div>
      {bandOf('after')}
      {plan && drawing && onBands ? (
        <drawing.BandKeys
          {...{ bands: onBands, plan, view, columns, states, root: scroller }}
          items={items}
          chosen={chosenBand}
          onChoose={chooseBand}
        />
      ) : null}
      {card}
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

interface CalendarSectionProps extends Omit<StoreCalendarProps, 'columns' | 'maxSideBySide'> {
  /** The width of all sections, in pixels. */
  boardWidth: number;
  /** What it holds; undefined where that is not known. */
  load: Load | undefined;
  /** How full its days are, as CSS backgrounds; none in other views than a week. */
  bands: readonly string[];
  /** The largest number of its blocks side by side. */
  sideBySide: number;
  /** The outline in its place until it is drawn; null where that is shown, or covered by another. */
  skeletonKey: string | null;
  /** The collapsed columns of all sections, with what is said of each. */
  collapsed: ReadonlyMap<string, string>;
  onExpand: (columnId: string) => void;
}

/** The calendar of a section under its name, beside its collapsed columns. Items of other sections are left out. */
function CalendarSection(props: CalendarSectionProps) {
  const { boardWidth, load, bands, sideBySide, skeletonKey, collapsed, onExpand, ...calendar } = props;
  const { view, section } = calendar;
  const isOwn = ({ columnId }: BoardItem) => section.columns.some(({ id }) => id === columnId);
  const items = useStableList(calendar.items.filter(isOwn));
  const hiddenItems = useStableList(calendar.hiddenItems.filter(isOwn));
  const otherEvents = useStableList(
    calendar.otherEvents.filter((event) => section.columns.some(({ id }) => id === event['columnId'])),
  );
  const columns = useStableList(
    section.columns.filter(({ id }) => !collapsed.has(id)),
    isSameColumn,
  );
  const { flex, maxSideBySide } = widthsOf(view, columns, { boardWidth, sideBySide });
  return (
    <section
      aria-label={section.name || t`Appointments`}
      className="calendar-section"
      data-view={view}
      style={{ flex, ...Object.fromEntries(bands.map((band, day) => [`--band-${day + 1}`, band])) }}
    >
      <div className="calendar-store">
        {section.name === '' ? null : (
          <h2 className="calendar-name">
            <span>
              <HeadingWithLoad title={section.name} load={load} />
            </span>
          </h2>
        )}
        {columns.length === 0 ? null : (
          <StoreCalendar {...calendar} {...{ columns, items, hiddenItems, otherEvents, maxSideBySide }} />
        )}
      </div>
      {skeletonKey === null ? null : (
        <CalendarSkeleton key={`${skeletonKey} ${columns.length}`} headings={columns.map(({ title }) => title)} />
      )}
      <CollapsedColumns columns={section.columns} collapsed={collapsed} onOpen={onExpand} />
    </section>
  );
}
