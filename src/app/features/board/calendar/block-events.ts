import type {
  EventClickInfo,
  EventDisplayInfo,
  EventDropInfo,
  EventInput,
  EventResizeDoneInfo,
  MountInfo,
} from '@fullcalendar/react';
import type { ReactNode } from 'react';
import { type BoardItem, isMovable, MIN_MINUTES } from '#app/features/board/model/board-items.ts';
import { addDays, MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { isDimmed, takenTime } from '#app/scheduling/visit.ts';
import type { BoardView } from '#app/session/board-search.ts';
import { occupies } from '#contract/appointment-rules.ts';

/** What FullCalendar asks of an event that is a block, and tells of it. */
export interface EventCallbacks {
  eventContent: (info: EventDisplayInfo) => ReactNode;
  eventDidMount: (info: MountInfo<EventDisplayInfo>) => void;
  eventWillUnmount: (info: MountInfo<EventDisplayInfo>) => void;
  eventClick: (info: EventClickInfo) => void;
  eventDrop: (info: EventDropInfo) => void;
  eventResize: (info: EventResizeDoneInfo) => void;
}

/** Blocks of longer visits, in minutes, keep their text in view while they are scrolled. */
const MAX_MINUTES_IN_SIGHT = 60;

/** FullCalendar compares events by identity: an unchanged item must keep its event object. */
const visits = new WeakMap<BoardItem, EventInput>();
const bands = new WeakMap<BoardItem, EventInput>();
const hidden = new WeakMap<BoardItem, EventInput>();

function remembered(known: WeakMap<BoardItem, EventInput>, item: BoardItem, make: (item: BoardItem) => EventInput) {
  let event = known.get(item);
  if (event === undefined) {
    event = make(item);
    known.set(item, event);
  }
  return event;
}

/** The column of an event, in views whose columns are not days. */
function resourceOf(item: BoardItem, view: BoardView): { resourceId?: string } {
  return view === 'week' ? {} : { resourceId: item.columnId };
}

function classesOf(item: BoardItem, ...names: string[]): string {
  return [item.display.tint, ...(isDimmed(item.appointment) ? ['dimmed'] : []), ...names].join(' ');
}

/**
 * The time that an item covers in its column: one without a duration has the shortest one, which must not extend into
 * the next day.
 */
function coveredTime(item: BoardItem): Interval {
  const { start, end } = takenTime(item.appointment);
  if (item.oddEnd === null) return { start, end };
  const from = start - Math.max(0, item.fromMinute - (MINUTES_OF_DAY - MIN_MINUTES)) * 60_000;
  return { start: from, end: from + MIN_MINUTES * 60_000 };
}

/** A block on the hours. */
function visitOf(item: BoardItem, view: BoardView): EventInput {
  const minutes = item.toMinute - item.fromMinute;
  return {
    id: item.appointment.id,
    ...resourceOf(item, view),
    ...coveredTime(item),
    item,
    // For their order (`eventOrder`).
    calledOff: isDimmed(item.appointment) ? 1 : 0,
    ...(isMovable(item) ? {} : { editable: false }),
    className: classesOf(item, ...(minutes > MAX_MINUTES_IN_SIGHT ? ['tall'] : [])),
  };
}

/** A stay: a bar in the strip above the hours, over all its days. */
function stayOf(item: BoardItem, view: BoardView, dates: StayDates): EventInput {
  return {
    id: item.appointment.id,
    ...resourceOf(item, view),
    start: dates.first,
    end: addDays(dates.last, 1),
    allDay: true,
    editable: false,
    item,
    className: classesOf(item),
  };
}

/** A band of taken time, without text. */
function takenOf(item: BoardItem, view: BoardView, kind: 'stay' | 'hidden'): EventInput {
  const { start, end } = coveredTime(item);
  return {
    id: `${kind} ${item.appointment.id}`,
    ...resourceOf(item, view),
    start,
    // As high as a block of it would be at least, which ends with the day.
    end: Math.max(end, start + Math.min(MIN_MINUTES, MINUTES_OF_DAY - item.fromMinute) * 60_000),
    display: 'background',
    className: `taken-${kind}`,
  };
}

interface StayDates {
  /** `YYYY-MM-DD` of the store. */
  first: string;
  last: string;
}

interface EventSources {
  view: BoardView;
  /** The items that are drawn. */
  items: readonly BoardItem[];
  /** Items that are filtered out; their time is still taken. */
  hiddenItems: readonly BoardItem[];
  /** The days of the strip for stays. */
  stayDates: (item: BoardItem) => StayDates;
}

/**
 * The FullCalendar events of a section: blocks, stays, and bands where time is taken by an appointment without a block
 * there.
 */
export function eventsOf({ view, items, hiddenItems, stayDates }: EventSources): EventInput[] {
  return [
    ...items.map((item) =>
      remembered(visits, item, () => (item.stay === null ? visitOf(item, view) : stayOf(item, view, stayDates(item)))),
    ),
    // A stay does not take a day of a week, nor the column "No room".
    ...items
      .filter((item) => view !== 'week' && item.stay !== null && occupies(item.appointment))
      .filter((item) => view !== 'rooms' || item.appointment.roomId !== null)
      .map((item) => remembered(bands, item, () => takenOf(item, view, 'stay'))),
    ...hiddenItems
      .filter((item) => occupies(item.appointment))
      .map((item) => remembered(hidden, item, () => takenOf(item, view, 'hidden'))),
  ];
}
