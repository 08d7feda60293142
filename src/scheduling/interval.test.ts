import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contains, type Interval, mergeIntervals, mergeMinutes, overlaps, without } from './interval.ts';

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
        const left = without(spans, taken);
        const others = moments(taken);
        expect([...moments(left)]).toEqual([...moments(mergeIntervals(spans))].filter((moment) => !others.has(moment)));
        expect(mergeIntervals(left)).toEqual(left);
      }),
    );
  });
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
