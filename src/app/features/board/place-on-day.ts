import { type DayClock, isInDay, MINUTES_OF_DAY, minuteOfDay, repeatOf } from '#app/scheduling/calendar-day.ts';
import type { Interval } from '#app/scheduling/interval.ts';
import { type OddEnd, oddEndOf } from '#app/scheduling/visit.ts';

/** The least height of a block in minutes of the axis, so that what has no length can be seen and clicked. */
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
  /** What is odd about its end, where it is not after its start: the record is then drawn with the least height. */
  oddEnd: OddEnd | null;
  /** Which of two equal wall-clock times the start is, on a day whose clocks go back. */
  repeat: 'first' | 'second' | null;
}

/** Whether any of the appointment is in the day: what starts in it, and what came from before and ends after its start. */
export function touchesDay(span: Interval, clock: DayClock): boolean {
  // A date that the date line took away has no time in it.
  if (clock.start >= clock.end) return false;
  return isInDay(clock, span.start) || (span.start < clock.start && span.end > clock.start);
}

/**
 * Places an appointment on a day of its store's zone, by wall-clock time; null where it has no part of that day. What
 * ends at midnight is not on the day that begins then.
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
  // The clocks went back in between: the wall-clock end is not below the start, so the true length is drawn.
  const length = (span.end - Math.max(span.start, clock.start)) / 60_000;
  return Math.min(Math.max(fromMinute + length, fromMinute + 1), MINUTES_OF_DAY);
}
