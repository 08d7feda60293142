import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAwayRange, toInterval } from './away-time.ts';

const zone = 'America/New_York';
const hoursOf = ({ start, end }: { start: number; end: number }) => (end - start) / 3_600_000;

test('whole days are from midnight to midnight, even when the clocks change', () => {
  expect(hoursOf(toInterval({ from: '2026-11-30', until: '2026-11-30' }, zone))).toBe(24);
  expect(hoursOf(toInterval({ from: '2026-10-31', until: '2026-11-01' }, zone))).toBe(49);
});

test('a time in the URL is read back as the same time, and whole days are dates', () => {
  const quarter = 15 * 60_000;
  // In the second of two equal hours the first is meant.
  const start = fc.integer({
    min: Date.parse('2026-11-02T00:00Z') / quarter,
    max: Date.parse('2027-03-01T00:00Z') / quarter,
  });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 900 }), (first, length) => {
      const time = { start: first * quarter, end: (first + length) * quarter };
      expect(toInterval(toAwayRange(time, zone), zone)).toEqual(time);
    }),
  );
  const days = { from: '2026-10-31', until: '2026-11-01' };
  expect(toAwayRange(toInterval(days, zone), zone)).toEqual(days);
});
