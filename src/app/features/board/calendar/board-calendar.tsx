import '#app/features/board/plan/bands.css';
import { t } from '@lingui/core/macro';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useChanges } from '#app/api/appointment-changes.ts';
import { usePlanChanges } from '#app/api/plan-changes.ts';
import { usePresence } from '#app/api/presence.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { moveFocus } from '#app/features/board/arrow-keys.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { CalendarSkeleton, unknownHeadings } from '#app/features/board/board-skeleton.tsx';
import { useAppointmentCard } from '#app/features/board/card/use-appointment-card.tsx';
import { type BoardSection, sectionsOf } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { NoMatches } from '#app/features/board/notices/no-matches.tsx';
import { contentOf, useFreshBands } from '#app/features/board/plan/fresh-bands.ts';
import { useShared } from '#app/features/board/use-shared.ts';
import { arrivalOf, clashNote } from '#app/features/board/visit-text.tsx';
import { dayInterval } from '#app/scheduling/calendar-day.ts';
import { columnsViewOf } from '#app/session/board-search.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { factsText } from '#app/text/list-text.ts';
import { words } from '#app/text/shared-texts.ts';
import { createBlockFocus } from './block-focus.ts';
import { type BlockMark, blockMarkOf } from './block-mark.ts';
import { applyStates, type BlockStates } from './block-states.ts';
import { type BoardEvent, boardEvents } from './board-events.ts';
import {
  heightForHours,
  hourPixels,
  hoursBeside,
  isCollapsed,
  type Side,
  sectionWidth,
  takesTimeIn,
  useDayWindow,
  useHeight,
  useStripHeight,
} from './calendar-layout.ts';
import { CollapsedColumns, CollapsedHours, useCollapsedColumns } from './collapsed.tsx';
import { Heading, Loads, loadsOf } from './column-heading.tsx';
import { eventsOfDraft } from './draft-events.ts';
import { type SelectedSlot, useEventKinds } from './event-kinds.tsx';
import { useOpeningScroll } from './opening-scroll.ts';
import { StoreCalendar, type StoreCalendarProps } from './store-calendar.tsx';

const NO_ITEMS: readonly BoardItem[] = [];
const NOBODY: ReadonlySet<string> = new Set();
const STOP = '[data-stop]';

/** The block that an event happened in. */
const stopAt = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>(STOP) : null);

