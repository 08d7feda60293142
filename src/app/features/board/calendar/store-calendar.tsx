import '@fullcalendar/react/skeleton.css';
import FullCalendar, {
  type CalendarOptions,
  type DateClickInfo,
  type DateSelectInfo,
  type EventApi,
  type EventDisplayInfo,
  type EventDropInfo,
  type EventInput,
  type EventResizeDoneInfo,
} from '@fullcalendar/react';
import { memo, type ReactElement, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { beginActivity, changingOf } from '#app/api/presence.ts';
import { useLatest } from '#app/browser/use-latest.ts';
import type { BoardColumn, BoardSection } from '#app/features/board/model/board-columns.ts';
import { type BoardItem, DRAFT } from '#app/features/board/model/board-items.ts';
import type { BandsOnBoard } from '#app/features/board/plan/band-events.ts';
import { addDays, dateIn } from '#app/scheduling/calendar-day.ts';
import type { MinuteRange } from '#app/scheduling/interval.ts';
import { shortDateText, timeText } from '#app/scheduling/time-text.ts';
import { takenTime } from '#app/scheduling/visit.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { type EventCallbacks, eventsOf } from './block-events.ts';
import { type DroppedTime, useBlockDrag } from './block-moves.ts';
import type { BlockStates } from './block-states.ts';
import { blockText, blockTextClass, linesOf } from './block-text.tsx';
import { twoLines } from './calendar-layout.ts';
import { businessHoursOf, calendarSettings, calendarTexts, resourcesOf } from './calendar-settings.ts';
import { ColumnHeading } from './column-heading.tsx';

/**
 * The empty time that was clicked or selected, in the column's wall clock, `YYYY-MM-DDTHH:MM`. A click has no end, and
 * the strip of stays no time.
 */
export interface SelectedSlot {
  columnId: string;
  start: string | null;
  end: string | null;
}

/** The item that an event was made of; none for a band of taken time. */
function itemOf({ extendedProps }: { extendedProps: Record<string, unknown> }): BoardItem | undefined {
  return extendedProps['item'] as BoardItem | undefined;
}

const blockLines = (item: BoardItem, { isShort, isStart, isEnd }: EventDisplayInfo) =>
  linesOf(item, { isShort, isWhole: isStart && isEnd });

/** The classes of the element around the text of a block; a block that is dragged shows times instead. */
function textClass(info: EventDisplayInfo): string {
  const item = itemOf(info.event);
  if (info.isMirror) return 'block-text dragged-text';
  return item ? blockTextClass(item, blockLines(item, info)) : 'block-text';
}

/** A time in the calendar's own zone, without the offset. */
function wallClock(text: string): string {
  return text.slice(0, 16);
}

export interface StoreCalendarProps {
  view: BoardView;
  section: BoardSection;
  /** The columns that are not collapsed. */
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  hiddenItems: readonly BoardItem[];
  /** The events of the booking in the panel, and of the plan. */
  otherEvents: readonly EventInput[];
  /** What those of the plan do; undefined where there is none. */
  onBands: BandsOnBoard | undefined;
  states: BlockStates;
  /** The hours that are drawn, whole ones. */
  window: MinuteRange;
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
  onSelectSlot: (time: SelectedSlot) => void;
  onDay: (date: string) => void;
  /** Called when a block was dragged or resized; false where that changes nothing, or is not possible. */
  onDrop: (item: BoardItem, to: DroppedTime) => boolean;
  /** The warnings shown beside a block while it is dragged. */
  warningsAt: (item: BoardItem, to: DroppedTime) => string[];
  /** Called when the calendar has been rendered, before it is measured and painted. */
  onRendered: () => void;
}

/** One section of the board: a FullCalendar in the store's own zone, whose event elements are the blocks. */
export const StoreCalendar = memo(function StoreCalendar(props: StoreCalendarProps) {
  const { view, section, columns, items, hiddenItems, states, window, withStays, canBook } = props;
  const { zone } = section;
  const first = columns[0]?.date ?? section.columns[0]?.date ?? '';
  const last = columns.at(-1)?.date ?? first;
  const week = view === 'week';

  const resources = useMemo(() => (week ? [] : resourcesOf(columns)), [columns, week]);
  const businessHours = useMemo(() => (week ? businessHoursOf(columns) : false), [columns, week]);
  const visibleRange = useMemo(() => ({ start: first, end: addDays(last, 1) }), [first, last]);
  const { otherEvents, onBands } = props;
  const events = useMemo(
    () => [
      ...eventsOf({
        view,
        items,
        hiddenItems,
        stayDates: ({ appointment }) => {
          const { start, end } = takenTime(appointment);
          return { first: dateIn(zone, start), last: dateIn(zone, end - 1) };
        },
      }),
      ...otherEvents,
    ],
    [view, zone, items, hiddenItems, otherEvents],
  );

  const { onRendered, onDrop, warningsAt } = props;
  useLayoutEffect(onRendered);

  const drawn = useRef<ReactElement | null>(null);
  const drag = useBlockDrag(drawn);
  const { onStart, onStop, isCancelled } = drag;
  const endActivity = useRef<(() => void) | null>(null);

  // The options stay the same, since each change is a redraw.
  const latest = useLatest(props);

  const options = useMemo<CalendarOptions>(() => {
    function begin({ event }: { event: { extendedProps: Record<string, unknown> } }) {
      onStart();
      endActivity.current = beginActivity(changingOf(itemOf(event)?.appointment));
    }
    function end() {
      onStop();
      endActivity.current?.();
    }
    const isDraft = ({ id }: { id: string }) => id === DRAFT;
    function dropped(info: EventDropInfo | EventResizeDoneInfo) {
      const { event } = info;
      if (isDraft(event)) {
        if (isCancelled(info.jsEvent) || event.allDay) return info.revert();
        const [resource] = event.getResources();
        return latest.current.onSelectSlot({
          columnId: columnIdOf({ ...(resource ? { resource } : {}), startStr: event.startStr }),
          start: wallClock(event.startStr),
          end: wallClock(event.endStr),
        });
      }
      const item = itemOf(event);
      const to = droppedAt(info.event);
      // The board itself draws a drop that is accepted.
      if (isCancelled(info.jsEvent) || !item || !to || !onDrop(item, to)) info.revert();
    }
    const columnIdOf = (info: { resource?: { id: string }; dateStr?: string; startStr?: string }) =>
      info.resource?.id ?? (info.dateStr ?? info.startStr ?? '').slice(0, 10);
    const ofVisits: EventCallbacks = {
      eventContent(info) {
        const item = itemOf(info.event);
        if (info.isMirror) {
          const { startStr, endStr } = info.event;
          const [start, end] = [startStr, endStr].map((text) => minuteText(wallClock(text)));
          const times = (
            <b>
              <bdi className="block-time">{start}</bdi> – <bdi className="block-time">{end}</bdi>
            </b>
          );
          if (isDraft(info.event)) return draftText(info.event, times);
          const to = item && droppedAt(info.event);
          if (!item || !to) return times;
          return (
            <>
              {times} {item.heading}
              {warningsAt(item, to).map((text) => (
                <i key={text} className="block-warning">
                  {text}
                </i>
              ))}
            </>
          );
        }
        if (isDraft(info.event)) return draftText(info.event);
        return item ? blockText(item, blockLines(item, info), view) : null;
      },
      eventDidMount({ event, el, isMirror }) {
        if (isMirror) return;
        if (isDraft(event)) {
          el.dataset['draft'] = '';
          // A picture of what the form has, which is where keys change it: nothing to press.
          el.setAttribute('role', 'img');
        } else {
          el.dataset['appointment'] = event.id;
        }
        states.attach(event.id, el);
      },
      eventWillUnmount({ event, el }) {
        states.detach(event.id, el, el.matches(':focus'));
      },
      eventClick({ event }) {
        // Bands of taken time are not clickable.
        if (itemOf(event)) latest.current.onOpen(event.id);
      },
      eventDrop: dropped,
      eventResize: dropped,
    };
    const ofBands = onBands?.callbacks(isCancelled);
    const of = ({ extendedProps }: EventApi) => (ofBands && 'band' in extendedProps ? ofBands : ofVisits);
    return {
      ...calendarSettings,
      ...calendarTexts(),
      initialView: week ? 'timeGrid' : 'resourceTimeGrid',
      // A day has room for few blocks side by side: first what takes place, and the short, of which a long one would hide many.
      ...(week ? { eventOrder: 'calledOff,duration,start,id' } : {}),
      timeZone: zone,
      columnEventInnerClass: textClass,
      rowEventInnerClass: textClass,
      eventContent: (info: EventDisplayInfo) => of(info.event).eventContent(info),
      eventDidMount: (info) => of(info.event).eventDidMount(info),
      eventWillUnmount: (info) => of(info.event).eventWillUnmount(info),
      eventClick: (info) => of(info.event).eventClick(info),
      eventDragStart: begin,
      eventDragStop: end,
      eventResizeStart: begin,
      eventResizeStop: end,
      eventDrop: (info) => of(info.event).eventDrop(info),
      eventResize: (info) => of(info.event).eventResize(info),
      ...onBands?.behind,
      dateClick: (info: DateClickInfo) => {
        if (onBands?.takesClick(info.jsEvent.target)) return;
        const start = info.allDay ? null : wallClock(info.dateStr);
        latest.current.onSelectSlot({ columnId: columnIdOf(info), start, end: null });
      },
      select: (info: DateSelectInfo) => {
        info.view.calendar.unselect();
        latest.current.onSelectSlot({
          columnId: columnIdOf(info),
          start: info.allDay ? null : wallClock(info.startStr),
          end: info.allDay ? null : wallClock(info.endStr),
        });
      },
      dayHeaderContent({ date }) {
        const day = dateIn(zone, date.getTime());
        return <ColumnHeading id={day} title={shortDateText(day)} />;
      },
      resourceDayHeaderContent: ({ resource }) => <ColumnHeading id={resource.id} title={resource.title} />,
      dayHeaderDidMount: ({ el }) => el.removeAttribute('aria-hidden'),
      navLinks: week,
      navLinkDayClick: (date) => latest.current.onDay(dateIn(zone, date.getTime())),
    };
  }, [view, week, zone, states, latest, onDrop, warningsAt, onStart, onStop, isCancelled, onBands]);

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
      eventShortHeight={twoLines(props.hourHeight)}
      eventMaxStack={props.maxSideBySide}
      allDaySlot={withStays}
      selectable={canBook}
      editable={props.canMove}
      eventResourceEditable={props.canReassign}
    />
  );
  useLayoutEffect(() => {
    drawn.current = drag.frozen ?? calendar;
  });
  return drag.frozen ?? calendar;
});

/** The time and the column of a dragged block; null in the strip of stays. */
function droppedAt(event: EventDropInfo['event']): DroppedTime | null {
  const { start, end, allDay } = event;
  if (allDay || !start || !end) return null;
  const columnId = event.getResources()[0]?.id ?? null;
  return { start: start.toISOString(), end: end.toISOString(), columnId };
}

/** The block of the booking in the panel: the pet and the start, or while it is moved the times. */
function draftText({ extendedProps, startStr }: EventDropInfo['event'], times?: ReactNode): ReactNode {
  const heading: string = extendedProps['heading'];
  return (
    <>
      {times ?? <b>{heading}</b>} {times ? heading : minuteText(wallClock(startStr))}
    </>
  );
}

function minuteText(wall: string): string {
  const [hours, minutes] = wall.slice(11).split(':').map(Number);
  return timeText((hours ?? 0) * 60 + (minutes ?? 0));
}
