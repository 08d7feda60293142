import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrangeLane } from './arrange-lane.ts';

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 1425 }), fc.integer({ min: 1, max: 400 }))
  .map(([fromMinute, length]) => ({ fromMinute, toMinute: Math.min(fromMinute + length, 1440) }));
type Stretch = { fromMinute: number; toMinute: number };

function sharesOf(stretches: readonly Stretch[]) {
  return arrangeLane(stretches, (stretch) => stretch).map(({ item: _, ...share }) => share);
}

function byTime(one: Stretch, other: Stretch): number {
  return one.fromMinute - other.fromMinute || one.toMinute - other.toMinute;
}

function overlap(one: Stretch, other: Stretch): boolean {
  return one.fromMinute < other.toMinute && other.fromMinute < one.toMinute;
}

describe('arrangeLane', () => {
  test('a block alone has the whole width, two at once a half each', () => {
    const alone = { fromMinute: 0, toMinute: 60 };
    const pair = [
      { fromMinute: 60, toMinute: 120 },
      { fromMinute: 90, toMinute: 105 },
    ];
    expect(sharesOf([alone, ...pair])).toEqual([
      { first: 0, span: 1, tracks: 1 },
      { first: 0, span: 1, tracks: 2 },
      { first: 1, span: 1, tracks: 2 },
    ]);
  });

  test('a block widens over tracks that are free for its whole time', () => {
    const day = [
      { fromMinute: 0, toMinute: 60 },
      { fromMinute: 0, toMinute: 30 },
      { fromMinute: 0, toMinute: 30 },
      { fromMinute: 30, toMinute: 60 },
    ];
    expect(sharesOf(day).at(-1)).toEqual({ first: 1, span: 2, tracks: 3 });
  });

  test('blocks that overlap never share a track, and the tracks are as many as overlap at once', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 40 }), (stretches) => {
        const laid = arrangeLane(stretches, (one) => one);
        expect(laid.map(({ item }) => item).sort(byTime)).toEqual([...stretches].sort(byTime));
        for (const one of laid) {
          expect(one.span).toBeGreaterThan(0);
          expect(one.first + one.span).toBeLessThanOrEqual(one.tracks);
          // Stretches are intervals: as many meet at one minute as need tracks.
          expect(one.tracks).toBeLessThanOrEqual(mostAtOnce(stretches));
          for (const other of laid) {
            if (other === one || !overlap(one.item, other.item)) continue;
            expect(other.tracks).toBe(one.tracks);
            expect(one.first + one.span <= other.first || other.first + other.span <= one.first).toBe(true);
          }
        }
      }),
    );
  });
});

function mostAtOnce(stretches: readonly Stretch[]): number {
  return Math.max(
    ...stretches.map(
      ({ fromMinute }) =>
        stretches.filter((other) => other.fromMinute <= fromMinute && fromMinute < other.toMinute).length,
    ),
  );
}
