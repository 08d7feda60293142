import { useMemo, useState } from 'react';
import type { BoardDensity } from '#app/features/board/board-views.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import type { MinuteRange } from '#app/scheduling/interval.ts';

/** The range of hours that the board draws; whole hours. */
export type DayWindow = MinuteRange;

const HOUR = 60;
/** Drawn where no opening hours are known, or no store is open. */
const USUAL_HOURS: DayWindow = { fromMinute: 8 * HOUR, toMinute: 18 * HOUR };
export const WHOLE_DAY: DayWindow = { fromMinute: 0, toMinute: MINUTES_OF_DAY };

/**
 * The height of an hour in pixels: that of the comfortable density, and the smallest at which a visit of a quarter of
 * an hour has a legible line.
 */
const COMFORTABLE_HOUR = 76;
const MIN_HOUR = 48;

/** The longest time without visits that is drawn to show a visit before or after it. */
const MAX_GAP = 2 * HOUR;

/** The minutes that a visit is drawn on, at least one even without a duration. */
function drawnMinutes({ fromMinute, toMinute }: BoardItem): MinuteRange {
  return { fromMinute, toMinute: Math.max(toMinute, fromMinute + 1) };
}

function beyond(range: MinuteRange, window: DayWindow): number {
  return Math.max(0, window.fromMinute - range.fromMinute) + Math.max(0, range.toMinute - window.toMinute);
}

/** The time between a visit and the window; negative where it is in it. */
function gap(range: MinuteRange, window: DayWindow): number {
  return Math.max(window.fromMinute - range.toMinute, range.fromMinute - window.toMinute);
}

function distance(range: MinuteRange, window: DayWindow): number {
  return Math.max(0, gap(range, window));
}

function wholeHours(ranges: readonly MinuteRange[]): DayWindow {
  const from = Math.min(...ranges.map(({ fromMinute }) => fromMinute));
  const to = Math.max(...ranges.map(({ toMinute }) => toMinute));
  return {
    fromMinute: Math.floor(from / HOUR) * HOUR,
    toMinute: Math.min(Math.ceil(to / HOUR) * HOUR, MINUTES_OF_DAY),
  };
}

/**
 * The hours to draw: the opening hours of all columns, or a usual day where none are known, widened to earlier and
 * later visits, the nearest first, as long as the whole fits into `height` pixels. An emergency at midnight does not add
 * a row of empty hours, however high the screen is. Stays do not count: they have a strip of their own.
 *
 * @param drawn the hours that are drawn already, none of which is taken away
 */
export function dayWindow(
  columns: readonly BoardColumn[],
  items: readonly BoardItem[],
  { height, drawn }: { height: number; drawn: DayWindow | null },
): DayWindow {
  const openings = columns.flatMap((column) => column.openings ?? []);
  const day = wholeHours([...(drawn ? [drawn] : []), ...(openings.length > 0 ? openings : [USUAL_HOURS])]);
  const visits = items
    .filter(({ stay }) => stay === null)
    .map(drawnMinutes)
    // One that overlaps the day may bring it nearer to another.
    .sort((one, other) => distance(one, day) - distance(other, day) || beyond(one, day) - beyond(other, day));
  const most = Math.floor(height / MIN_HOUR) * HOUR - (day.toMinute - day.fromMinute);
  return visits.reduce((window, visit) => {
    const wider = wholeHours([window, visit]);
    return beyond(wider, day) <= most && gap(visit, window) <= MAX_GAP ? wider : window;
  }, day);
}

/** Whether a visit is drawn in a range of hours; false for a stay, which is in its strip. */
export function takesTimeIn(item: BoardItem, range: MinuteRange): boolean {
  return item.stay === null && item.fromMinute < range.toMinute && drawnMinutes(item).toMinute > range.fromMinute;
}

/** Whether a visit lies wholly outside the window, so that it is not drawn. */
export function isFolded(item: BoardItem, window: DayWindow): boolean {
  return item.stay === null && !takesTimeIn(item, window);
}

/**
 * The height of an hour in whole pixels, in which a mouse moves, so that a block is dropped where its pointer is: the
 * window fills `height` unless a quarter of an hour would become illegible.
 */
export function hourPixels(density: BoardDensity, window: DayWindow, height: number): number {
  if (density === 'comfortable') return COMFORTABLE_HOUR;
  const hours = (window.toMinute - window.fromMinute) / HOUR;
  return Math.max(MIN_HOUR, Math.floor(height / hours));
}

interface DayWindowInput {
  /** Names the shown day, so that another one begins anew. */
  day: string;
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  /** Those whose hours are unfolded. */
  needed: readonly BoardItem[];
  height: number;
}

/**
 * The hours that the board draws. They do not move under the pointer: on the same day none is taken away, whatever
 * others book and cancel.
 */
export function useDayWindow({ day, columns, items, needed, height }: DayWindowInput) {
  const [last, setLast] = useState<{ day: string; window: DayWindow } | null>(null);
  const drawn = last?.day === day ? last.window : null;
  const hours = useMemo(() => dayWindow(columns, items, { height, drawn }), [columns, items, height, drawn]);
  const isSame = drawn?.fromMinute === hours.fromMinute && drawn.toMinute === hours.toMinute;
  if (!isSame) setLast({ day, window: hours });

  const [unfoldedDay, setUnfoldedDay] = useState<string | null>(null);
  const unfold = () => setUnfoldedDay(day);
  const window = unfoldedDay === day ? WHOLE_DAY : isSame ? drawn : hours;
  if (needed.some((item) => isFolded(item, window))) unfold();
  return { window, unfold };
}
