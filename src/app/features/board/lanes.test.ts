import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stretchBetween } from './lanes.ts';
import { nowMinute } from './now-minute.ts';

describe('stretchBetween', () => {
  test('is in whole quarters, inside the day and never empty, whichever way one drags', () => {
    const shares = fc.double({ min: -0.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(shares, shares, (one, other) => {
        const { fromMinute, toMinute } = stretchBetween(one, other);
        expect(stretchBetween(other, one)).toEqual({ fromMinute, toMinute });
        expect(fromMinute % 15).toBe(0);
        expect(toMinute % 15).toBe(0);
        expect(fromMinute).toBeGreaterThanOrEqual(0);
        expect(toMinute).toBeGreaterThan(fromMinute);
        expect(toMinute).toBeLessThanOrEqual(1440);
      }),
    );
  });

  test('a click at 9:37 is the quarter that begins at 9:30', () => {
    const share = (9 * 60 + 37) / 1440;
    expect(stretchBetween(share, share)).toEqual({ fromMinute: 570, toMinute: 585 });
  });
});

test('the present is in the columns of today only, by the clock of each', () => {
  const now = Date.parse('2026-06-10T23:30:00Z');
  expect(nowMinute({ zone: 'UTC', date: '2026-06-10' }, now)).toBe(23 * 60 + 30);
  expect(nowMinute({ zone: 'Europe/Berlin', date: '2026-06-10' }, now)).toBeNull();
  expect(nowMinute({ zone: 'Europe/Berlin', date: '2026-06-11' }, now)).toBe(90);
});
