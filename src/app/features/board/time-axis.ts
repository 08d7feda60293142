import { MINUTES_OF_DAY } from '#app/scheduling/calendar-day.ts';
import { LEAST_MINUTES } from './place-on-day.ts';

/** Pixels of a quarter of an hour: the least height in which a line of text is legible. */
const QUARTER_PIXELS = 19;
const PIXELS_OF_MINUTE = QUARTER_PIXELS / 15;

/** The height of the axis: 24 wall-clock hours, for every column. */
export const AXIS_PIXELS = MINUTES_OF_DAY * PIXELS_OF_MINUTE;

/** Where a minute after midnight is on the axis, in pixels from its top. */
export function axisPixels(minute: number): number {
  return minute * PIXELS_OF_MINUTE;
}

/** The minutes that a block covers on the axis: its own, and no fewer than can be read and clicked. */
export function blockMinutes({ fromMinute, toMinute }: { fromMinute: number; toMinute: number }) {
  const from = Math.min(fromMinute, MINUTES_OF_DAY - LEAST_MINUTES);
  return { fromMinute: from, toMinute: Math.max(toMinute, from + LEAST_MINUTES) };
}
