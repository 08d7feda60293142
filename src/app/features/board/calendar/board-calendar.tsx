import '#app/features/board/plan/bands.css';
import './block-looks.css';
import { t } from '@lingui/core/macro';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { UNASSIGNED } from '#app/addresses/board-search.ts';
import { useScreenSpace } from '#app/browser/screen-space.ts';
import { useMinute } from '#app/browser/use-now.ts';
import { useStableReference } from '#app/browser/use-stable-reference.ts';
import { usePlanActions } from '#app/changes/plan-actions.ts';
import { appointmentElementIn, eventIdAt } from '#app/features/board/appointment-elements.ts';
import { useAppointmentViews } from '#app/features/board/appointment-view.ts';
import { useBoard } from '#app/features/board/board-context.ts';
import { CalendarSkeleton } from '#app/features/board/board-skeleton.tsx';
import { useAppointmentCard } from '#app/features/board/card/use-appointment-card.tsx';
import { listBoardAppointments } from '#app/features/board/model/board-appointments.ts';
import { groupBySection } from '#app/features/board/model/board-columns.ts';
import { type BoardItem, byTime } from '#app/features/board/model/board-items.ts';
import { useFreshBands } from '#app/features/board/plan/fresh-bands.ts';
import { useStops } from '#app/features/board/use-stops.ts';
import { texts } from '#app/text/shared-texts.ts';
import { toColumnsView } from '#scheduling/board-day.ts';
import { appointmentBlockState, type BlockState, bandBlockState, useBlockStates } from './block-states.ts';
import { createBoardEvents, putBlockedTimeBehind } from './board-events.ts';
import { heightForHours, hourPixels, isOutsideWindow, useHeight, useStripHeight } from './calendar-layout.ts';
import { CalendarSection, type SectionContent } from './calendar-section.tsx';
import { CollapsedHours, findCollapsedColumns } from './collapsed-columns-and-hours.tsx';
import { ColumnSummaries, type ColumnSummary, summarizeColumns } from './column-heading.tsx';
import { ColumnPager } from './column-pager.tsx';
import { type Side, useDayWindow } from './day-window.ts';
import { createDraftEvents } from './draft-events.ts';
import { type SelectedSlot, useEventKinds } from './event-kinds.tsx';
import { useInitialScroll } from './initial-scroll.ts';

const NO_ITEMS: readonly BoardItem[] = [];
const NO_CONTENT: SectionContent = { events: {}, columns: [] };
const NO_SUMMARIES: ReadonlyMap<string, ColumnSummary> = new Map();
const emptyClass =
  'pointer-events-none absolute top-2/5 left-1/2 z-8 -translate-x-1/2 rounded-lg border border-line bg-raised px-5 py-3 text-center text-muted shadow-raised';

/**
 * Moves the focus on a press as browsers do, because FullCalendar prevents that and a focused field would keep receiving
 * keys.
 */
