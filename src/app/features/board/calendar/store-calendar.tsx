import '@fullcalendar/react/skeleton.css';
import FullCalendar, {
  type CalendarOptions,
  type DateClickInfo,
  type DateSelectInfo,
  type EventApi,
  type EventDisplayInfo,
  type EventDropInfo,
  type EventResizeDoneInfo,
} from '@fullcalendar/react';
import { type ReactElement, useLayoutEffect, useRef } from 'react';

import { useLatest } from '#app/browser/use-latest.ts';
import { type MoveTarget, useChanges } from '#app/changes/appointment-changes.ts';
import { beginActivity } from '#app/changes/presence.ts';
import { lazy } from '#app/components/lazy.tsx';
import { useBoard } from '#app/features/board/board-context.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import { contentKey } from '#app/features/board/plan/fresh-bands.ts';
import { useDesk } from '#app/session/use-desk.ts';
import { clockText } from '#app/text/time-text.ts';
import type { MinuteRange } from '#contract/interval.ts';
import { toColumnsView } from '#scheduling/board-day.ts';
import { addDays } from '#scheduling/calendar-day.ts';
import { useBlockDrag } from './block-drag.ts';
import { blockTextClass, countBlockLines, untruncatedTime } from './block-text.tsx';
import type { BoardEvent, EventData } from './board-events.ts';
import { twoLineHeight } from './calendar-layout.ts';
import { calendarSettings, calendarTexts, isBlockedTime, toResources } from './calendar-settings.ts';
import { ColumnHeading } from './column-heading.tsx';
import type { EventKinds, SelectedSlot } from './event-kinds.tsx';

const ColumnMenu = lazy({
  load: () => import('./column-menu.tsx').then((module) => module.ColumnMenu),
});

/** Stands in for the data of the event that FullCalendar creates for the time that is being selected. */
const SELECTION: EventData = { kind: 'selection', columnId: '', label: '' };

/** The data with which an event was created; see {@link BoardEvent}. */
const eventData = ({ extendedProps }: Pick<EventApi, 'extendedProps'>): EventData => ({
  ...SELECTION,
  ...extendedProps,
});

/** The classes of the element around a block's text, or around its times while the block is dragged. */
function textClass({ event, isMirror, isShort, isStart, isEnd }: EventDisplayInfo): string {
  const { item } = eventData(event);
  if (isMirror) return 'block-text dragged-text';
  return item ? blockTextClass(item, countBlockLines(item, { isShort, isWhole: isStart && isEnd })) : 'block-text';
}

/** Removes the seconds and the offset from a time in the calendar's zone: `2026-06-01T09:30`. */
function toWallClock(text: string): string {
  return text.slice(0, 16);
}

/** The time and column where an event was dropped; null if it was dropped on the strip of stays. */
function dropTarget(event: EventApi): MoveTarget | null {
  const { start, end, allDay } = event;
  if (allDay || !start || !end) return null;
  const columnId = event.getResources()[0]?.id ?? eventData(event).columnId;
  return { start: start.getTime(), end: end.getTime(), columnId };
}

export interface StoreCalendarProps {
  /** The columns that are not collapsed, with the hours that can be booked; at least one. */
  columns: readonly BoardColumn[];
  events: readonly BoardEvent[];
  kinds: EventKinds;
  /** The part of the day that is drawn. It begins and ends on a full hour. */
  window: MinuteRange;
  /** The height of an hour in pixels. */
  hourHeight: number;
  /** Whether any section has stays. If so, all sections show the strip, so that their hours align. */
  withStays: boolean;
  onSelectSlot: (slot: SelectedSlot) => void;
  /** Called when a block's element is added. */
  onBlock: (element: HTMLElement) => void;
}

