import { type RefObject, useLayoutEffect, useState } from 'react';
import type { BoardDensity } from '#app/addresses/board-search.ts';
import type { BoardColumn, BoardSection } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { type MinuteRange, minutesOverlap } from '#contract/interval.ts';
import { MINUTES_PER_DAY } from '#scheduling/calendar-day.ts';

// How the calendars use their space: which hours are drawn, their height, and the width of columns.

const HOUR_MINUTES = 60;
/** The hours that are drawn if no opening hours are known, or no store is open. */
const USUAL_HOURS: MinuteRange = { fromMinute: 8 * HOUR_MINUTES, toMinute: 18 * HOUR_MINUTES };
export const WHOLE_DAY: MinuteRange = { fromMinute: 0, toMinute: MINUTES_PER_DAY };

/** The height of an hour in pixels in the comfortable density. */
const COMFORTABLE_HOUR_HEIGHT = 76;
/** The smallest height of an hour in pixels at which a 15-minute appointment has a legible line. */
const MIN_HOUR_HEIGHT = 48;

/** The longest stretch without appointments that is drawn in order to show the next appointment. */
const MAX_GAP = 2 * HOUR_MINUTES;

/** The minutes an appointment covers on the calendar: at least one, even if it has no duration. */
export function coveredMinutes({ fromMinute, toMinute }: BoardItem): MinuteRange {
  return { fromMinute, toMinute: Math.max(toMinute, fromMinute + 1) };
}

function extraMinutes(range: MinuteRange, window: MinuteRange): number {
  return Math.max(0, window.fromMinute - range.fromMinute) + Math.max(0, range.toMinute - window.toMinute);
}

/** The minutes between an appointment and the window; negative if they overlap. */
function gapBetween(range: MinuteRange, window: MinuteRange): number {
  return Math.max(window.fromMinute - range.toMinute, range.fromMinute - window.toMinute);
}

function distanceBetween(range: MinuteRange, window: MinuteRange): number {
  return Math.max(0, gapBetween(range, window));
}

/** The whole hours that cover all of the ranges. */
export function toWholeHours(ranges: readonly MinuteRange[]): MinuteRange {
  const from = Math.min(...ranges.map(({ fromMinute }) => fromMinute));
  const to = Math.max(...ranges.map(({ toMinute }) => toMinute));
  return {
    fromMinute: Math.floor(from / HOUR_MINUTES) * HOUR_MINUTES,
    toMinute: Math.min(Math.ceil(to / HOUR_MINUTES) * HOUR_MINUTES, MINUTES_PER_DAY),
  };
}

/**
 * The hours to draw: the opening hours of all columns (usual hours if none are known), widened to earlier and later
 * appointments, nearest first, as long as everything fits into `height` pixels. An appointment far from the others,
 * such as an emergency at midnight, does not add a stretch of empty hours, however high the screen is. Stays do not
 * count, since they have their own strip.
 *
 * @param drawn the hours that are already drawn and must stay
 */
export function chooseDayWindow(
  columns: readonly BoardColumn[],
  items: readonly BoardItem[],
  { height, drawn }: { height: number; drawn: MinuteRange | null },
): MinuteRange {
  const openings = columns.flatMap((column) => column.openings ?? []);
  const day = toWholeHours([...(drawn ? [drawn] : []), ...(openings.length > 0 ? openings : [USUAL_HOURS])]);
  const visits = items
    .filter(({ stay }) => stay === null)
    .map(coveredMinutes)
    .filter((visit) => extraMinutes(visit, day) > 0)
    // Nearest first, since an appointment that widens the window may bring it close enough to the next one.
    .sort((a, b) => distanceBetween(a, day) - distanceBetween(b, day) || extraMinutes(a, day) - extraMinutes(b, day));
  const maxExtra = Math.floor(height / MIN_HOUR_HEIGHT) * HOUR_MINUTES - (day.toMinute - day.fromMinute);
  return visits.reduce((window, visit) => {
    const wider = toWholeHours([window, visit]);
    return extraMinutes(wider, day) <= maxExtra && gapBetween(visit, window) <= MAX_GAP ? wider : window;
  }, day);
}

/** Whether an appointment is drawn in a range of hours; false for a stay, which is in the strip. */
export function takesTimeIn(item: BoardItem, range: MinuteRange): boolean {
  return item.stay === null && minutesOverlap(coveredMinutes(item), range);
}

/** Whether an appointment lies completely outside the window, so that it is not drawn. */
export function isOutsideWindow(item: BoardItem, window: MinuteRange): boolean {
  return item.stay === null && !takesTimeIn(item, window);
}

/**
 * The height of an hour in pixels. It is a whole number, as is every movement of the mouse, so that a block is dropped
 * exactly at the pointer. With the density `fit`, the window fills `height` unless a quarter of an hour would become
 * illegible.
 */
