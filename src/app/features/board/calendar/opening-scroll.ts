import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLatest } from '#app/browser/use-latest.ts';
import type { BoardColumn } from '#app/features/board/model/board-columns.ts';
import type { BoardItem } from '#app/features/board/model/board-items.ts';
import { createDayClock, isInDay, minuteOfDay } from '#app/scheduling/calendar-day.ts';
import type { MinuteRange } from '#app/scheduling/interval.ts';
import type { BoardDensity, BoardView } from '#app/session/board-search.ts';

/** Minutes before now that are in view when the board opens and cannot show the whole day. */
const BEFORE_NOW = 45;

interface Opening {
  columns: readonly BoardColumn[];
  items: readonly BoardItem[];
  window: MinuteRange;
  /** In pixels. */
  hourHeight: number;
  height: number;
  /** Milliseconds since 1970. */
  now: number;
}

/** The minute after midnight that it is in the first column of today; undefined where the columns show other days. */
function presentMinute(columns: readonly BoardColumn[], now: number): number | undefined {
  const today = columns.map(({ zone, date }) => createDayClock(zone, date)).find((clock) => isInDay(clock, now));
  return today && minuteOfDay(today, now);
}

/** The minute at which the first store opens; the start of the window where no opening hours are known. */
function beginningOf(columns: readonly BoardColumn[], window: MinuteRange): number {
  const openings = columns.flatMap((column) => column.openings?.map(({ fromMinute }) => fromMinute) ?? []);
  return openings.length > 0 ? Math.min(...openings) : window.fromMinute;
}

/**
 * The pixels above what is in view when a day opens that does not fit: a little before now during opening hours, else
 * its beginning. Null where the day fits.
 */
function scrolledBy({ columns, items, window, hourHeight, height, now }: Opening): number | null {
  const present = presentMinute(columns, now);
  const left = present !== undefined && items.some((item) => item.stay === null && item.toMinute > present);
  const beginning = beginningOf(columns, window);
  // No scrolling where the beginning of the day and now are both in view.
  const nowInView = left && ((present + BEFORE_NOW - beginning) / 60) * hourHeight < height;
  const from = left && !nowInView ? present - BEFORE_NOW : beginning;
  const hours = (window.toMinute - window.fromMinute) / 60;
  return hours * hourHeight > height ? Math.max(0, ((from - window.fromMinute) / 60) * hourHeight) : null;
}

interface OpeningScrollInput extends Opening {
  view: BoardView;
  density: BoardDensity;
  /** Whether all of the day is loaded. */
  complete: boolean;
}

/**
 * Scrolls to where a day opens, once for each view and density; after that the user's scroll position is kept. Scrolling
 * forces a layout, so it is done only where needed. Returns the function to call when a calendar was drawn, which may be
 * later than the board, since its file may still be loading.
 */
export function useOpeningScroll(scroller: RefObject<HTMLElement | null>, input: OpeningScrollInput): () => void {
  const latest = useLatest(input);
  const openedAt = useRef<string | null>(null);
  const [open] = useState(() => () => {
    const element = scroller.current;
    const { view, density, complete } = latest.current;
    const opening = `${view} ${density}`;
    if (!complete || openedAt.current === opening || !element?.querySelector('[data-time]')) return;
    openedAt.current = opening;
    const top = scrolledBy(latest.current);
    if (top !== null) void element.scrollTo({ top });
    // A week that is wider than the screen opens at today.
    if (view === 'week')
      element.querySelector('[aria-current="date"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  useEffect(open);
  return open;
}
