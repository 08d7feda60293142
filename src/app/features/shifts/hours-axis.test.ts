import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTES_PER_DAY } from '#scheduling/calendar-day.ts';
import { axisPosition, minuteAt } from './hours-axis.ts';

const axes = fc
  .record({
    fromMinute: fc.integer({ min: 0, max: 600 }),
    length: fc.integer({ min: 480, max: 840 }),
    before: fc.constantFrom(0, 0.1),
    after: fc.constantFrom(0, 0.1),
  })
  .map(({ length, fromMinute, ...nights }) => ({ ...nights, fromMinute, toMinute: fromMinute + length }));
const minutes = fc.integer({ min: 0, max: MINUTES_PER_DAY });

test('positions grow with the minutes, and stay within the day', () => {
  fc.assert(
    fc.property(axes, minutes, minutes, (axis, one, other) => {
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((minute) => axisPosition(axis, minute));
      expect(earlier).toBeGreaterThanOrEqual(0);
      expect(later).toBeLessThanOrEqual(1);
      expect(earlier).toBeLessThanOrEqual(later ?? 0);
    }),
  );
});

test('converting a minute to a position and back gives the same minute', () => {
  fc.assert(
    fc.property(axes, minutes, (axis, minute) => {
      const isAtNight = minute < axis.fromMinute ? axis.before === 0 : minute > axis.toMinute && axis.after === 0;
      const read = minuteAt(axis, axisPosition(axis, minute));
      if (!isAtNight) expect(read).toBeCloseTo(minute, 6);
      else expect(read).toBeCloseTo(minute < axis.fromMinute ? axis.fromMinute : axis.toMinute, 6);
    }),
  );
});