function onMouseDown({ target, defaultPrevented }: MouseEvent) {
  if (!defaultPrevented) return;
  const block = target instanceof Element ? target.closest<HTMLElement>('[data-stop]') : null;
  if (block) block.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The data that the calendars draw: the events of each section, and the columns that are not collapsed. */
function useCalendarEvents({ isMeasured }: { isMeasured: boolean }) {
  const { board, boardPlan, choice, day, booking } = useBoard();
  const canChangePlan = usePlanActions()?.canChange === true;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const expandColumn = (id: string) => setExpanded((before) => new Set([...before, id]));
  // None of this needs `useMemo`: the React compiler memoizes all values between the hooks above and below.
  const { columns } = board;
  const view = toColumnsView(choice.view);
  const items = day.ready && isMeasured ? board.items : NO_ITEMS;
  const draftEvents = booking.draft ? createDraftEvents(booking.draft, view, columns) : [];
  const collapsed = findCollapsedColumns({ items, draftEvents, off: boardPlan?.off, expanded });
  const bands = boardPlan?.bands ?? [];
  const events = putBlockedTimeBehind([
    ...createBoardEvents({ view, columns, items, bands, canChangePlan }),
    ...draftEvents,
  ]);
  const sections = groupBySection(columns);
  const contents = sections.map((section): [string, SectionContent] => {
    const ids = new Set(section.columns.map(({ id }) => id));
    const own = events.filter(({ columnId }) => ids.has(columnId));
    const shown = section.columns.filter(({ id }) => !collapsed.has(id));
    return [
      section.id,
      {
        events: Object.fromEntries(own.map((event) => [event.id, event])),
        columns: shown.map((column) => boardPlan?.bookable.get(column.id) ?? column),
      },
    ];
  });
  return { view, items, sections, drawn: useStableReference(Object.fromEntries(contents)), collapsed, expandColumn };
}

/**
 * The calendars of all sections side by side. Also keeps the blocks' selection, fading, marks and focus up to date, and
 * handles their keys.
 */
export function BoardCalendar() {
  const { board, boardPlan, plan, choice, day, selectedId, focus } = useBoard();
  const { awaited: isDayAwaited, booking, canBook, allHours, onOpen, onBook } = useBoard();
  const { columns } = board;
  const complete = !day.isIncomplete;
  const minute = useMinute();
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useScreenSpace() === 'narrow';
  const { pixels, isMeasured } = useHeight(scroller, columns, isPhone);
  const awaited = isDayAwaited || !isMeasured;
  const { view, items, sections, drawn, collapsed, expandColumn } = useCalendarEvents({ isMeasured });
  const events = Object.fromEntries(Object.values(drawn).flatMap((section) => Object.entries(section.events)));

  // Identifies the shown day. The columns are not part of it, since they may change on the same day: an appointment
  // without a room adds one.
  const shownDay = `${view} ${board.days.map(({ store, clock }) => `${store.id} ${clock.date}`).join()}`;
  const stripHeight = useStripHeight(shownDay, board.items);
  const height = heightForHours(sections, pixels, stripHeight);
  const { hours, window, folded, toggle } = useDayWindow({
    day: shownDay,
    columns,
    items: board.items,
    // The appointment whose details are open, and the one to be focused.
    needed: items.filter(({ appointment: { id } }) => id === selectedId || id === focus?.id),
    focus,
    allHours: allHours.isOn,
    height,
  });
  // Depends only on the hours that are always drawn, so that unfolding further hours does not change the height of any.
  const hourHeight = hourPixels(choice.density, hours, height);
  useInitialScroll(scroller, {
    ...{ view, density: choice.density, isComplete: complete && isMeasured, columns, window, hourHeight, height },
    items: board.items,
    now: minute,
  });

  useDrawnMark(!awaited);

  function onSelectSlot({ columnId, start, end }: SelectedSlot) {
    const column = columns.find((candidate) => candidate.id === columnId);
    if (!column) return;
    const vetId = column.employeeId ?? (view === 'vets' ? UNASSIGNED : null);
    onBook({
      ...(column.storeId === null ? {} : { storeId: column.storeId }),
      ...(column.roomId === null ? {} : { roomId: column.roomId }),
      ...(vetId === null ? {} : { employeeId: vetId }),
      ...(start === null ? {} : { start }),
      ...(end === null ? {} : { end }),
    });
  }
  const kinds = useEventKinds({ view, columns, onOpen, onSelectSlot });
  const planChanges = usePlanActions();
  const { handlers: cardHandlers, card } = useAppointmentCard();

  const bands = boardPlan?.bands ?? null;
  const freshBands = useFreshBands(bands, columns.map(({ id, date }) => `${id} ${date}`).join());
  const factsOf = useAppointmentViews(minute);
  const states = new Map<string, BlockState>();
  for (const visit of listBoardAppointments(board))
    states.set(visit.item.appointment.id, appointmentBlockState(factsOf(visit)));
  for (const band of bands ?? []) states.set(band.id, bandBlockState(band, freshBands.has(band.id)));
  const stops = useStops(scroller, [
    ...items
      .filter((item) => !isOutsideWindow(item, window))
      .toSorted(byTime)
      .map(({ appointment }) => appointment.id),
    ...(bands ?? []).map(({ id }) => id),
  ]);
  const onBlock = useBlockStates(scroller, { events, states, tabStop: stops.tabStop });

  const hasPanel = booking.isOpen || selectedId !== null;
  const reveal = useEffectEvent((id: string) =>
    appointmentElementIn(scroller.current, id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  );
  useEffect(() => {
    if (hasPanel && selectedId !== null && !awaited) reveal(selectedId);
  }, [hasPanel, selectedId, awaited]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    stops.handlers.onKeyDown(event);
    const { band, display } = events[eventIdAt(event.target) ?? ''] ?? {};
    // FullCalendar handles Enter and the space bar only for events in the foreground. For events in the background, the
    // keys are turned into a click here.
    if (
      display === 'background' &&
      (event.key === 'Enter' || event.key === ' ') &&
      event.target instanceof HTMLElement
    ) {
      event.preventDefault();
      event.target.click();
    }
    if (band && planChanges?.canChange && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      planChanges.remove([band.entry], 'this');
    }
  }

  /** Shows the hours on one side and scrolls to them, or folds them without moving the other hours. */
  function onToggle(side: Side) {
    const element = scroller.current;
    if (!element) return;
    const hidden = folded[side]?.items ?? [];
    const scrolledTo = element.scrollTop;
    const next = flushSync(() => toggle(side));
    if (hidden.length === 0) {
      const pixels = ((next.fromMinute - window.fromMinute) / 60) * hourHeight;
      element.scrollTo({ top: scrolledTo - pixels });
      return;
    }
    element.scrollTo({ top: side === 'before' ? 0 : element.scrollHeight });
    // Moves the focus to the first appointment that was hidden before. One that only extends into these hours was
    // already visible.
    const first = hidden.filter((item) => isOutsideWindow(item, window)).sort(byTime)[0];
    if (first) stops.show(first.appointment.id);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the blocks inside are FullCalendar's own elements.
    <div
      className="board-calendar relative flex min-h-0 min-w-0 grow flex-col"
      data-incomplete={day.isIncomplete || plan.state === 'failed' || undefined}
      data-booking={booking.draft?.freeStarts.size ? true : undefined}
      data-unnamed={sections.every(({ name }) => name === '') || undefined}
      onMouseDown={onMouseDown}
      {...cardHandlers}
      {...stops.handlers}
      onKeyDown={onKeyDown}
    >
      {isPhone ? (
        <ColumnPager
          {...{ view, scroller }}
          columns={sections.flatMap((section) => section.columns.filter(({ id }) => !collapsed.has(id)))}
          isDrawn={!awaited}
          hasTarget={selectedId !== null || focus !== null}
        />
      ) : null}
      <CollapsedHours side="before" folded={folded.before} onToggle={onToggle} />
      <div
        ref={scroller}
        className="calendar-scroller flex min-h-0 grow overflow-auto overscroll-contain bg-surface"
        data-drawn={!awaited || undefined}
        style={{ '--hour': `${hourHeight}px`, '--strip': `${stripHeight}px` } as CSSProperties}
        // Focusable if there is no block to focus, so that the calendar can always be scrolled by keyboard.
        tabIndex={items.length === 0 ? 0 : -1}
      >
        {/*
          Some appointments add a column, which moves the sections beside it. So a single skeleton covers all sections
          until the day is loaded. If the height of the strip changes, the skeleton is replaced instead of moved.
        */}
        {awaited ? <CalendarSkeleton key={stripHeight} /> : null}
        {/* While the day is incomplete the headings show no counts, since they would be too low. */}
        <ColumnSummaries value={complete ? summarizeColumns(sections, board.items, boardPlan?.notes) : NO_SUMMARIES}>
          {sections.map((section) => (
            <CalendarSection
              key={section.id}
              {...{ section, kinds, window, hourHeight, collapsed, onBlock, onSelectSlot }}
              content={drawn[section.id] ?? NO_CONTENT}
              withStays={stripHeight > 0}
              onExpand={expandColumn}
            />
          ))}
        </ColumnSummaries>
      </div>
      <CollapsedHours side="after" folded={folded.after} onToggle={onToggle} />
      {card}
      {items.length > 0 || day.isIncomplete || !day.ready || !isMeasured || booking.isOpen ? null : (
        <p className={emptyClass}>
          {canBook
            ? t({ message: 'Nothing booked. Click a time or press n to book.', comment: 'n: the key' })
            : texts.nothingBooked}
        </p>
      )}
    </div>
  );
}

/**
 * Records when the first day is painted, with the User Timing mark `day-drawn`, for benchmarks and the browser's
 * profiler.
 */
function useDrawnMark(isDrawn: boolean): void {
  useLayoutEffect(() => {
    if (!isDrawn || performance.getEntriesByName('day-drawn').length > 0) return;
    // The timeout runs after the frame is painted, while the callback of `requestAnimationFrame` runs before that.
    requestAnimationFrame(() => setTimeout(() => performance.mark('day-drawn')));
  }, [isDrawn]);
}
