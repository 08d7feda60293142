/**
 * A half-open range of time in milliseconds since 1970-01-01T00:00Z, which includes `start`, but not `end`. It is empty
 * if the end is not after the start.
 */
export interface Interval {
  start: number;
  end: number;
}

/**
 * A half-open range of a wall clock, in minutes after a day's midnight, which includes `fromMinute`, but not
 * `toMinute`. Minutes from 1440 on are on later days, negative ones on earlier days.
 */
export interface MinuteRange {
  fromMinute: number;
  toMinute: number;
}

/** Whether two intervals overlap. Touching or empty intervals do not. */
export function overlaps(one: Interval, other: Interval): boolean {
  return one.start < other.end && other.start < one.end && one.start < one.end && other.start < other.end;
}

/** Whether `inner` lies within `outer`, even if it is empty. */
export function contains(outer: Interval, inner: Interval): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether an interval includes an instant, in milliseconds since 1970-01-01T00:00Z. The end is not included. */
export function includes({ start, end }: Interval, instant: number): boolean {
  return start <= instant && instant < end;
}

/**
 * Whether the time of a record is in an interval: it starts in the interval, or starts earlier and ends after the interval
 * begins. Unlike {@link overlaps}, this also finds a time that is empty or ends before its start, because only its start
 * counts.
 */
export function isRecordedIn(time: Interval, interval: Interval): boolean {
  if (interval.start >= interval.end) return false;
  return includes(interval, time.start) || (time.start < interval.start && time.end > interval.start);
}

/** Whether two intervals have the same start and end. */
export function isSameInterval(one: Interval, other: Interval): boolean {
  return one.start === other.start && one.end === other.end;
}

/** The time that two intervals share; empty (see {@link Interval}) if they share none. */
export function intersect(one: Interval, other: Interval): Interval {
  return { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
}

/** The union of intervals, as sorted intervals that are not empty and neither overlap nor touch. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of intervals.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && next.start <= last.end) last.end = Math.max(last.end, next.end);
    else merged.push({ ...next });
  }
  return merged;
}

/** The parts of `intervals` that are not covered by `taken`, sorted and disjoint. */
export function subtract(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const remaining: Interval[] = [];
  const busy = mergeIntervals(taken);
  for (const { start, end } of mergeIntervals(intervals)) {
    let reached = start;
    for (const next of busy) {
      if (next.end <= reached) continue;
      if (next.start >= end) break;
      if (next.start > reached) remaining.push({ start: reached, end: next.start });
      reached = next.end;
    }
    if (reached < end) remaining.push({ start: reached, end });
  }
  return remaining;
}

const toInterval = ({ fromMinute, toMinute }: MinuteRange): Interval => ({ start: fromMinute, end: toMinute });
const toMinuteRange = ({ start, end }: Interval): MinuteRange => ({ fromMinute: start, toMinute: end });

/** Whether two ranges of the same day's clock overlap, like {@link overlaps}. */
export function minutesOverlap(one: MinuteRange, other: MinuteRange): boolean {
  return overlaps(toInterval(one), toInterval(other));
}

/** The union of ranges of the same day's clock, like {@link mergeIntervals}. */
export function mergeMinutes(ranges: readonly MinuteRange[]): MinuteRange[] {
  return mergeIntervals(ranges.map(toInterval)).map(toMinuteRange);
}

/** The parts of `ranges` that are not covered by `taken`, all on the same day's clock, like {@link subtract}. */
export function subtractMinutes(ranges: readonly MinuteRange[], taken: readonly MinuteRange[]): MinuteRange[] {
  return subtract(ranges.map(toInterval), taken.map(toInterval)).map(toMinuteRange);
}
