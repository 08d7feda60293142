/**
 * A half-open range of time in milliseconds since 1970-01-01T00:00Z, which includes `start`, but not `end`. It is empty
 * if the end is not after the start.
 */
export interface Interval {
  start: number;
  end: number;
}

/**
 * A half-open range of a day's wall clock, in minutes after midnight, 0 to 1440, which includes `fromMinute`, but not
 * `toMinute`.
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

/** The union of intervals, sorted, without overlapping, touching or empty ones. */
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
export function without(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  const busy = mergeIntervals(taken);
  for (const { start, end } of mergeIntervals(intervals)) {
    let reached = start;
    for (const next of busy) {
      if (next.end <= reached) continue;
      if (next.start >= end) break;
      if (next.start > reached) left.push({ start: reached, end: next.start });
      reached = next.end;
    }
    if (reached < end) left.push({ start: reached, end });
  }
  return left;
}

/** The union of minute ranges, like {@link mergeIntervals}. */
export function mergeMinutes(ranges: readonly MinuteRange[]): MinuteRange[] {
  return mergeIntervals(ranges.map(({ fromMinute, toMinute }) => ({ start: fromMinute, end: toMinute }))).map(
    ({ start, end }) => ({ fromMinute: start, toMinute: end }),
  );
}
