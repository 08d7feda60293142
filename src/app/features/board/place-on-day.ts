import {
  createDayClock,
  type DayClock,
  isInDay,
  MINUTES_OF_DAY,
  minuteOfDay,
  repeatOf,
} from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { type OddEnd, oddEndOf } from '#app/scheduling/visit.ts';

/** The smallest height of a block in minutes, so that an appointment without a duration can be seen and clicked. */
export const MIN_MINUTES = 15;

/** Where an appointment is drawn on one day. Minutes are wall-clock minutes after midnight, 0 to 1440. */
export interface Placement {
  fromMinute: number;
  /** Always after `fromMinute`. */
  toMinute: number;
  /** It began on an earlier day. */
  continuesBefore: boolean;
  /** It goes on to a later day. */
  continuesAfter: boolean;
  /** How the end is invalid, where it is not after the start; the block then has the smallest height. */
  oddEnd: OddEnd | null;
  /** Which of two equal wall-clock times the start is, on a day whose clocks go back. */
  repeat: 'first' | 'second' | null;
}

/** Whether an appointment is on the day: it starts on it, or started before and ends after the day's start. */
export function touchesDay(span: Interval, clock: DayClock): boolean {
  // A date that a zone skipped (by crossing the date line) is empty.
  if (clock.start >= clock.end) return false;
  return isInDay(clock, span.start) || (span.start < clock.start && span.end > clock.start);
}

/**
 * Places an appointment on a day of its store's zone, by wall-clock time; null where it is not on that day. An
 * appointment that ends at midnight is not on the day that begins then.
 */
export function placeOnDay(span: Interval, clock: DayClock): Placement | null {
  if (!touchesDay(span, clock)) return null;
  const oddEnd = oddEndOf(span);
  const fromMinute = minuteOfDay(clock, span.start);
  return {
    fromMinute: Math.min(fromMinute, MINUTES_OF_DAY - 1),
    toMinute: oddEnd ? leastEnd(fromMinute) : lastMinute(span, clock, fromMinute),
    continuesBefore: span.start < clock.start,
    continuesAfter: oddEnd === null && span.end > clock.end,
    oddEnd,
    repeat: repeatOf(clock, span.start),
  };
}

function leastEnd(fromMinute: number): number {
  return Math.min(fromMinute + MIN_MINUTES, MINUTES_OF_DAY);
}

function lastMinute(span: Interval, clock: DayClock, fromMinute: number): number {
  const wallEnd = minuteOfDay(clock, span.end);
  if (wallEnd > fromMinute) return wallEnd;
  // The clocks went back in between: the end would be above the start, so the true duration is drawn.
  const length = (span.end - Math.max(span.start, clock.start)) / 60_000;
  return Math.min(Math.max(fromMinute + length, fromMinute + 1), MINUTES_OF_DAY);
}

/** The clock last used for each zone: making one takes longer than using it. */
const clocks = new Map<string, DayClock>();

/** The minutes after midnight at which the now line is drawn in a column; null where the column shows another day. */
export function nowMinute({ zone, date }: { zone: string; date: string }, now: number): number | null {
  let clock = clocks.get(zone);
  if (clock?.date !== date) {
    clock = createDayClock(zone, date);
    clocks.set(zone, clock);
  }
  return isInDay(clock, now) ? minuteOfDay(clock, now) : null;
}
