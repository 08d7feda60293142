import type { EventInput } from '@fullcalendar/react';
import { runsFromLeft } from '#app/language/line-direction.ts';
import { addDays, MINUTES_OF_DAY, weekdayOf } from '#app/scheduling/calendar-day.ts';
import type { MinuteRange } from '#app/scheduling/interval.ts';
import { occupies, recedes, takenTime } from '#app/scheduling/visit.ts';
import { isMovable } from './board-changes.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem, BoardView } from './board-items.ts';

/** The least time that a block covers, so that what has no length can be seen and clicked. */
const MIN_MS = 15 * 60_000;

/** The longest visit, in minutes, whose text is in sight whenever most of its block is. */
const MAX_MINUTES_IN_SIGHT = 60;

/** The calendar compares its events one by one: an item that did not change must be the very same event. */
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

/** The column of an event in views whose columns are not days; the days of a week have none. */
function resourceOf(item: BoardItem, view: BoardView): { resourceId?: string } {
  return view === 'week' ? {} : { resourceId: item.columnId };
}

function classesOf(item: BoardItem, ...names: string[]): string {
  const left = runsFromLeft(item.heading) ? ['from-left'] : [];
  return [item.look.tint, ...(recedes(item.appointment) ? ['receding'] : []), ...left, ...names].join(' ');
}

/** A block on the hours. */
function visitOf(item: BoardItem, view: BoardView): EventInput {
  const { start, end } = takenTime(item.appointment);
  // What has no length is drawn with the least one, which must not reach into the next day.
  const from = item.oddEnd ? start - Math.max(0, item.fromMinute - (MINUTES_OF_DAY - 15)) * 60_000 : start;
  return {
    id: item.appointment.id,
    ...resourceOf(item, view),
    start: from,
    end: item.oddEnd ? from + MIN_MS : end,
    ...(isMovable(item) ? {} : { editable: false }),
    className: item.toMinute - item.fromMinute > MAX_MINUTES_IN_SIGHT ? classesOf(item, 'tall') : classesOf(item),
  };
}

/** A bar in the strip above the hours, over all its days. */
function stayOf(item: BoardItem, view: BoardView, dates: StayDates): EventInput {
  return {
    id: item.appointment.id,
    ...resourceOf(item, view),
    start: dates.first,
    end: addDays(dates.last, 1),
    allDay: true,
    editable: false,
    className: classesOf(item),
  };
}

/** Time that is taken, without a text. */
function takenOf(item: BoardItem, view: BoardView, kind: 'stay' | 'hidden'): EventInput {
  const { start, end } = takenTime(item.appointment);
  return {
    id: `${kind} ${item.appointment.id}`,
    ...resourceOf(item, view),
    start,
    end,
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
  /** Those that are drawn. */
  items: readonly BoardItem[];
  /** Those that are left out, but whose time is not free for that. */
  hiddenItems: readonly BoardItem[];
  /** The days on which a stay is in the strip. */
  stayDates: (item: BoardItem) => StayDates;
}

/** The calendar's events of a section: blocks, stays, and bands where time is taken by what has no block there. */
export function eventsOf({ view, items, hiddenItems, stayDates }: EventSources): EventInput[] {
  return [
    ...items.map((item) =>
      remembered(visits, item, () => (item.stay === null ? visitOf(item, view) : stayOf(item, view, stayDates(item)))),
    ),
    // A day of a week is not taken by a stay, nor is a room that is none.
    ...items
      .filter((item) => view !== 'week' && item.stay !== null && occupies(item.appointment))
      .filter((item) => view !== 'rooms' || item.appointment.roomId !== null)
      .map((item) => remembered(bands, item, () => takenOf(item, view, 'stay'))),
    ...hiddenItems
      .filter((item) => occupies(item.appointment))
      .map((item) => remembered(hidden, item, () => takenOf(item, view, 'hidden'))),
  ];
}

function clockText(minute: number): string {
  const whole = Math.round(minute);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * Opening hours as the calendar takes them. A closed day needs an empty stretch, since no hours at all mean open throughout;
 * where nobody says when a store is open, nothing is shaded.
 */
export function businessHoursOf(days: readonly { date: string; openings: readonly MinuteRange[] | null }[]) {
  if (days.every(({ openings }) => openings === null)) return false;
  return days.flatMap(({ date, openings }) => {
    const daysOfWeek = [weekdayOf(date) % 7];
    const hours = openings ?? [{ fromMinute: 0, toMinute: MINUTES_OF_DAY }];
    if (hours.length === 0) return [{ daysOfWeek, startTime: '00:00', endTime: '00:00' }];
    return hours.map(({ fromMinute, toMinute }) => ({
      daysOfWeek,
      startTime: clockText(fromMinute),
      endTime: clockText(toMinute),
    }));
  });
}

/** The calendar's resources: a column each, with the hours in which it is open. */
export function resourcesOf(columns: readonly BoardColumn[]) {
  return columns.map((column) => ({
    id: column.id,
    title: column.title,
    businessHours: businessHoursOf([column]),
  }));
}

/** The most blocks that stand side by side in any of the columns. */
export function mostSideBySide(items: readonly BoardItem[]): number {
  const edges = items
    .filter((item) => item.stay === null)
    .flatMap((item) => {
      const to = Math.max(item.toMinute, item.fromMinute + 15);
      return [
        { columnId: item.columnId, minute: item.fromMinute, step: 1 },
        { columnId: item.columnId, minute: to, step: -1 },
      ];
    })
    // What ends makes room before what begins.
    .sort((one, other) => one.minute - other.minute || one.step - other.step);
  const open = new Map<string, number>();
  let most = 0;
  for (const { columnId, step } of edges) {
    const count = (open.get(columnId) ?? 0) + step;
    open.set(columnId, count);
    most = Math.max(most, count);
  }
  return most;
}
