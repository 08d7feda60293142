import { MINUTES_OF_DAY } from '#app/components/day-clock.ts';
import { timeText } from '#app/components/time-format.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';

/**
 * The calendar engine is given one day that stands for all: every column, whatever its date and zone, is laid on the same
 * 24 wall-clock hours, where `placeOnDay` has put its blocks. So another day is other events on the same axis, and stores
 * of several zones, or the days of a week, stand side by side.
 */
export const AXIS_DAY = Date.UTC(2001, 0, 1);
/** The axis day is a Monday, in the engine's numbers 0 (Sunday) to 6. */
const AXIS_WEEKDAY = 1;
const OTHER_WEEKDAY = 3;

const MS_OF_MINUTE = 60_000;

/** The engine's event of an item; the same object for the same item, so that nothing changes without cause. */
const events = new WeakMap<BoardItem, ReturnType<typeof createEvent>>();

function createEvent(item: BoardItem) {
  return {
    id: item.key,
    resourceId: item.columnId,
    start: AXIS_DAY + item.fromMinute * MS_OF_MINUTE,
    end: AXIS_DAY + item.toMinute * MS_OF_MINUTE,
    allDay: false,
    title: '',
  };
}

/** The events for the calendar engine, in the order of the items. */
export function eventsOf(items: readonly BoardItem[]) {
  return items.map((item) => {
    const known = events.get(item);
    if (known) return known;
    const event = createEvent(item);
    events.set(item, event);
    return event;
  });
}

function clockTime(minute: number): string {
  const whole = Math.min(Math.round(minute), MINUTES_OF_DAY);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}:00`;
}

/** The resources for the calendar engine, with the opening hours of each. */
export function resourcesOf(columns: readonly BoardColumn[]) {
  return columns.map((column) => ({
    id: column.id,
    title: column.title,
    ...(column.openings === null ? {} : { businessHours: businessHours(column.openings) }),
  }));
}

function businessHours(openings: NonNullable<BoardColumn['openings']>) {
  // A closed day is said by hours of another day, since no hours at all would mean open throughout.
  if (openings.length === 0) return [{ daysOfWeek: [OTHER_WEEKDAY], startTime: '00:00:00', endTime: '00:01:00' }];
  return openings.map((opening) => ({
    daysOfWeek: [AXIS_WEEKDAY],
    startTime: clockTime(opening.fromMinute),
    endTime: clockTime(opening.toMinute),
  }));
}

/** The text at an hour of the axis. */
export function axisText(ms: number): string {
  return timeText(ms / MS_OF_MINUTE);
}
