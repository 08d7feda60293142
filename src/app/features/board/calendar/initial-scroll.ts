import { type RefObject, useEffect, useRef } from 'react';
import type { BoardDensity } from '#app/addresses/board-search.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { includes, type MinuteRange } from '#contract/interval.ts';
import type { ColumnsView } from '#scheduling/board-day.ts';
import { createDayClock, minuteOfDay } from '#scheduling/calendar-day.ts';

/** How many minutes before the current time are in view when the calendar opens on a day that does not fit. */
const MINUTES_BEFORE_NOW = 45;

interface InitialScrollInput {
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  window: MinuteRange;
  /** The height of an hour in pixels. */
  hourHeight: number;
  height: number;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * The initial scroll position in pixels for a day that does not fit: a little before the current time while
 * appointments remain, otherwise the first opening time. Null if the day fits.
 */
function initialScrollTop({ columns, items, window, hourHeight, height, now }: InitialScrollInput): number | null {
  const toPixels = (minutes: number) => (minutes / 60) * hourHeight;
  if (toPixels(window.toMinute - window.fromMinute) <= height) return null;
  const openings = columns.flatMap((column) => column.openings?.map(({ fromMinute }) => fromMinute) ?? []);
  const beginning = openings.length > 0 ? Math.min(...openings) : window.fromMinute;
  const today = columns.map(({ zone, date }) => createDayClock(zone, date)).find((clock) => includes(clock, now));
  const currentMinute = today === undefined ? null : minuteOfDay(today, now);
  const isGoingOn = currentMinute !== null && items.some((item) => item.stay === null && item.toMinute > currentMinute);
  // Scrolls to the current time only if it would be out of view with the first opening time at the top.
  const from =
    isGoingOn && toPixels(currentMinute + MINUTES_BEFORE_NOW - beginning) >= height
      ? currentMinute - MINUTES_BEFORE_NOW
      : beginning;
  return Math.max(0, toPixels(from - window.fromMinute));
}

interface UseInitialScrollInput extends InitialScrollInput {
  view: ColumnsView;
  density: BoardDensity;
  /** Whether the whole day is loaded. */
  isComplete: boolean;
}

/** Scrolls to the initial position of a day, once per view and density. After that the user's scroll position stays. */
export function useInitialScroll(scroller: RefObject<HTMLElement | null>, input: UseInitialScrollInput): void {
  const openedAs = useRef<string | null>(null);
  useEffect(() => {
    const opening = `${input.view} ${input.density}`;
    if (!input.isComplete || input.height <= 0 || openedAs.current === opening) return;
    openedAs.current = opening;
    const top = initialScrollTop(input);
    if (top !== null) scroller.current?.scrollTo({ top });
  });
}