/** Moves the focus as browsers do: FullCalendar keeps them from it, so that a field would go on taking the keys. */
function onMouseDown({ target, defaultPrevented }: MouseEvent) {
  if (!defaultPrevented) return;
  const block = stopAt(target);
  if (block) block.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const byTime = (one: BoardItem, other: BoardItem) =>
  one.fromMinute - other.fromMinute || one.toMinute - other.toMinute || (one.key < other.key ? -1 : 1);

/** The calendars of all sections side by side, with selection, fading, marks and focus of the blocks, and the keys. */
export function BoardCalendar() {
  const { board, boardPlan, plan, directory, choice, filteredOut, day, awaited, selectedId, focus } = useBoard();
  const { booking, canBook, onOpen, onBook } = useBoard();
  const { session } = useDesk();
  const { hide, density } = choice;
  const { ready, incomplete, freshIds } = day;
  const { draft } = booking;
  const { columns } = board;
  const view = columnsViewOf(choice.view);
  const complete = !incomplete;
  const minute = useMinute();
  const [scroller, boardHeight] = useHeight();
  const sections = useMemo(() => sectionsOf(columns), [columns]);

  // Hidden items are not drawn; all others are, faded or not.
  const [items, hiddenItems] = useMemo(() => {
    if (!ready) return [NO_ITEMS, NO_ITEMS];
    if (!hide || filteredOut.size === 0) return [board.items, NO_ITEMS];
    const isHidden = ({ appointment }: BoardItem) => filteredOut.has(appointment.id);
    return [board.items.filter((item) => !isHidden(item)), board.items.filter(isHidden)];
  }, [ready, board.items, hide, filteredOut]);

  const stripHeight = useStripHeight(columns, board.items, complete);
  const height = heightForHours(sections, boardHeight ?? 0, stripHeight);
  const { hours, window, unfolded, toggle } = useDayWindow({
    // The columns may change on the same day: an appointment without a room adds one.
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
  const changes = useChanges();
  const planChanges = usePlanChanges();
  const canChangePlan = planChanges?.canChange === true;
  const kinds = useEventKinds({ view, columns, onOpen, onSelectSlot });
  const draftEvents = useMemo(() => (draft ? eventsOfDraft(draft, view, columns) : []), [draft, view, columns]);
  const bands = boardPlan?.bands ?? null;
  const events = useShared(
    useMemo(() => {
      const drawn = boardEvents({ view, columns, items, hiddenItems, bands: bands ?? [], canChangePlan });
      return Object.fromEntries([...drawn, ...draftEvents].map((event) => [event.id, event]));
    }, [view, columns, items, hiddenItems, bands, canChangePlan, draftEvents]),
  );
  const { collapsed, expandColumn } = useCollapsedColumns({ items, hiddenItems, draftEvents, off: boardPlan?.off });
  useOpeningScroll(scroller, {
    ...{ view, density, complete, columns, window, hourHeight, height },
    items: board.items,
    now: minute,
  });

  // The headings of a day that is not all there say nothing: what they counted would look like less.
  const loads = useMemo(
    () => (complete ? loadsOf(sections, board.items, boardPlan?.notes) : new Map()),
    [complete, sections, board.items, boardPlan],
  );
  const { handlers: cardHandlers, card } = useAppointmentCard();

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

  const [lastStop, setLastStop] = useState<string | null>(null);
  const firstItem = [...items].filter((item) => !isCollapsed(item, window)).sort(byTime)[0];
  const firstStop = firstItem?.appointment.id ?? bands?.[0]?.id ?? null;
  const freshBands = useFreshBands(bands, columns.map(({ id, date }) => `${id} ${date}`).join());
  const unsavedBands = bands?.filter(({ isUnsaved }) => isUnsaved).map(({ id }) => id) ?? [];
  const states: BlockStates = {
    notes,
    marks,
    changing,
    unsaved: new Set([...day.unsavedIds, ...unsavedBands]),
    faded: hide ? NOBODY : filteredOut,
    fresh: new Set([...freshIds, ...freshBands, ...(focus ? [focus.id] : [])]),
    selectedId,
    tabStop: lastStop !== null && events[lastStop] ? lastStop : firstStop,
  };
  const latest = useLatest({ events, states });
  const [blocks] = useState(() => {
    const elementOf = (id: string) =>
      scroller.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`) ?? null;
    const blockFocus = createBlockFocus(elementOf);
    const targetOf = (id: string) => {
      const { band } = latest.current.events[id] ?? {};
      return { id, content: band ? contentOf(band) : id };
    };
    return {
      elementOf,
      focus: blockFocus.focus,
      onBlock(element: HTMLElement, id: string, isThere: boolean) {
        if (!isThere) return blockFocus.onUnmount(element, targetOf(id));
        // Once the rendering that added it is done.
        queueMicrotask(() => {
          const event = latest.current.events[id];
          if (event) applyStates(element, event, latest.current.states);
          blockFocus.onMount(element, targetOf(id));
        });
      },
    };
  });
  useLayoutEffect(() => {
    for (const element of scroller.current?.querySelectorAll<HTMLElement>('[data-event]') ?? []) {
      const event = events[element.dataset['event'] ?? ''];
      if (event) applyStates(element, event, states);
    }
  });

  const beside = booking.isOpen || selectedId !== null;
  useEffect(() => {
    if (beside && selectedId !== null && !awaited)
      blocks.elementOf(selectedId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [beside, selectedId, awaited, blocks]);

  const focused = useRef<{ id: string } | null>(null);
  useEffect(() => {
    if (!focus || focused.current === focus || !events[focus.id]) return;
    focused.current = focus;
    blocks.focus(focus.id);
  }, [focus, events, blocks]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = moveFocus(event, STOP);
    const appointmentId = next?.dataset['appointment'];
    // Open details follow the arrow keys.
    if (appointmentId !== undefined && selectedId !== null && !booking.isInFront) onOpen(appointmentId);
    const band = events[stopAt(event.target)?.dataset['event'] ?? '']?.band;
    if (band && canChangePlan && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      planChanges.remove([band.entry], 'this');
    }
  }

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
    // An appointment that only reaches into these hours was there before: bringing it into view would scroll away from them.
    const first = items.filter((item) => isCollapsed(item, hours) && takesTimeIn(item, range)).sort(byTime)[0];
    if (first) blocks.focus(first.appointment.id);
  }
  const foldedHours = (side: Side) => {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the blocks inside are FullCalendar's own elements.
    <div
      className="board-calendar"
      data-incomplete={incomplete || plan.state === 'failed' || undefined}
      data-booking={draft?.freeStarts.size ? true : undefined}
      data-unnamed={sections.every(({ name }) => name === '') || undefined}
      onMouseDown={onMouseDown}
      {...cardHandlers}
      onFocus={({ target }: FocusEvent) => setLastStop((last) => stopAt(target)?.dataset['event'] ?? last)}
      onKeyDown={onKeyDown}
    >
      {foldedHours('before')}
      <div
        ref={scroller}
        className="calendar-scroller"
        data-drawn={!awaited || undefined}
        style={{ '--hour': `${hourHeight}px`, '--strip': `${stripHeight}px` } as CSSProperties}
        // Focusable, so that a calendar without a focused block can be scrolled by keys.
        tabIndex={items.length === 0 ? 0 : -1}
      >
        {/* Columns that come with the appointments move the sections beside them, so one outline covers them all until then. */}
        {awaited ? <CalendarSkeleton key={stripHeight} headings={unknownHeadings(view)} /> : null}
        {boardHeight === null ? null : (
          <Loads value={loads}>
            {sections.map((section) => (
              <CalendarSection
                key={section.id}
                {...{ view, section, events, kinds, window, hourHeight, collapsed }}
                bookable={boardPlan?.bookable}
                withStays={stripHeight > 0}
                canBook={canBook}
                canMove={changes.can.has('start') && changes.can.has('end')}
                canReassign={changes.can.has(view === 'rooms' ? 'roomId' : 'employeeId')}
                licenseKey={session.calendarLicenseKey}
                onBlock={blocks.onBlock}
                onExpand={expandColumn}
                onSelectSlot={onSelectSlot}
              />
            ))}
          </Loads>
        )}
      </div>
      {foldedHours('after')}
      {card}
      {items.length > 0 || incomplete || !ready ? null : board.items.length > 0 ? (
        <p className="board-empty">
          <NoMatches />
        </p>
      ) : (
        <p className="board-empty board-empty-free">
          {canBook
            ? t({ message: 'Nothing is booked. Click on a time, or press n, to book.', comment: 'n: the key' })
            : words.nothingBooked}
        </p>
      )}
    </div>
  );
}

interface CalendarSectionProps extends Omit<StoreCalendarProps, 'columns' | 'events'> {
  section: BoardSection;
  events: Readonly<Record<string, BoardEvent>>;
  /** The columns with the hours that can be booked, by id. */
  bookable: ReadonlyMap<string, BoardSection['columns'][number]> | undefined;
  /** The collapsed columns of all sections, with what is said of each. */
  collapsed: ReadonlyMap<string, string>;
  onExpand: (columnId: string) => void;
}

/** The calendar of a section under its name, beside its collapsed columns. Events of other sections are left out. */
function CalendarSection(props: CalendarSectionProps) {
  const { section, events, bookable, collapsed, onExpand, ...calendar } = props;
  const own = useShared(
    useMemo(() => {
      const ids = new Set(section.columns.map(({ id }) => id));
      return Object.fromEntries(Object.entries(events).filter(([, { columnId }]) => ids.has(columnId)));
    }, [section, events]),
  );
  const list = useMemo(() => Object.values(own), [own]);
  const columns = useShared(
    section.columns.filter(({ id }) => !collapsed.has(id)).map((column) => bookable?.get(column.id) ?? column),
  );
  return (
    <section
      aria-label={section.name || t`Appointments`}
      className="calendar-section"
      style={{ flex: sectionWidth(columns.length) }}
    >
      <div className="calendar-store">
        {section.name === '' ? null : (
          <h2 className="calendar-name">
            <span>
              <Heading id={section.id} title={section.name} />
            </span>
          </h2>
        )}
        {columns.length === 0 ? null : <StoreCalendar {...calendar} columns={columns} events={list} />}
      </div>
      <CollapsedColumns columns={section.columns} collapsed={collapsed} onOpen={onExpand} />
    </section>
  );
}
