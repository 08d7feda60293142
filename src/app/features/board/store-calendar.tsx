import { plural, t } from '@lingui/core/macro';
import '@fullcalendar/react/skeleton.css';
import FullCalendar, {
  type CalendarOptions,
  type DateClickInfo,
  type DateSelectInfo,
  type EventClickInfo,
  type EventDisplayInfo,
  type EventDropInfo,
  type EventResizeDoneInfo,
  type PluginInput,
} from '@fullcalendar/react';
import interactionPlugin from '@fullcalendar/react/interaction';
import resourceTimeGridPlugin from '@fullcalendar/react-scheduler/resource-timegrid';
import { cloneElement, memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { shownLanguage, shownLocale } from '#app/language/shown-language.ts';
import { addDays, dateIn } from '#app/scheduling/calendar-day.ts';
import { hourText, shortDateText, timeText } from '#app/scheduling/time-text.ts';
import { takenTime } from '#app/scheduling/visit.ts';
import { words } from '#app/text/words.ts';
import type { BlockStates } from './block-states.ts';
import { blockText } from './block-text.tsx';
import type { DroppedTime } from './board-changes.ts';
import type { BoardColumn, BoardSection } from './board-columns.ts';
import type { BoardItem, BoardView } from './board-items.ts';
import { businessHoursOf, eventsOf, MAX_STAY_LINES, resourcesOf } from './calendar-events.ts';
import type { DayWindow } from './day-window.ts';
import { useBlockDrag } from './use-block-drag.ts';
import { LONG_PRESS_MS } from './use-long-press.ts';

/**
 * The empty time that was clicked or selected, in the column's wall clock, `YYYY-MM-DDTHH:MM`. A click has no end, and
 * the strip of stays no time.
 */
export interface PointedTime {
  columnId: string;
  start: string | null;
  end: string | null;
}

/** Class names of our own style sheet for FullCalendar, whose themes style a dozen views that the board never shows. */
const looks: PluginInput = {
  name: 'frontdesk',
  optionDefaults: {
    viewClass: 'calendar-view',
    tableHeaderClass: 'calendar-head',
    resourceDayHeaderClass: 'calendar-heading',
    resourceDayHeaderInnerClass: 'calendar-heading-text',
    dayHeaderClass: 'calendar-heading',
    dayHeaderInnerClass: 'calendar-heading-text',
    dayHeaderDividerClass: 'calendar-head-line',
    allDayHeaderClass: 'calendar-axis calendar-axis-stays',
    allDayHeaderInnerClass: 'calendar-axis-text',
    slotHeaderClass: 'calendar-axis',
    slotHeaderInnerClass: 'calendar-hour',
    slotLaneClass: 'calendar-slot',
    dayRowClass: 'calendar-strip',
    dayCellClass: 'calendar-strip-cell',
    dayLaneClass: 'calendar-lane',
    dayLaneInnerClass: 'calendar-lane-inner',
    eventClass: 'calendar-block',
    columnEventInnerClass: 'block-text',
    // FullCalendar draws the handle that stretches an event only where it has a class.
    columnEventAfterClass: ({ isEndResizable }) => (isEndResizable ? 'block-end' : ''),
    rowEventClass: 'block-stay',
    rowEventInnerClass: 'block-text',
    backgroundEventClass: 'calendar-taken',
    nonBusinessHoursClass: 'calendar-closed',
    nowIndicatorLineClass: 'calendar-now',
    nowIndicatorHeaderClass: 'calendar-now-mark',
    moreLinkClass: 'calendar-more',
    popoverClass: 'calendar-popover',
    popoverCloseClass: 'calendar-popover-close',
  },
};

type Interaction = NonNullable<PluginInput['componentInteractions']>[number];

/**
 * Lets the pointer decide where a block is dropped. FullCalendar takes the middle of the block, and counts from the quarter of an
 * hour at which the block was taken: a long one taken at its top would land half an hour beside the pointer. There is no option.
 */
class PointerDecides {
  readonly component;
  readonly isHitComboAllowed;
  constructor(settings: ConstructorParameters<Interaction>[0]) {
    // What drags blocks is made next, of the same settings.
    settings.useEventCenter = false;
    this.component = settings.component;
    this.isHitComboAllowed = settings.isHitComboAllowed;
  }
  destroy() {}
}

const FIXED: CalendarOptions = {
  plugins: [
    resourceTimeGridPlugin,
    { name: 'frontdesk pointer', componentInteractions: [PointerDecides] },
    interactionPlugin,
    looks,
  ],
  headerToolbar: false,
  // Dates and numbers come from `Intl`, and every text is set below: FullCalendar's locale files are not loaded.
  locale: shownLocale,
  direction: shownLanguage.direction,
  height: 'auto',
  tableHeaderSticky: true,
  borderless: true,
  nowIndicator: true,
  slotDuration: '01:00',
  slotHeaderInterval: '01:00',
  slotEventOverlap: false,
  defaultTimedEventDuration: '00:15',
  eventOrder: 'start,-duration,id',
  displayEventTime: false,
  selectMirror: true,
  selectMinDistance: 5,
  // Touch scrolls, unless it starts with a long press.
  longPressDelay: LONG_PRESS_MS,
  scrollTimeReset: false,
  // The board has its own scroll container. Without a `scrollTime` FullCalendar does not look for one, which would
  // throw after it was unmounted.
  scrollTime: 'none',
  resourceOrder: '',
  dayMaxEventRows: MAX_STAY_LINES,
  slotHeaderContent: ({ time }) => (time ? hourText(time.milliseconds / 60_000) : ''),
  // The name of a row of cells must be a text, or absent.
  viewDidMount: ({ el }) => el.querySelector('[role=rowheader][aria-label]:empty')?.setAttribute('role', 'gridcell'),
};

/** The texts of the calendar. */
function texts(): CalendarOptions {
  const appointments = t`Appointments`;
  return {
    // The accessible name of the grid; building one from the dates would make a change of day a tenth slower.
    titleFormat: () => appointments,
    moreLinkContent: ({ num: count }) =>
      t({ message: plural(count, { one: '+# more', other: '+# more' }), comment: 'blocks that there is no room for' }),
    moreLinkHint: (count) =>
      t({ message: plural(count, { one: '# more', other: '# more' }), comment: 'blocks that there is no room for' }),
    closeHint: words.close,
    navLinkHint: (date) => t({ message: `Go to ${date}`, comment: 'a button over the column of a day' }),
    timedText: t({ message: 'Timed', comment: 'read out: the part of the grid with hours, below that of the stays' }),
    allDayHeaderContent: t({ message: 'Stays', context: 'patients who stay overnight' }),
  };
}

/** The item that an event was made of; none for a band of taken time. */
function itemOf({ extendedProps }: EventDropInfo['event']): BoardItem | undefined {
  return extendedProps['item'];
}

/** A time in the calendar's own zone, without the offset. */
function wallClock(text: string): string {
  return text.slice(0, 16);
}

export interface StoreCalendarProps {
  view: BoardView;
  section: BoardSection;
  /** The columns that are not folded. */
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  hiddenItems: readonly BoardItem[];
  states: BlockStates;
  window: DayWindow;
  /** Height of an hour in pixels. */
  hourHeight: number;
  /** The largest number of blocks side by side that fits a column. */
  maxSideBySide: number;
  /** Whether any section has stays: then all of them show the strip, so that their hours align. */
  withStays: boolean;
  canBook: boolean;
  /** Whether blocks can be dragged to another time, and to another column. */
  canMove: boolean;
  canReassign: boolean;
  licenseKey: string;
  onOpen: (appointmentId: string) => void;
  onPoint: (time: PointedTime) => void;
  onDay: (date: string) => void;
  /** Called when a block was dragged or resized; false where that changes nothing, or is not possible. */
  onDrop: (item: BoardItem, to: DroppedTime) => boolean;
  /** The warnings shown beside a block while it is dragged. */
  warningsAt: (item: BoardItem, to: DroppedTime) => string[];
  /** Called when the calendar has been drawn. */
  onDrawn: () => void;
}

/** One section of the board: a FullCalendar in the store's own zone, whose event elements are the blocks. */
export const StoreCalendar = memo(function StoreCalendar(props: StoreCalendarProps) {
  const { view, section, columns, items, hiddenItems, states, window, withStays, canBook } = props;
  const { zone } = section;
  const first = columns[0]?.date ?? section.columns[0]?.date ?? '';
  const last = columns.at(-1)?.date ?? first;
  const week = view === 'week';

  // FullCalendar keeps its headings and lanes from day to day where the columns are the same.
  const resourcesKey = JSON.stringify(columns.map(({ id, title, date, openings }) => [id, title, date, openings]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that they are made of.
  const resources = useMemo(() => (week ? [] : resourcesOf(columns)), [resourcesKey, week]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that they are made of.
  const businessHours = useMemo(() => (week ? businessHoursOf(columns) : false), [resourcesKey, week]);
  const visibleRange = useMemo(() => ({ start: first, end: addDays(last, 1) }), [first, last]);
  const events = useMemo(
    () =>
      eventsOf({
        view,
        items,
        hiddenItems,
        stayDates: ({ appointment }) => {
          const { start, end } = takenTime(appointment);
          return { first: dateIn(zone, start), last: dateIn(zone, end - 1) };
        },
      }),
    [view, zone, items, hiddenItems],
  );

  // Callbacks read the latest props through a ref; the options stay the same, since each change is a redraw.
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => latest.current.onDrawn());

  const drag = useBlockDrag();
  const { onStart, onStop, isBrokenOff } = drag;

  const options = useMemo<CalendarOptions>(() => {
    function dropped(info: EventDropInfo | EventResizeDoneInfo) {
      const item = itemOf(info.event);
      const to = droppedAt(info.event);
      // The board itself draws a drop that is accepted.
      if (isBrokenOff(info.jsEvent) || !item || !to || !latest.current.onDrop(item, to)) info.revert();
    }
    const columnIdOf = (info: { resource?: { id: string }; dateStr?: string; startStr?: string }) =>
      info.resource?.id ?? (info.dateStr ?? info.startStr ?? '').slice(0, 10);
    return {
      ...FIXED,
      ...texts(),
      initialView: week ? 'timeGrid' : 'resourceTimeGrid',
      timeZone: zone,
      eventContent: (info: EventDisplayInfo): ReactNode => {
        const item = itemOf(info.event);
        if (info.isMirror) {
          const { startStr, endStr } = info.event;
          const [start, end] = [startStr, endStr].map((text) => minuteText(wallClock(text)));
          const times = (
            <b>
              <bdi className="block-time">{start}</bdi> – <bdi className="block-time">{end}</bdi>
            </b>
          );
          const to = item && droppedAt(info.event);
          if (!item || !to) return times;
          return (
            <>
              {times} {item.heading}
              {latest.current.warningsAt(item, to).map((text) => (
                <i key={text} className="block-warning">
                  {text}
                </i>
              ))}
            </>
          );
        }
        return item
          ? blockText(item, info.isShort || item.stay !== null ? 'line' : 'lines', latest.current.view)
          : null;
      },
      eventDidMount: ({ event, el, isMirror }) => {
        if (isMirror) return;
        el.dataset['appointment'] = event.id;
        states.attach(event.id, el);
      },
      eventWillUnmount: ({ event, el }) => states.detach(event.id, el, el.matches(':focus')),
      eventClick: ({ event }: EventClickInfo) => {
        // Bands of taken time are not clickable.
        if (itemOf(event)) latest.current.onOpen(event.id);
      },
      eventDragStart: onStart,
      eventDragStop: onStop,
      eventResizeStart: onStart,
      eventResizeStop: onStop,
      eventDrop: dropped,
      eventResize: dropped,
      dateClick: (info: DateClickInfo) => {
        const start = info.allDay ? null : wallClock(info.dateStr);
        latest.current.onPoint({ columnId: columnIdOf(info), start, end: null });
      },
      select: (info: DateSelectInfo) => {
        info.view.calendar.unselect();
        latest.current.onPoint({
          columnId: columnIdOf(info),
          start: info.allDay ? null : wallClock(info.startStr),
          end: info.allDay ? null : wallClock(info.endStr),
        });
      },
      dayHeaderContent: ({ date }) => shortDateText(dateIn(zone, date.getTime())),
      dayHeaderDidMount: ({ el }) => el.removeAttribute('aria-hidden'),
      navLinks: week,
      navLinkDayClick: (date) => latest.current.onDay(dateIn(zone, date.getTime())),
    };
  }, [week, zone, states, onStart, onStop, isBrokenOff]);

  const calendar = (
    <FullCalendar
      key={week ? 'week' : 'day'}
      {...options}
      schedulerLicenseKey={props.licenseKey}
      visibleRange={visibleRange}
      resources={resources}
      businessHours={businessHours}
      events={events}
      slotMinTime={`${window.fromMinute / 60}:00`}
      slotMaxTime={`${window.toMinute / 60}:00`}
      slotMinHeight={props.hourHeight}
      eventMinHeight={Math.floor(props.hourHeight / 4)}
      eventShortHeight={27}
      eventMaxStack={props.maxSideBySide}
      allDaySlot={withStays}
      selectable={canBook}
      editable={props.canMove}
      eventResourceEditable={props.canReassign}
    />
  );
  // To FullCalendar a drop after any other option has changed is one from a calendar elsewhere, of which nobody is told.
  const held = useRef(calendar);
  if (!drag.isUnderWay()) held.current = calendar;
  return (
    <div className="contents" onPointerDownCapture={drag.onPointerDown}>
      {cloneElement(held.current, { snapDuration: drag.fine ? '00:05' : '00:15' })}
    </div>
  );
});

/** The time and the column of a dragged block; null in the strip of stays. */
function droppedAt(event: EventDropInfo['event']): DroppedTime | null {
  const { start, end, allDay } = event;
  if (allDay || !start || !end) return null;
  const columnId = event.getResources()[0]?.id ?? null;
  return { start: start.toISOString(), end: end.toISOString(), columnId };
}

function minuteText(wall: string): string {
  const [hours, minutes] = wall.slice(11).split(':').map(Number);
  return timeText((hours ?? 0) * 60 + (minutes ?? 0));
}
