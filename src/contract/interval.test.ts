import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contains,
  type Interval,
  includes,
  intersect,
  isRecordedIn,
  mergeIntervals,
  mergeMinutes,
  minutesOverlap,
  overlaps,
  subtract,
  subtractMinutes,
} from './interval.ts';

const interval = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  .map(([a, b]): Interval => ({ start: Math.min(a, b), end: Math.max(a, b) }));
const intervals = fc.array(interval, { maxLength: 12 });

const moments = (spans: readonly Interval[]) =>
  new Set(spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)));

describe('intervals agree with sets of instants', () => {
  test('overlaps', () => {
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        const shared = [...moments([a])].some((moment) => moments([b]).has(moment));
        expect(overlaps(a, b)).toBe(shared);
      }),
    );
  });

  test('contains', () => {
    fc.assert(
      fc.property(interval, interval, (outer, inner) => {
        if (inner.start === inner.end) return;
        const all = [...moments([inner])].every((moment) => moments([outer]).has(moment));
        expect(contains(outer, inner)).toBe(all);
      }),
    );
  });

  test('includes', () => {
    fc.assert(
      fc.property(interval, fc.integer({ min: 0, max: 60 }), (outer, instant) => {
        expect(includes(outer, instant)).toBe(moments([outer]).has(instant));
      }),
    );
  });

  test('intersecting keeps the shared instants', () => {
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        const shared = [...moments([a])].filter((moment) => moments([b]).has(moment));
        expect([...moments(mergeIntervals([intersect(a, b)]))]).toEqual(shared);
      }),
    );
  });

  test('a recorded time is in an interval that it overlaps; an empty one, where it starts', () => {
    fc.assert(
      fc.property(interval, interval, (time, outer) => {
        const expected = time.start < time.end ? overlaps(time, outer) : includes(outer, time.start);
        expect(isRecordedIn(time, outer)).toBe(expected);
        const reversed = { start: time.end, end: time.start };
        expect(isRecordedIn(reversed, outer)).toBe(includes(outer, reversed.start));
      }),
    );
  });

  test('merging keeps the instants in disjoint intervals', () => {
    fc.assert(
      fc.property(intervals, (spans) => {
        const merged = mergeIntervals(spans);
        expect(moments(merged)).toEqual(moments(spans));
        for (const [index, span] of merged.entries()) {
          const next = merged[index + 1];
          if (next) expect(next.start).toBeGreaterThan(span.end);
        }
      }),
    );
  });

  test('subtracting keeps the remaining instants in the longest possible intervals', () => {
    fc.assert(
      fc.property(intervals, intervals, (spans, taken) => {
        const left = subtract(spans, taken);
        const others = moments(taken);
        expect([...moments(left)]).toEqual([...moments(mergeIntervals(spans))].filter((moment) => !others.has(moment)));
        expect(mergeIntervals(left)).toEqual(left);
      }),
    );
  });
});

test('minutes of a day overlap and are subtracted like intervals', () => {
  const morning = { fromMinute: 480, toMinute: 720 };
  expect(minutesOverlap(morning, { fromMinute: 719, toMinute: 800 })).toBe(true);
  expect(minutesOverlap(morning, { fromMinute: 720, toMinute: 800 })).toBe(false);
  expect(subtractMinutes([morning], [{ fromMinute: 540, toMinute: 600 }])).toEqual([
    { fromMinute: 480, toMinute: 540 },
    { fromMinute: 600, toMinute: 720 },
  ]);
});

test('minutes of a day are merged', () => {
  expect(
    mergeMinutes([
      { fromMinute: 30, toMinute: 40 },
      { fromMinute: 0, toMinute: 10 },
      { fromMinute: 10, toMinute: 20 },
    ]),
  ).toEqual([
    { fromMinute: 0, toMinute: 20 },
    { fromMinute: 30, toMinute: 40 },
  ]);
});
