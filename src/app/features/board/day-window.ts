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
const MIN_HOUR = 48;

/** What a visit takes of the day: what has no length is drawn, too. */
function takenBy({ fromMinute, toMinute }: BoardItem): MinuteRange {
  return { fromMinute, toMinute: Math.max(toMinute, fromMinute + 1) };
}

function beyond(range: MinuteRange, window: DayWindow): number {
  return Math.max(0, window.fromMinute - range.fromMinute) + Math.max(0, range.toMinute - window.toMinute);
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
 * The hours that matter: the opening hours of all columns, or a usual day where nobody says them, widened to the visits before
 * and after as long as the whole of it fits `height` pixels, the nearest first: an emergency at midnight must not make the day
 * a long grey one. Stays do not count: they lie in a strip of their own.
 *
 * @param drawn the hours that are on the screen already, of which none is taken away
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
    .map(takenBy)
    .sort((one, other) => beyond(one, day) - beyond(other, day));
  const most = Math.floor(height / MIN_HOUR) * HOUR - (day.toMinute - day.fromMinute);
  return visits.reduce((window, visit) => {
    const wider = wholeHours([window, visit]);
    return beyond(wider, day) <= most ? wider : window;
  }, day);
}

/** Whether a visit takes any of a part of the day; a stay, which is in its strip whatever the hours, takes none. */
export function takesOf(item: BoardItem, range: MinuteRange): boolean {
  return item.stay === null && item.fromMinute < range.toMinute && takenBy(item).toMinute > range.fromMinute;
}

/** Whether nothing of a visit is within the window, so that it is not drawn. */
export function isFolded(item: BoardItem, window: DayWindow): boolean {
  return item.stay === null && !takesOf(item, window);
}

/** Pixels of an hour, so that the window fills `height` pixels where that leaves a quarter of an hour legible. */
export function hourPixels(density: BoardDensity, window: DayWindow, height: number): number {
  if (density === 'comfortable') return COMFORTABLE_HOUR;
  const hours = (window.toMinute - window.fromMinute) / HOUR;
  return Math.max(MIN_HOUR, Math.floor((height / hours) * 4) / 4);
}
