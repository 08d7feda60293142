import { MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import type { MinuteRange } from '#app/scheduling/interval.ts';
import type { BoardColumn } from './board-columns.ts';
import type { BoardItem } from './board-items.ts';
import type { BoardDensity } from './board-views.ts';

/** The part of the day that the hours of the board show; whole hours. */
export type DayWindow = MinuteRange;

const HOUR = 60;
/** Where no store says when it is open, or none is. */
const USUAL_HOURS: DayWindow = { fromMinute: 8 * HOUR, toMinute: 18 * HOUR };
export const WHOLE_DAY: DayWindow = { fromMinute: 0, toMinute: MINUTES_OF_DAY };

/** Pixels of an hour in comfort, and the fewest in which a visit of a quarter of an hour has a legible line. */
const COMFORTABLE_HOUR = 76;
const LEAST_HOUR = 48;

/**
 * The hours that matter: the opening hours of all columns, or a usual day where nobody says them, widened to the first and the
 * last visit. Stays do not count: they lie in a strip of their own.
 *
 * @param drawn the hours that are on the screen already, of which none is taken away
 */
export function dayWindow(
  columns: readonly BoardColumn[],
  items: readonly BoardItem[],
  drawn: DayWindow | null = null,
): DayWindow {
  const openings = columns.flatMap((column) => column.openings ?? []);
  const ranges = [
    ...(drawn ? [drawn] : []),
    ...(openings.length > 0 ? openings : [USUAL_HOURS]),
    ...items.filter((item) => item.stay === null),
  ];
  const from = Math.min(...ranges.map(({ fromMinute }) => fromMinute));
  const to = Math.max(...ranges.map(({ toMinute }) => toMinute));
  return {
    fromMinute: Math.floor(from / HOUR) * HOUR,
    toMinute: Math.min(Math.ceil(to / HOUR) * HOUR, MINUTES_OF_DAY),
  };
}

/** Pixels of an hour, so that the window fills `height` pixels where that leaves a quarter of an hour legible. */
export function hourPixels(density: BoardDensity, window: DayWindow, height: number): number {
  if (density === 'comfortable') return COMFORTABLE_HOUR;
  const hours = (window.toMinute - window.fromMinute) / HOUR;
  return Math.max(LEAST_HOUR, Math.floor((height / hours) * 4) / 4);
}
