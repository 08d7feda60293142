/** A span of time in milliseconds since 1970-01-01T00:00Z: `start` belongs to it, `end` does not. */
export interface Interval {
  start: number;
  end: number;
}

/** Whether two spans share a moment. What ends when the other begins does not. A span without length shares none. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end && a.start < a.end && b.start < b.end;
}

/** Whether every moment of `inner` is in `outer`. */
export function contains(outer: Interval, inner: Interval): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The same moments as the given spans, in order, without overlaps or touching neighbours. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of intervals.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && next.start <= last.end) last.end = Math.max(last.end, next.end);
    else merged.push({ ...next });
  }
  return merged;
}