/** One section of the board: a FullCalendar in the zone of its columns, whose event elements are the blocks. */
export function StoreCalendar(props: StoreCalendarProps) {
  const { columns, window } = props;
  const { choice, canBook } = useBoard();
  const { can } = useChanges();
  const { session } = useDesk();
  const view = toColumnsView(choice.view);
  const [first] = columns;
  const { zone = 'UTC', date = '' } = first ?? {};

  const drawn = useRef<ReactElement | null>(null);
  const { onStart, onStop, isCancelled, frozen } = useBlockDrag(drawn);
  const endActivity = useRef<(() => void) | null>(null);

  const latest = useLatest(props);
  function startDrag({ event }: { event: EventApi }) {
    onStart();
    const data = eventData(event);
    endActivity.current = beginActivity(latest.current.kinds[data.kind].activity?.(data) ?? null);
  }
  function endDrag() {
    onStop();
    endActivity.current?.();
  }
  function onDrop({ event, jsEvent, revert }: EventDropInfo | EventResizeDoneInfo) {
    const data = eventData(event);
    const to = dropTarget(event);
    // Reverts a drop that was cancelled or not accepted. An accepted move is drawn from the board's own data.
    if (isCancelled(jsEvent) || !to || !latest.current.kinds[data.kind].move?.(data, to)) revert();
  }
  /** Marks an element with its event, and as a stop for the arrow keys. */
  function markAsStop(event: EventApi, element: HTMLElement) {
    const { kind, item, band } = eventData(event);
    // The draft is not a stop, since keyboard users change it in the form.
    if (kind === 'draft') element.setAttribute('role', 'img');
    else element.dataset['stop'] = event.id;
    element.dataset['event'] = event.id;
    if (item) element.dataset['appointment'] = event.id;
    if (band) element.dataset['content'] = contentKey(band);
    latest.current.onBlock(element);
  }
  // The React compiler keeps this object as long as zone and view stay the same. Each new object causes a redraw.
  const options: CalendarOptions = {
    ...calendarSettings,
    ...calendarTexts(),
    timeZone: zone,
    columnEventInnerClass: textClass,
    rowEventInnerClass: textClass,
    eventContent({ event, isMirror, isShort, isStart, isEnd }) {
      const data = eventData(event);
      const { content, warnings } = latest.current.kinds[data.kind];
      const to = isMirror ? dropTarget(event) : null;
      if (to === null) return content?.({ ...data, title: event.title }, { isShort, isWhole: isStart && isEnd, view });
      const [start, end] = [to.start, to.end].map((instant) => clockText(zone, instant));
      return (
        <>
          <b>
            {untruncatedTime(start)} – {untruncatedTime(end)}
          </b>{' '}
          {event.title}
          {warnings?.(data, to).map((text) => (
            <i
              key={text}
              className="block-warning block bg-warn-soft font-semibold whitespace-normal text-warn not-italic"
            >
              {text}
            </i>
          ))}
        </>
      );
    },
    eventDidMount: ({ event, el, isMirror }) => (isMirror ? undefined : markAsStop(event, el)),
    backgroundEventContent({ event }) {
      const data = eventData(event);
      if (isBlockedTime(event))
        return latest.current.kinds[data.kind].content?.(
          { ...data, title: event.title },
          { isShort: false, isWhole: true, view },
        );
      return event.title === '' ? null : <div className="taken-name">{event.title}</div>;
    },
    backgroundEventDidMount({ event, el }) {
      if (!isBlockedTime(event)) return;
      el.setAttribute('role', 'button');
      markAsStop(event, el);
    },
    eventClick({ event }) {
      const data = eventData(event);
      latest.current.kinds[data.kind].open?.(data);
    },
    eventDragStart: startDrag,
    eventDragStop: endDrag,
    eventResizeStart: startDrag,
    eventResizeStop: endDrag,
    eventDrop: onDrop,
    eventResize: onDrop,
    dateClick({ resource, allDay, dateStr, jsEvent }: DateClickInfo) {
      // A press on blocked time behind appointments opens its entry instead (`eventClick`).
      if (!resource || (jsEvent.target instanceof Element && jsEvent.target.closest('[data-stop]'))) return;
      const start = allDay ? null : toWallClock(dateStr);
      latest.current.onSelectSlot({ columnId: resource.id, start, end: null });
    },
    select({ resource, allDay, startStr, endStr, view: { calendar } }: DateSelectInfo) {
      calendar.unselect();
      if (!resource) return;
      const [start, end] = allDay ? [null, null] : [toWallClock(startStr), toWallClock(endStr)];
      latest.current.onSelectSlot({ columnId: resource.id, start, end });
    },
    resourceDayHeaderContent: ({ resource }) => (
      <>
        <ColumnHeading id={resource.id} title={resource.title} />
        <ColumnMenu columnId={resource.id} title={resource.title} />
      </>
    ),
    dayHeaderDidMount: ({ el }) => el.removeAttribute('aria-hidden'),
  };

  const calendar = (
    <FullCalendar
      {...options}
      schedulerLicenseKey={session.calendarLicenseKey}
      visibleRange={{ start: date, end: addDays(date, 1) }}
      resources={toResources(columns)}
      events={props.events as BoardEvent[]}
      slotMinTime={`${window.fromMinute / 60}:00`}
      slotMaxTime={`${window.toMinute / 60}:00`}
      slotMinHeight={props.hourHeight}
      eventMinHeight={Math.floor(props.hourHeight / 4)}
      eventShortHeight={twoLineHeight(props.hourHeight)}
      allDaySlot={props.withStays}
      selectable={canBook}
      editable={can.has('start') && can.has('end')}
      eventResourceEditable={can.has(view === 'rooms' ? 'roomId' : 'employeeId')}
    />
  );
  useLayoutEffect(() => {
    drawn.current = frozen ?? calendar;
  });
  return frozen ?? calendar;
}