export function hourPixels(density: BoardDensity, window: MinuteRange, height: number): number {
  if (density === 'comfortable') return COMFORTABLE_HOUR_HEIGHT;
  const hours = (window.toMinute - window.fromMinute) / HOUR_MINUTES;
  return Math.max(MIN_HOUR_HEIGHT, Math.floor(height / hours));
}

/**
 * The smallest height in pixels of a block with two lines. A line is as high as a quarter of an hour, but at most 16
 * pixels.
 */
export function twoLineHeight(hourHeight: number): number {
  return 2 * Math.min(16, hourHeight / 4 - 1);
}

/** The width of the hour axis, in pixels. */
const AXIS = 52;
/** The width of the narrowest column in which two blocks side by side are readable, in pixels. */
const MIN_COLUMN_WIDTH = 148;
/** The height of a section's name, in pixels. */
const NAME_HEIGHT = 20;
/** The height of the column headings, in pixels. */
const HEADINGS_HEIGHT = 25;
/** The height of a line of stays with the gap above it, in pixels. */
const STAY_HEIGHT = 19;
/** The extra height of the last line if it is the button for further stays, in pixels. */
const MORE_STAYS_HEIGHT = 6;
/** The height of the gap below the last line of stays, in pixels. */
const STRIP_GAP = 1;
/** The height of the border below that gap, in pixels. */
const STRIP_EDGE = 1;
/** The maximum number of lines of stays. Beyond it, the last line is a button that lists the remaining ones. */
export const MAX_STAY_LINES = 4;

/** The usual width of the navigation beside the board, in pixels. */
const RAIL = 80;
/** The usual height of the header, the line of notices and the filters together, in pixels. */
const ROWS_ABOVE = 48 + 28 + 40;
/** The usual height of the column pager, the status bar and the tab bar on a phone together, in pixels. */
const PHONE_ROWS = 44 + 28 + 56;
/** The usual height of a horizontal scrollbar, in pixels. */
const SCROLLBAR = 15;

/** The height in pixels that the browser window usually leaves for the calendars. */
function usualHeight(columns: readonly BoardColumn[], isPhone: boolean): number {
  const { innerWidth = 0, innerHeight = 0 } = globalThis;
  if (isPhone) return innerHeight - ROWS_ABOVE - PHONE_ROWS;
  const sections = new Set(columns.map(({ sectionId }) => sectionId)).size;
  const width = columns.length * MIN_COLUMN_WIDTH + sections * AXIS;
  return innerHeight - ROWS_ABOVE - (width > innerWidth - RAIL ? SCROLLBAR : 0);
}

interface CalendarHeight {
  /** In pixels, without the scrollbar. */
  pixels: number;
  /** Whether the height is measured. Until then, `pixels` is the usual height. */
  isMeasured: boolean;
}

/**
 * The height of the calendars. It is measured after the first layout, since forcing a layout earlier is slow.
 * FullCalendar measures its hours at the same time, so no block is drawn before that: otherwise each would be drawn
 * twice, the first time in the wrong place.
 */
export function useHeight(
  element: RefObject<HTMLElement | null>,
  columns: readonly BoardColumn[],
  isPhone: boolean,
): CalendarHeight {
  const [height, setHeight] = useState(() => ({ pixels: usualHeight(columns, isPhone), isMeasured: false }));
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const pixels = Math.round(entry?.contentRect.height ?? 0);
      setHeight((before) => (before.isMeasured && before.pixels === pixels ? before : { pixels, isMeasured: true }));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/**
 * The height of the strip of stays in pixels; 0 as long as the day has had no stays. It grows with the number of stays but does
 * not shrink on the same day, so that a colleague's change moves the hours under the pointer only if a stay would otherwise be
 * hidden.
 *
 * @param day identifies the shown day; another day starts with its own height
 */
export function useStripHeight(day: string, items: readonly BoardItem[]): number {
  const [last, setLast] = useState({ day, height: 0 });
  const stays = new Map<string, number>();
  for (const { stay, columnId } of items) if (stay !== null) stays.set(columnId, (stays.get(columnId) ?? 0) + 1);
  const lines = Math.max(0, ...stays.values());
  const needed =
    Math.min(MAX_STAY_LINES, lines) * STAY_HEIGHT +
    (lines > MAX_STAY_LINES ? MORE_STAYS_HEIGHT : 0) +
    (lines > 0 ? STRIP_GAP : 0);
  const height = last.day === day ? Math.max(last.height, needed) : needed;
  if (last.day !== day || last.height !== height) setLast({ day, height });
  return height;
}

/** The height in pixels that remains for the hours. */
export function heightForHours(sections: readonly BoardSection[], height: number, stripHeight: number): number {
  const named = sections.some(({ name }) => name !== '');
  return height - (named ? NAME_HEIGHT : 0) - HEADINGS_HEIGHT - (stripHeight > 0 ? stripHeight + STRIP_EDGE : 0);
}

/** The CSS `flex` of a section with this number of columns. */
export function sectionFlex(columns: number): string {
  return `${columns} 0 ${columns * MIN_COLUMN_WIDTH + AXIS}px`;
}
